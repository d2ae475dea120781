package io.parquetry.connect.sink.memory;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.sink.partition.Partitioner;

/** How many files a task may have open, and a warning that names the placeholder with the most values. */
public final class PathLimit {
    private static final Log LOG = Log.of(PathLimit.class);
    private static final long BETWEEN_WARNINGS_MS = 60_000;

    private final int pathsMax;
    private final Partitioner partitioner;
    private long nextWarningMs = Long.MIN_VALUE;
    private long closedSinceWarning;

    public PathLimit(int pathsMax, Partitioner partitioner) {
        this.pathsMax = pathsMax;
        this.partitioner = partitioner;
    }

    /** @param partitions of the task; each may have at least one file */
    public boolean isExceeded(int openFiles, int partitions) {
        return openFiles > Math.max(pathsMax, partitions);
    }

    /** A file was closed for this limit. */
    public void fileClosed(long nowMs) {
        closedSinceWarning++;
        if (nowMs >= nextWarningMs) {
            warn();
            nextWarningMs = nowMs + BETWEEN_WARNINGS_MS;
            closedSinceWarning = 0;
        }
    }

    private void warn() {
        LOG.warn(
                "more than {} files would be open at the same time (max.open.paths): {} were closed early and will be"
                        + " small; {}. Use a placeholder with fewer values in the path, or allow more open paths",
                pathsMax,
                closedSinceWarning,
                partitioner
                        .mostDistinct()
                        .map(most -> most.placeholder() + " has had " + most.valuesAtLeast() + " values or more")
                        .orElse("no placeholder has more than one value, so the cause is the number of topics or of"
                                + " record types"));
    }
}
