package io.parquetry.connect.source.errors;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.FailureKeys;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.OnBadFile;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does with bad files what the user wants, and says so in the log, once for each. */
public final class BadFiles {
    private static final Logger LOG = LoggerFactory.getLogger(BadFiles.class);

    private static final int COMPLAINTS_MAX = 1_000;

    private final OnBadFile policy;
    private final Optional<Quarantine> quarantine;
    private final Reporter reporter;
    private final LongSupplier wallMs;
    private final SourceTaskMetrics figures;
    private final Set<String> complaints = new HashSet<>();
    private boolean recovered;

    /** @param wallMs milliseconds since 1970 */
    public BadFiles(
            FailureSettings settings,
            Storage storage,
            Reporter reporter,
            LongSupplier wallMs,
            SourceTaskMetrics figures) {
        this.policy = settings.onBadFile();
        this.quarantine = settings.quarantineDirectory().map(directory -> new Quarantine(storage, directory));
        this.reporter = Objects.requireNonNull(reporter, "reporter");
        this.wallMs = Objects.requireNonNull(wallMs, "wallMs");
        this.figures = Objects.requireNonNull(figures, "figures");
    }

    /** Whether a bad file fails the task. */
    public boolean areFatal() {
        return policy == OnBadFile.FAIL;
    }

    /** Looks for what other tasks have begun, before files are looked for. */
    public void recover() throws IOException {
        if (!recovered && quarantine.isPresent()) {
            quarantine.get().recover();
        }
        recovered = true;
    }

    /** Notes a bad file before anything is sent that lies behind the rows that it costs. */
    public void note(BadFile bad) throws IOException {
        if (quarantine.isPresent()) {
            quarantine
                    .get()
                    .keep(bad.file(), BadFileReport.write(bad, reporter, Instant.ofEpochMilli(wallMs.getAsLong())));
        }
        figures.add(SourceMetric.FILES_BAD, 1);
        LOG.warn(
                "{}. It is {}",
                bad,
                policy == OnBadFile.SKIP ? "left where it is" : "moved when what was sent of it is committed");
    }

    /** Whether a task has noted the file, as it is now, and not moved it. */
    public boolean isNoted(DataFile file) {
        return quarantine.isPresent() && quarantine.get().isKept(file);
    }

    /** Whether bad files are moved. */
    public boolean areMoved() {
        return quarantine.isPresent();
    }

    /** Moves a noted file, when the rest of it was sent for good; whether that has been done. */
    public boolean move(DataFile file) {
        try {
            LOG.info(
                    "Moved {} to {}, where a report says why",
                    file.path(),
                    quarantine.orElseThrow().move(file));
            return true;
        } catch (IOException e) {
            if (complaints.size() < COMPLAINTS_MAX && complaints.add(file.path())) {
                LOG.warn(
                        "{} is bad, but cannot be moved into the quarantine: {}; it is tried again at every look. Check"
                                + " what the worker's user may do in {}.",
                        file.path(),
                        e.toString(),
                        FailureKeys.QUARANTINE_DIR);
            }
            return false;
        }
    }
}
