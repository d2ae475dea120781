package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.discover.DataFile;
import java.util.HashSet;
import java.util.Set;

/** How old files are, by the clocks of storage and worker, which need not agree. */
final class FileAges {
    private static final Log LOG = Log.of(FileAges.class);

    /** Clocks may differ by so much without a warning. */
    private static final long FUTURE_MS_MAX = 60_000;

    private static final int LOGGED_MAX = 1_000;

    /** Files with a modification time in the future that was logged. */
    private final Set<String> logged = new HashSet<>();

    /**
     * The age of a file. The clock of the storage, or a program that sets times, is wrong where a file was modified in
     * the future: then the file is as old as it is unchanged.
     *
     * @param unchangedMs for how long scans have listed it as it is
     */
    long ageMs(DataFile file, long unchangedMs, long wallMs) {
        long ageMs = wallMs - file.modifiedMs();
        if (ageMs >= 0) {
            return ageMs;
        }
        if (-ageMs > FUTURE_MS_MAX && logged.size() < LOGGED_MAX && logged.add(file.path())) {
            LOG.warn(
                    "{} was modified {} s in the future, by the clock of this worker; its age is counted from the scan"
                            + " that found it. Check the clocks of the worker and of the storage.",
                    file.path(),
                    -ageMs / 1_000);
        }
        return unchangedMs;
    }
}
