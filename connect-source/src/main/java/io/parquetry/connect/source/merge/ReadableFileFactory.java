package io.parquetry.connect.source.merge;

import io.parquetry.connect.source.config.SelectionSettings.RecordRange;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.errors.BadFile;
import io.parquetry.connect.source.errors.BadFileHandler;
import io.parquetry.connect.source.errors.Defect;
import io.parquetry.connect.source.errors.LostRows;
import io.parquetry.connect.source.errors.RowRange;
import io.parquetry.connect.source.memory.OpenFileMemory;
import io.parquetry.connect.source.metrics.SourceTaskMetrics;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.read.FileOpener;
import io.parquetry.connect.source.read.FileRows;
import io.parquetry.connect.source.read.IncompleteFileException;
import io.parquetry.connect.source.tracking.Clocks;
import io.parquetry.connect.source.tracking.FileTracker;
import io.parquetry.connect.source.tracking.TrackedFile;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.UnsupportedFeatureException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Opens tracked files at their first unsent row. A file that turns out to be bad is reported before any row after the
 * lost ones is sent; where bad files fail the task, the defect is thrown instead.
 */
public final class ReadableFileFactory {
    private final FileTracker tracker;
    private final FileOpener opener;
    private final BadFileHandler badFiles;
    private final Clocks clocks;
    private final long incompleteMsMax;
    private final boolean sendsWholeRows;
    private final boolean sendsAllRows;
    private final SourceTaskMetrics metrics;

    public ReadableFileFactory(
            SourceSettings settings,
            FileTracker tracker,
            FileOpener opener,
            BadFileHandler badFiles,
            Clocks clocks,
            SourceTaskMetrics metrics) {
        this.tracker = Objects.requireNonNull(tracker, "tracker");
        this.opener = Objects.requireNonNull(opener, "opener");
        this.badFiles = Objects.requireNonNull(badFiles, "badFiles");
        this.clocks = Objects.requireNonNull(clocks, "clocks");
        this.incompleteMsMax = settings.failure().incompleteFileTimeoutMs();
        this.sendsWholeRows =
                settings.selection().columns().isEmpty() && !settings.finish().toleratesErrors();
        this.sendsAllRows = settings.selection().filter().isEmpty()
                && settings.selection().range().equals(RecordRange.ALL);
        this.metrics = Objects.requireNonNull(metrics, "metrics");
    }

    /** The memory of the task's open files. */
    public OpenFileMemory.Account memory() {
        return opener.memory();
    }

    /** The clocks of the task. */
    public Clocks clocks() {
        return clocks;
    }

    /**
     * Opens a file.
     *
     * @param keepsStream whether the offset of the file's stream is kept, instead of the position in the file
     * @return empty when no row of the file is to be sent
     * @throws IncompleteFileException when the file must be listed once more before it is opened again
     * @throws NoSuchFileException when the file does not exist any more; a later scan may list it again
     * @throws io.parquetry.connect.source.memory.MemoryWaitException when there is no memory for the file now
     */
    Optional<ReadableFile> open(DataFile file, boolean keepsStream) throws IOException {
        Optional<TrackedFile> unsent = tracker.find(file.path()).filter(found -> !found.isDone());
        return unsent.isEmpty() ? Optional.empty() : open(file, keepsStream, unsent.get());
    }

    private Optional<ReadableFile> open(DataFile file, boolean keepsStream, TrackedFile tracked) throws IOException {
        Optional<FileRows> opened;
        try {
            opened = opener.open(file, keepsStream, tracked.sentSoFar(sendsWholeRows), this::reportWhileReading);
            if (opened.isPresent()) {
                reportDamage(opened.get());
            }
        } catch (NoSuchFileException e) {
            if (tracker.missingMs(file) <= incompleteMsMax) {
                tracker.markMissing(tracked);
                throw e;
            }
            tracked.markUnstable();
            reportUnreadable(
                    tracked,
                    new CorruptFileException("the file " + file.path() + " was listed again and again for "
                            + tracker.missingMs(file) + " ms, and cannot be found when it is opened"));
            return Optional.empty();
        } catch (IncompleteFileException e) {
            if (isWithinTimeout(tracked)) {
                tracked.markIncomplete(e);
                throw e;
            }
            tracked.markUnstable();
            reportUnreadable(tracked, timedOut(tracked, e));
            return Optional.empty();
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            reportUnreadable(tracked, e);
            return Optional.empty();
        }
        if (opened.isEmpty()) {
            tracked.markIgnored();
            return Optional.empty();
        }
        FileRows reader = opened.get();
        tracked.markOpened(reader.start(), reader.isContinued());
        if (!sendsAllRows || reader.isBad()) {
            tracked.cover();
        }
        tracker.addFooter(reader.rows(), file.bytes());
        return Optional.of(new ReadableFile(tracked, reader, tracker, metrics));
    }

    private boolean isWithinTimeout(TrackedFile file) {
        return clocks.steadyMs() - file.unchangedSinceMs() <= incompleteMsMax;
    }

    private CorruptFileException timedOut(TrackedFile file, IncompleteFileException reason) {
        return new CorruptFileException("the file " + file.file().path() + " has not changed for "
                + (clocks.steadyMs() - file.unchangedSinceMs()) + " ms and is no complete Parquet file: "
                + reason.getMessage());
    }

    /** No unsent row of the file can be sent. */
    private void reportUnreadable(TrackedFile tracked, ParquetException defect) throws IOException {
        if (badFiles.failsTask()) {
            throw defect;
        }
        DataFile file = tracked.file();
        long sent = tracked.sentPosition().map(FilePosition::row).orElse(0L);
        Optional<LostRows.Offsets> offsets =
                file.stream().map(stream -> new LostRows.Offsets(tracked.firstUnsentPoint(), file.last()));
        badFiles.report(new BadFile(
                file,
                List.of(Defect.of(defect)),
                List.of(new RowRange(0, sent)),
                List.of(new LostRows(tracked.rowsLeft(), offsets))));
        tracked.markBad();
    }

    private void reportWhileReading(BadFile bad, ParquetException defect) throws IOException {
        if (badFiles.failsTask()) {
            throw defect;
        }
        badFiles.report(bad);
    }

    /** Reports the row groups that the integrity scan of a file found bad. */
    private void reportDamage(FileRows file) throws IOException {
        if (file.bad().isEmpty()) {
            return;
        }
        try {
            badFiles.report(file.bad().get());
        } catch (IOException | RuntimeException e) {
            try (file) {
                throw e;
            }
        }
    }
}
