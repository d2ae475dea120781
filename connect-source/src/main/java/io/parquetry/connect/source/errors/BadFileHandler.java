package io.parquetry.connect.source.errors;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.FailureSettings.OnBadFile;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.metrics.SourceMetric;
import io.parquetry.connect.source.metrics.SourceTaskMetrics;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** Treats bad files as {@code on.bad.file} says, and logs each of them once. */
public final class BadFileHandler {
    private static final Log LOG = Log.of(BadFileHandler.class);

    /** So many failed moves are logged once each; later ones are not logged. */
    private static final int FAILED_MOVES_MAX = 1_000;

    private final OnBadFile policy;
    private final Optional<Quarantine> quarantine;
    private final TaskId task;
    private final LongSupplier wallMs;
    private final SourceTaskMetrics metrics;
    private final Set<String> failedMoves = new HashSet<>();
    private final Set<String> badNames = new HashSet<>();
    private boolean recovered;

    /** @param wallMs milliseconds since 1970 */
    public BadFileHandler(
            FailureSettings settings, Storage storage, TaskId task, LongSupplier wallMs, SourceTaskMetrics metrics) {
        this.policy = settings.onBadFile();
        this.quarantine = settings.quarantineDirectory().map(directory -> new Quarantine(storage, directory));
        this.task = Objects.requireNonNull(task, "task");
        this.wallMs = Objects.requireNonNull(wallMs, "wallMs");
        this.metrics = Objects.requireNonNull(metrics, "metrics");
    }

    /** Whether a bad file fails the task. */
    public boolean failsTask() {
        return policy == OnBadFile.FAIL;
    }

    /** Finds the moves that earlier tasks did not complete; called before the first scan. */
    public void recover() throws IOException {
        if (!recovered && quarantine.isPresent()) {
            quarantine.get().recover();
        }
        recovered = true;
    }

    /** Counts, logs and reports a bad file, before any row after the lost ones is sent. */
    public void report(BadFile bad) throws IOException {
        String fate = "stays where it is";
        if (quarantine.isPresent()) {
            fate = quarantine
                    .get()
                    .reserve(bad.file(), BadFileReport.write(bad, task, Instant.ofEpochMilli(wallMs.getAsLong())))
                    .map(reason -> "stays where it is, without a report: " + reason)
                    .orElse("is moved when the offsets of its sent rows are committed");
        }
        metrics.add(SourceMetric.FILES_BAD, 1);
        LOG.warn("{}. The file {}", bad, fate);
    }

    /**
     * Counts and logs, once, a file or directory that cannot be read because of its name. It stays where it is, and
     * delays no other, whatever happens to bad files: nothing says that it is a Parquet file.
     */
    public void reportName(String path, String reason) {
        if (badNames.size() < FAILED_MOVES_MAX && badNames.add(path)) {
            metrics.add(SourceMetric.FILES_BAD, 1);
            LOG.warn("{} is skipped and stays where it is: {}.", path, reason);
        }
    }

    /** Whether a task has reported the file, as it is now, and not moved it. */
    public boolean isReported(DataFile file) {
        return quarantine.isPresent() && quarantine.get().isReserved(file);
    }

    /** Whether bad files are moved. */
    public boolean movesFiles() {
        return quarantine.isPresent();
    }

    /**
     * Moves a reported file, once the offsets of its sent rows are committed. A file that can have no report stays.
     *
     * @return false when the move failed and must be tried again
     */
    public boolean move(DataFile file) {
        if (!isReported(file)) {
            return true;
        }
        try {
            LOG.info(
                    "Moved {} to {}, with a report beside it",
                    file.path(),
                    quarantine.orElseThrow().move(file));
            return true;
        } catch (IOException e) {
            if (failedMoves.size() < FAILED_MOVES_MAX && failedMoves.add(file.path())) {
                LOG.warn(
                        "{} is bad, but cannot be moved to the quarantine directory: {}; the move is retried at every"
                                + " scan. Check the permissions of the worker's user for the directory of {}.",
                        file.path(),
                        e.toString(),
                        FailureSettings.ON_BAD_FILE);
            }
            return false;
        }
    }
}
