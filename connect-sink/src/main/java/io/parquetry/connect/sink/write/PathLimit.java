package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.partition.Partitioner;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the number of files that a task has open, and says whose fault it is when there would be more. */
final class PathLimit {
    private static final Logger LOG = LoggerFactory.getLogger(PathLimit.class);
    private static final long BETWEEN_WARNINGS_MS = 60_000;

    private final int pathsMax;
    private final TaskFiles files;
    private final Partitioner partitioner;
    private long warnAgainMs = Long.MIN_VALUE;
    private long endedSinceWarning;

    PathLimit(int pathsMax, TaskFiles files, Partitioner partitioner) {
        this.pathsMax = pathsMax;
        this.files = files;
        this.partitioner = partitioner;
    }

    /**
     * Ends the files that were written least recently, until there are not too many.
     *
     * @param partitions each partition may have one file at least
     */
    void enforce(int partitions, long nowMs) throws IOException {
        while (files.size() > Math.max(pathsMax, partitions)) {
            endedSinceWarning++;
            files.leastRecent().orElseThrow().end(RotationReason.PATHS);
            if (nowMs >= warnAgainMs) {
                warn();
                warnAgainMs = nowMs + BETWEEN_WARNINGS_MS;
                endedSinceWarning = 0;
            }
        }
    }

    private void warn() {
        LOG.warn(
                "more than {} files would be open at the same time (max.open.paths): {} were ended early, and will be"
                        + " small; {}. Take a part with fewer values into the path, or allow more open paths",
                pathsMax,
                endedSinceWarning,
                partitioner
                        .mostDistinct()
                        .map(blame -> blame.placeholder() + " has had " + blame.valuesAtLeast() + " values or more")
                        .orElse(
                                "no part of the path has more than one value, so it is the number of topics, or of record types"));
    }
}
