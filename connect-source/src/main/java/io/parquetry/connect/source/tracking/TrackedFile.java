package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.errors.RowRange;
import io.parquetry.connect.source.offset.DeliveryTracker;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.PointRanges.Range;
import io.parquetry.connect.source.offset.SentPoints;
import io.parquetry.connect.source.offset.SourceOffset;
import io.parquetry.connect.source.offset.SourcePartition;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.connect.source.read.ContentHash;
import io.parquetry.connect.source.read.IncompleteFileException;
import io.parquetry.connect.source.read.SentSoFar;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A file with unsent rows, or with sent rows that Connect has not committed yet: what the scans saw of the file, and
 * how far it was sent. One thread uses it.
 */
public final class TrackedFile {
    private static final Log LOG = Log.of(TrackedFile.class);

    /** Null for a file that the Parquetry sink did not write. */
    private final StreamProgress stream;

    private DataFile file;

    /** Null when nothing of the file was sent. It changes with each row. */
    private FilePosition position;

    /** The row after the last one that was sent by this task; 0 when none was. */
    private long nextRow;

    /** Rows of the file that the position names were sent. */
    private boolean begun;

    /** Of the records that were sent since the file was opened for the first time, or again after a change. */
    private DeliveryTracker delivery = new DeliveryTracker();

    /** The file as Connect's source partition; null until the file is opened. */
    private Map<String, String> partition;

    /** The file was the same in two scans. */
    private boolean stable;

    /** The present content of the file is not sent. */
    private boolean ignored;

    /** The unsent rows of the file cannot be read, and that has been reported. */
    private boolean bad;

    /** Length of the file when the log said last that it is incomplete; -1 before. */
    private long incompleteBytes = -1;

    /** The rows that were sent while the file changed; empty when it was not seen to change. */
    private Optional<RowRange> mixed = Optional.empty();

    /** What was read of the file until it was closed before its end; empty when that is not known. */
    private Optional<ContentHash> read = Optional.empty();

    private long unchangedSinceMs;
    private final long firstScan;
    private long lastScan;
    private long lastSeenMs;

    /**
     * @param position the committed one, if any
     * @param stream null for a file that the Parquetry sink did not write
     * @param scan the number of the scan that found the file
     */
    TrackedFile(DataFile file, Optional<FilePosition> position, StreamProgress stream, long scan, long nowMs) {
        this.file = Objects.requireNonNull(file, "file");
        this.position = position.orElse(null);
        this.stream = stream;
        this.begun = position.filter(sent -> sent.row() > 0).isPresent();
        this.unchangedSinceMs = nowMs;
        this.firstScan = scan;
        this.lastScan = scan;
        this.lastSeenMs = nowMs;
    }

    /**
     * Takes in what a scan lists.
     *
     * @return whether the file has changed since the last scan
     */
    boolean update(DataFile listed, long scan, long nowMs) {
        boolean changed = !listed.isSameAs(file);
        if (changed) {
            ignored = false;
            bad = false;
            unchangedSinceMs = nowMs;
        }
        stable = !changed;
        file = listed;
        lastScan = scan;
        lastSeenMs = nowMs;
        return changed;
    }

    /** The file as the last scan listed it. */
    public DataFile file() {
        return file;
    }

    boolean wasListedBy(long scan) {
        return lastScan == scan;
    }

    long lastSeenMs() {
        return lastSeenMs;
    }

    /** When the file changed last, as far as scans have shown. */
    public long unchangedSinceMs() {
        return unchangedSinceMs;
    }

    boolean isStable() {
        return stable;
    }

    void markStable() {
        stable = true;
    }

    /** The file must be listed once more before it is opened again. */
    public void markUnstable() {
        stable = false;
    }

    /**
     * The file may not be complete, and must be listed once more before it is opened again. The log says so once for
     * each length, since every scan may find a file as it was.
     */
    public void markIncomplete(IncompleteFileException reason) {
        markUnstable();
        if (incompleteBytes != file.bytes()) {
            incompleteBytes = file.bytes();
            LOG.info("{}; the next scan shows whether the file is complete", reason.getMessage());
        }
    }

    /** The file does not exist any more; it is not opened before a scan lists it again. */
    void markMissing() {
        stable = false;
        lastScan = 0;
    }

    /** Notes which rows were sent while the file changed. */
    public void markChangedWhileRead(RowRange rows) {
        mixed = Optional.of(rows);
        stable = false;
    }

    /** Notes what was read of the file until it was closed before its end. */
    public void markRead(Optional<ContentHash> bytes) {
        read = bytes;
    }

    /**
     * Notes that reading begins at a position.
     *
     * @param isContinued whether rows of this file were sent before, not only of another one at its path
     */
    public void markOpened(FilePosition start, boolean isContinued) {
        renewDelivery();
        mixed = Optional.empty();
        read = Optional.empty();
        begun = isContinued;
        nextRow = isContinued ? nextRow : 0;
        position = start;
        partition = new SourcePartition.OfFile(file.path()).toMap();
    }

    /** Notes that the present content of the file is not sent. */
    public void markIgnored() {
        cover();
        renewDelivery();
        ignored = true;
    }

    /** Notes that an earlier task has sent the file, and that this one waits for no answer to complete it. */
    void markSentBefore() {
        delivery.complete();
    }

    /** A file that is opened again after all of it was sent has changed: its records are counted anew. */
    private void renewDelivery() {
        if (delivery.isComplete()) {
            delivery = new DeliveryTracker();
        }
    }

    /** Notes that the unsent rows of the file cannot be read. */
    public void markBad() {
        cover();
        bad = true;
        delivery.complete();
    }

    /** The offset of the record of a row that carries the position after the row in the file. */
    public SourceOffset offsetAt(long row, FilePosition after) {
        return new SourceOffset(partition, after, delivery, file.path(), row);
    }

    /** The offset of the record of a row that carries the point after the row in the stream. */
    public SourceOffset offsetAfter(long row, StreamPoint point) {
        return new SourceOffset(stream.partition(), stream.positionAfter(point), delivery, file.path(), row);
    }

    /** Notes that the record of a row, with the position in the file, is in a batch. */
    public void markSent(long row, FilePosition after) {
        countSent(row);
        position = after;
    }

    /** Notes that the record of a row, with the point in the stream, is in a batch. */
    public void markSent(long row, StreamPoint point) {
        countSent(row);
        stream.markSent(point);
    }

    private void countSent(long row) {
        nextRow = row + 1;
        begun = true;
        delivery.recordSent();
    }

    /** Notes that the last record of the file was sent. */
    public void markAllSent(FilePosition end) {
        position = end;
        delivery.complete();
    }

    /**
     * Notes that reading has come to the end of the file.
     *
     * @param bad whether some rows could not be read
     */
    public void markFinished(FilePosition end, boolean bad) {
        position = end;
        begun = end.row() > 0;
        this.bad = bad;
        if (bad) {
            cover();
        }
        claim(end.isSentWhole());
        delivery.complete();
    }

    /**
     * Notes whether all rows of the file before the stream's position were sent from this file; the offsets of the
     * stream say so.
     */
    public void claim(boolean areSent) {
        if (stream != null && areSent && position != null) {
            position.file().ifPresent(known -> stream.claim(file.path(), known.toText()));
        } else if (stream != null) {
            stream.disclaim(file.path());
        }
    }

    /** Notes that nothing more happens to the file. */
    void disclaim() {
        claim(false);
    }

    /**
     * The file of this path that this connector has sent whole; empty when it has not, or has left out rows or columns.
     */
    Optional<FileIdentity> sentWhole() {
        Optional<FileIdentity> claimed = isBehindItsStream() ? claimed() : Optional.empty();
        return ignored
                ? Optional.empty()
                : claimed.or(() -> position().filter(FilePosition::isSentWhole).flatMap(FilePosition::file));
    }

    private Optional<FileIdentity> claimed() {
        return stream == null ? Optional.empty() : stream.claimed(file.path()).flatMap(FileIdentity::ofText);
    }

    /** What was sent of the file, for opening it. */
    public SentSoFar sentSoFar(boolean sendsWholeRows) {
        return new SentSoFar(
                sentPosition(),
                sentPosition().map(sent -> Math.max(sent.row(), nextRow)).orElse(0L),
                claimed(),
                stream == null ? SentPoints.NONE : stream,
                sendsWholeRows,
                mixed,
                read);
    }

    /** Notes that Connect has committed the offset after the file's last record. */
    void markCommitted() {
        if (isBehindItsStream()) {
            stream.markCommitted(file.last().next());
        }
    }

    /** Whether nothing is left to send. An empty file counts only once it is stable, since it may be about to grow. */
    public boolean isDone() {
        return ignored
                || bad
                || stable && file.bytes() == 0
                || isBehindItsStream()
                || position().filter(sent -> sent.isFinished(file.stored())).isPresent();
    }

    boolean isBad() {
        return bad;
    }

    /** Whether the present content is not sent, as configured. */
    boolean isIgnored() {
        return ignored;
    }

    /** Whether the worker has answered all records of the file, and there are no more. */
    boolean isDelivered() {
        return isDone() && delivery.isAnswered();
    }

    /** Whether the worker has answered all records of the file that were sent so far. */
    boolean isAnswered() {
        return delivery.isAnsweredSoFar();
    }

    /** The offset of the last record that is in its topic; empty when there is none. */
    Optional<SourceOffset> lastAcknowledged() {
        return delivery.lastAcknowledged();
    }

    /** Whether Connect has a position of this file, not only of its stream. */
    boolean hasOwnPosition() {
        return delivery.lastAcknowledged()
                .map(offset -> offset.partition().containsKey(SourcePartition.FILE))
                .orElse(position().isPresent());
    }

    private Optional<FilePosition> position() {
        return Optional.ofNullable(position);
    }

    /** How far the file was sent; empty when none of its rows were, so that another file may take its place. */
    public Optional<FilePosition> sentPosition() {
        return position().filter(any -> begun);
    }

    /** Whether records of a file of this path were sent, by this task or as a position says. */
    boolean hasSent() {
        return begun || delivery.hasSent();
    }

    /** Whether rows of a file of this path were sent, or may have been. */
    boolean wasSent() {
        return position().isPresent() || isBehindItsStream();
    }

    /** Whether some rows of the file were passed over because they cannot be read. */
    boolean hasLostRows() {
        return position().filter(sent -> sent.lost() > 0).isPresent();
    }

    /** The unsent rows, where a footer has said how many there are. */
    public Optional<RowRange> rowsLeft() {
        return position()
                .flatMap(sent -> sent.file()
                        .filter(known -> known.bytes() == file.bytes())
                        .map(known ->
                                new RowRange(Math.min(Math.max(sent.row(), nextRow), known.rows()), known.rows())));
    }

    /** The size of the unsent rows. */
    double bytesLeft() {
        return rowsLeft()
                .map(left -> (double) file.bytes() * left.count() / Math.max(1, left.to()))
                .orElse((double) file.bytes());
    }

    /** The first point of the stream that an unsent row of the file can have. */
    public StreamPoint firstUnsentPoint() {
        return stream == null ? file.first() : stream.firstUnsent(file.first(), file.last());
    }

    /** Whether all points that the file can hold were sent, from this file or another. */
    boolean isBehindItsStream() {
        return stream != null && isBehind(file, stream);
    }

    /** Whether all points that a file can hold were sent. */
    static boolean isBehind(DataFile file, StreamProgress stream) {
        return file.last().isBefore(stream.next())
                && file.last().isBefore(stream.firstUnsent(file.first(), file.last()));
    }

    /** The stream; null for a file that the Parquetry sink did not write. */
    StreamProgress stream() {
        return stream;
    }

    /** Notes that the row at a point is passed over. */
    public void passOver(StreamPoint point) {
        stream.passOver(point);
    }

    /** Notes that no offset in the name of the file is missing elsewhere: its rows are sent, lost or left out. */
    public void cover() {
        if (stream != null) {
            stream.cover(new Range(file.first(), file.last()));
        }
    }

    /** Whether an earlier scan has listed the file, too. */
    boolean isOlderThan(long scan) {
        return firstScan < scan;
    }

    /** Whether all points that the file can hold were committed. */
    boolean isCommittedInItsStream() {
        return stream != null && file.last().isBefore(stream.committed());
    }

    /** The first unsent point of the stream; the start for a file of no stream. */
    public StreamPoint streamPosition() {
        return stream == null ? StreamPoint.START : stream.next();
    }
}
