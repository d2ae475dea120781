package io.parquetry.connect.source.merge;

import io.parquetry.connect.source.metrics.SourceMetric;
import io.parquetry.connect.source.metrics.SourceTaskMetrics;
import io.parquetry.connect.source.offset.SourceOffset;
import io.parquetry.connect.source.read.ChangedFileException;
import io.parquetry.connect.source.read.FileRows;
import io.parquetry.connect.source.read.IncompleteFileException;
import io.parquetry.connect.source.tracking.FileTracker;
import io.parquetry.connect.source.tracking.TrackedFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;

/** A file whose rows are being sent: its reader, and what is tracked of it. */
public final class ReadableFile implements Closeable {
    private final TrackedFile tracked;
    private final FileRows reader;
    private final FileTracker tracker;
    private final SourceTaskMetrics metrics;
    private boolean partlySent;
    private boolean finished;
    private boolean closed;
    private boolean began;
    private boolean claimed;

    ReadableFile(TrackedFile tracked, FileRows reader, FileTracker tracker, SourceTaskMetrics metrics) {
        this.tracker = Objects.requireNonNull(tracker, "tracker");
        this.tracked = Objects.requireNonNull(tracked, "tracked");
        this.reader = Objects.requireNonNull(reader, "reader");
        this.metrics = Objects.requireNonNull(metrics, "metrics");
        this.partlySent = reader.start().row() > 0;
        metrics.add(SourceMetric.FILES_OPEN, 1);
    }

    public FileRows reader() {
        return reader;
    }

    public String path() {
        return reader.file().path();
    }

    /** The offset for the record of the current row: reading goes on after this row when the offset is committed. */
    public SourceOffset offset() {
        return reader.keepsStreamOffset()
                ? tracked.offsetAfter(reader.row(), reader.point())
                : tracked.offsetAt(reader.row(), reader.positionAfter());
    }

    /** Notes whether all rows before the current one were sent from this file. */
    void claim() {
        if (!began || claimed != reader.isSentUpToHere()) {
            began = true;
            claimed = reader.isSentUpToHere();
            tracked.claim(claimed);
        }
    }

    /** Passes to the current row, and says whether no row before it is missing, or the task goes on without. */
    boolean tryPass() throws IOException {
        return !reader.keepsStreamOffset() || tracker.tryPass(tracked, reader.point(), reader.neighbours());
    }

    /** Notes that no record is sent for the current row. */
    public void passOver() {
        if (reader.keepsStreamOffset()) {
            tracked.passOver(reader.point());
        }
    }

    /** Notes that the record of the current row is in a batch: this task goes on after this row, whatever fails. */
    public void markSent() {
        partlySent = true;
        if (reader.keepsStreamOffset()) {
            tracked.markSent(reader.row(), reader.point());
        } else {
            tracked.markSent(reader.row(), reader.positionAfter());
        }
        reader.countSent();
        if (reader.isLast()) {
            tracked.markAllSent(reader.end());
        }
    }

    /** Notes that the file has changed while it was read. */
    void markChanged(ChangedFileException change) {
        tracked.markChangedWhileRead(change.mixed());
    }

    /** Notes that the file is no longer the one that was opened. */
    void markIncomplete(IncompleteFileException reason) {
        tracked.markIncomplete(reason);
    }

    /** Whether rows of the file were sent, now or earlier. */
    boolean isPartlySent() {
        return partlySent;
    }

    /** Notes that no row of the file is left, and closes it. */
    void finish() throws IOException {
        tracked.markFinished(reader.end(), reader.isBad());
        metrics.add(SourceMetric.FILES_DONE, 1);
        finished = true;
        close();
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            metrics.add(SourceMetric.FILES_OPEN, -1);
            if (!finished) {
                tracked.markRead(reader.bytesRead());
            }
        }
        reader.close();
    }
}
