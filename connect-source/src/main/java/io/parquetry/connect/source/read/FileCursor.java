package io.parquetry.connect.source.read;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.source.complete.SourceOffset;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.SourcePartition;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.UnsupportedFeatureException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * One open file, from the first row that has not been sent.
 *
 * <ol type="a">
 *   <li>It is one row ahead of the row that it stands at, so that it knows the last one; trouble with the row ahead comes
 *       when it is gone to. That the rows ahead are bad, and are to be passed over, is known before the last good one is
 *       given, which carries the position behind them.
 *   <li>Where the position of the stream is kept, rows that know their offset carry it, and are held to the file's name.
 *       Other rows carry the position in the file.
 * </ol>
 */
public final class FileCursor implements Closeable {
    /** Is told of rows that cannot be read. */
    interface Damage {
        /**
         * The rows from one on are bad.
         *
         * @param next the point of the stream that follows on the row before
         * @throws ParquetException when that fails the task
         */
        void found(FileReader file, long row, StreamPoint next, ParquetException defect) throws IOException;
    }

    private final TrackedFile tracked;
    private final FileReader open;
    private final NameCheck check;
    private final Damage damage;
    private final LongConsumer openFiles;
    private final Map<String, String> filePartition;
    private final StreamPoint last;
    private final double bytesPerRow;

    private StoredRecord record;
    private StreamPoint point = StreamPoint.START;
    private long row;
    private boolean given;

    /** Null until it is asked for. */
    private FilePosition positionAfter;

    private boolean begun;
    private boolean hasAhead;
    private StoredRecord ahead;
    private StreamPoint pointAhead = StreamPoint.START;
    private long rowAhead;
    private Exception trouble;
    private Optional<FilePosition> endBeforeDamage = Optional.empty();
    private boolean closed;

    /**
     * @param check what the rows are held to
     * @param openFiles is told how many more files are open
     */
    FileCursor(TrackedFile tracked, FileReader open, NameCheck check, Damage damage, LongConsumer openFiles) {
        this.tracked = tracked;
        this.open = open;
        this.check = check;
        this.damage = damage;
        this.openFiles = openFiles;
        this.last = tracked.file.last();
        this.bytesPerRow = (double) tracked.file.bytes() / Math.max(1, open.rows());
        openFiles.accept(1);
        this.filePartition = new SourcePartition.OfFile(tracked.file.path()).toMap();
    }

    /** Goes to the next row, or says that there is none. */
    boolean advance() throws IOException {
        if (!begun) {
            begun = true;
            lookAhead();
        }
        throwTrouble();
        if (!hasAhead) {
            return false;
        }
        record = ahead;
        point = pointAhead;
        row = rowAhead;
        positionAfter = null;
        try {
            lookAhead();
        } catch (IOException | RuntimeException e) {
            trouble = e;
        }
        return true;
    }

    private void throwTrouble() throws IOException {
        if (trouble instanceof IOException e) {
            throw e;
        } else if (trouble instanceof RuntimeException e) {
            throw e;
        }
    }

    private void lookAhead() throws IOException {
        do {
            boolean wasAhead = hasAhead;
            hasAhead = false;
            long behind = wasAhead ? rowAhead + 1 : open.start().row();
            try {
                if (!open.next()) {
                    ahead = null;
                    return;
                }
                ahead = open.record();
                rowAhead = open.row();
                check.require(ahead, rowAhead);
            } catch (CorruptFileException | UnsupportedFeatureException e) {
                ahead = null;
                passOver(behind, e);
                return;
            } catch (EOFException e) {
                open.requireUnchanged();
                throw e;
            }
            hasAhead = true;
            pointAhead = check.pointOf(ahead);
        } while (ahead.kafka().isPresent() && pointAhead.isBefore(tracked.from()));
    }

    /** The rest of the file cannot be read. */
    private void passOver(long row, ParquetException defect) throws IOException {
        open.requireUnchanged();
        StreamPoint next = pointAhead.equals(StreamPoint.START) ? file().first() : pointAhead.next();
        damage.found(open, row, next.isBefore(tracked.from()) ? tracked.from() : next, defect);
        endBeforeDamage = Optional.of(open.endLosingFrom(row));
    }

    public DataFile file() {
        return tracked.file;
    }

    TrackedFile tracked() {
        return tracked;
    }

    /** The row that was gone to. */
    public StoredRecord record() {
        return record;
    }

    /** The number of that row in its file, from 0. */
    public long row() {
        return row;
    }

    /** Where that row stands in its stream; a row that does not know its offset stands where its file begins. */
    StreamPoint point() {
        return point;
    }

    /** Whether that row lies before {@code bound} for sure. */
    boolean isBefore(StreamPoint bound) {
        return (record.kafka().isPresent() ? point : last).isBefore(bound);
    }

    /** Whether that row was sent meanwhile, from another file. */
    boolean isSent() {
        return record.kafka().isPresent() && point.isBefore(tracked.from());
    }

    /** What a row takes in the file, on average. */
    public double bytesPerRow() {
        return bytesPerRow;
    }

    /** Whether no other row comes after that row. */
    boolean isLast() {
        return !hasAhead && trouble == null;
    }

    /** Whether the row after that one is of another row group. */
    public boolean endsRowGroup() {
        return isLast() || trouble == null && open.rowGroup(row) != open.rowGroup(rowAhead);
    }

    /** Whether rows of the file were sent, now or earlier, and others were not. */
    boolean isHalfSent() {
        return given || open.start().row() > 0;
    }

    /** The offset that the record of the current row carries. */
    public SourceOffset offset() {
        long number = tracked.receipt.nextNumber();
        return check.keepsOffsetOf(record)
                ? new SourceOffset(tracked.stream.partition(), point.next().toMap(), tracked.receipt, number)
                : new SourceOffset(filePartition, positionAfter().toMap(), tracked.receipt, number);
    }

    /** The position in the file behind the current row. */
    private FilePosition positionAfter() {
        if (positionAfter == null) {
            positionAfter = isLast() ? end() : open.at(row + 1);
        }
        return positionAfter;
    }

    /** Notes that the record of the current row is in a batch: reading goes on behind this row, whatever fails. */
    public void markSent() {
        given = true;
        tracked.nextRow = row + 1;
        tracked.receipt.recordSent();
        if (isLast()) {
            tracked.receipt.complete();
        }
        if (check.keepsOffsetOf(record)) {
            tracked.stream.sent(point);
        } else {
            tracked.position = Optional.of(positionAfter());
        }
    }

    /** The position behind all rows. */
    FilePosition end() {
        return endBeforeDamage.orElseGet(open::end);
    }

    /** Whether not all rows of the file can be read. */
    boolean isBad() {
        return endBeforeDamage.isPresent() || open.bad().isPresent();
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            openFiles.accept(-1);
        }
        open.close();
    }
}
