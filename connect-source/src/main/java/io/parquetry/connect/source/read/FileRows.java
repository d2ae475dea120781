package io.parquetry.connect.source.read;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.storage.ReplacedFileException;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.errors.BadFile;
import io.parquetry.connect.source.errors.RowRange;
import io.parquetry.connect.source.memory.OpenFileMemory;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.MemoryEstimate;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.RecordCursor;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;

/**
 * The rows of one open file, from the first unsent one. {@link FileWatch} knows what became of the file meanwhile.
 *
 * <ol type="a">
 *   <li>One step is read ahead of the current row, so that the last row is known as the last one. A failure of that
 *       step is thrown when the step is taken; only that the file has changed is thrown at once, since the current row
 *       may be mixed. Bad rows are reported before the last good row before them is given, because the offset of that
 *       row is the position after the bad ones.
 *   <li>Where the offset of the stream is kept, rows with a stored offset are checked against the file's name, and
 *       their records carry the offset of the stream. All other records carry the position in the file.
 *   <li>Row groups that an integrity scan found bad are not read.
 * </ol>
 */
public final class FileRows implements Closeable {
    /** Is told of rows that cannot be read, before they are passed over. */
    public interface BadRows {
        /** @throws ParquetException the defect, when bad files fail the task */
        void report(BadFile bad, ParquetException defect) throws IOException;
    }

    /** Gives the selected rows of the file from a row on. */
    interface SelectedRows {
        RecordCursor<StoredRecord> from(long row) throws IOException;
    }

    /**
     * Where the rows come from.
     *
     * @param reserved the memory of the file
     * @param estimate of that memory
     */
    record Source(
            ParquetReader reader, SelectedRows rows, OpenFileMemory.Reservation reserved, MemoryEstimate estimate) {
        Source {
            Objects.requireNonNull(reader, "reader");
            Objects.requireNonNull(rows, "rows");
            Objects.requireNonNull(reserved, "reserved");
            Objects.requireNonNull(estimate, "estimate");
        }
    }

    /** What a step of the reading came to. */
    private sealed interface Step {}

    /** A row. There are two, which take turns: an object for each row of the file would slow the source. */
    private static final class Row implements Step {
        private StoredRecord record;
        private long number;

        /** That of the file's begin for a row without a stored offset. */
        private StreamPoint point;

        private void set(StoredRecord nextRecord, long nextNumber, StreamPoint nextPoint) {
            record = nextRecord;
            number = nextNumber;
            point = nextPoint;
        }
    }

    private record End() implements Step {}

    private record Failure(Exception cause) implements Step {
        IOException thrown() throws IOException {
            if (cause instanceof RuntimeException e) {
                throw e;
            }
            throw (IOException) cause;
        }
    }

    private static final End END = new End();

    private final DataFile file;
    private final Source source;
    private final FileWatch watch;
    private final FileDamage damage;
    private final RowOffsetValidator validator;
    private final SentSoFar sent;
    private final boolean isContinued;
    private final BadRows badRows;
    private final FileNeighbours neighbours;

    /** Whether the footer says that the sink wrote the file under its name. */
    private final boolean isOfSink;

    private final double bytesPerRow;

    /** The ranges of rows that are still to be read. */
    private final Deque<RowRange> ranges = new ArrayDeque<>();

    private RecordCursor<StoredRecord> cursor;

    /** Null before the first row. */
    private Row current;

    /** The row that is neither the current one nor the one after it. */
    private Row spare = new Row();

    /** The step after the current row; null before the first row. */
    private Step ahead;

    /** Null until it is asked for. */
    private FilePosition positionAfter;

    /**
     * @param watch of the file from the position of the first row to read
     * @param sent what was sent before, and, at any moment, the first unsent point of the file's stream
     * @param isContinued whether rows of this file were sent before, not only of another one at its path
     */
    FileRows(
            DataFile file,
            Source source,
            FileWatch watch,
            FileDamage damage,
            RowOffsetValidator validator,
            SentSoFar sent,
            boolean isContinued,
            BadRows badRows) {
        this.file = Objects.requireNonNull(file, "file");
        this.source = Objects.requireNonNull(source, "source");
        this.watch = Objects.requireNonNull(watch, "watch");
        this.damage = Objects.requireNonNull(damage, "damage");
        this.validator = Objects.requireNonNull(validator, "validator");
        this.sent = Objects.requireNonNull(sent, "sent");
        this.isContinued = isContinued;
        this.badRows = Objects.requireNonNull(badRows, "badRows");
        this.neighbours = FileNeighbours.of(file, source.reader().metadata());
        this.isOfSink = file.isNamedBy(key -> source.reader().metadata().keyValue(key));
        this.bytesPerRow = (double) file.bytes() / Math.max(1, rows());
        long first = start().row();
        damage.readable().stream()
                .filter(range -> range.to() > first)
                .map(range -> new RowRange(Math.max(range.from(), first), range.to()))
                .forEach(ranges::add);
    }

    /** Makes the next unsent row the current one; false when there is none. */
    public boolean next() throws IOException {
        Step step = ahead == null ? stepAfter(null) : ahead;
        if (step instanceof Row row) {
            spare = current == null ? new Row() : current;
            current = row;
            positionAfter = null;
            watch.moveTo(row.number);
            lookAhead();
            return true;
        }
        ahead = step;
        if (step instanceof Failure failure) {
            throw failure.thrown();
        }
        return false;
    }

    /**
     * Where the next row contradicts the order of offsets, the current one is not given: a position behind its offset
     * could be behind the offsets that come after it, and then a restart would pass over them in silence. Nor is the
     * last row given before the file was compared: no later step would do so.
     */
    private void lookAhead() throws IOException {
        try {
            ahead = stepAfter(current);
        } catch (ChangedFileException e) {
            ahead = new Failure(e);
            throw e;
        } catch (IOException | RuntimeException e) {
            ahead = new Failure(e);
            if (validator.hasFailed() || ranges.isEmpty()) {
                throw e;
            }
        }
    }

    /** @param previous the row before; null at the first one */
    private Step stepAfter(Row previous) throws IOException {
        Row last = previous;
        while (true) {
            Row next;
            try {
                if (!nextInFile()) {
                    watch.endReached();
                    return END;
                }
                next = spare;
                next.set(cursor.record(), cursor.row(), validator.validate(cursor.record(), cursor.row()));
            } catch (CorruptFileException | UnsupportedFeatureException e) {
                passOverRest(last, e);
                return END;
            } catch (EOFException e) {
                watch.requireUnchanged();
                throw e;
            } catch (ReplacedFileException e) {
                throw new IncompleteFileException(e);
            }
            watch.read(next.number);
            if (!isSent(next)) {
                return next;
            }
            watch.countRepeated(next.number);
            last = next;
        }
    }

    /** The rest of the file, after a row, cannot be read. */
    private void passOverRest(Row last, ParquetException defect) throws IOException {
        watch.requireUnchanged();
        long firstBad = last == null ? start().row() : last.number + 1;
        StreamPoint next = last == null || last.point.equals(StreamPoint.START) ? file.first() : last.point.next();
        StreamPoint unsent = sent.sentPoints().firstUnsent(next, file.last());
        badRows.report(damage.withRest(firstBad, next.isBefore(unsent) ? unsent : next, defect), defect);
        watch.passOverRest(firstBad);
    }

    /** Moves the cursor to the next row of the readable ranges; false when there is none. */
    private boolean nextInFile() throws IOException {
        while (!ranges.isEmpty()) {
            if (cursor == null) {
                cursor = source.rows().from(ranges.peek().from());
            }
            try {
                if (cursor.next() && cursor.row() < ranges.peek().to()) {
                    return true;
                }
            } catch (CorruptFileException | UnsupportedFeatureException e) {
                // The cursor searches for a selected row after the range, too, where a known defect may be.
                ParquetException placed = e.at(Place.of(file.path()));
                if (!damage.includes(placed)) {
                    throw placed;
                }
            }
            ranges.remove();
            cursor = null;
        }
        return false;
    }

    public DataFile file() {
        return file;
    }

    /** The position of the first row to read. */
    public FilePosition start() {
        return watch.start();
    }

    /** Whether rows of the file were sent before it was opened, not only of another one at its path. */
    public boolean isContinued() {
        return isContinued;
    }

    /** The bytes that were read of the file so far; empty when they are not known. */
    public Optional<ContentHash> bytesRead() {
        return watch.bytesRead();
    }

    /** The number of rows in the file. */
    public long rows() {
        return watch.rows();
    }

    /** The current row. */
    public StoredRecord record() {
        return current.record;
    }

    /** The number of the current row in its file, from 0. */
    public long row() {
        return current.number;
    }

    /** The point of the current row in its stream; that of the file's begin for a row without a stored offset. */
    public StreamPoint point() {
        return current.point;
    }

    /** Whether the record of the current row carries the offset of the stream. */
    public boolean keepsStreamOffset() {
        return validator.keepsOffsetOf(current.record);
    }

    /** The position in the file after the current row. */
    public FilePosition positionAfter() {
        if (positionAfter == null) {
            positionAfter = isLast() ? watch.endAfterRow() : watch.afterRow();
        }
        return positionAfter;
    }

    /** Counts the current row, which is in a batch. */
    public void countSent() {
        watch.countSent();
    }

    /** Whether all rows before the current one were sent. */
    public boolean isSentUpToHere() {
        return watch.isSentUpToHere();
    }

    /** The position after all rows. */
    public FilePosition end() {
        return watch.end();
    }

    /**
     * Whether the current row is certainly before a point of the stream. A row without a stored offset is, if the sink
     * did not write its file: it has no place in the stream, and would hold the stream for ever.
     */
    public boolean isBefore(StreamPoint bound) {
        return current.record.kafka().isPresent()
                ? current.point.isBefore(bound)
                : !isOfSink || file.last().isBefore(bound);
    }

    /** Whether the current row has been sent meanwhile, from another file. */
    public boolean isSent() {
        return isSent(current);
    }

    private boolean isSent(Row row) {
        return row.record.kafka().isPresent() && sent.sentPoints().isSent(row.point);
    }

    /** What the footer says of the offsets around those of the file. */
    public FileNeighbours neighbours() {
        return neighbours;
    }

    /** The average size of a row in the file. */
    public double bytesPerRow() {
        return bytesPerRow;
    }

    /** Whether no row comes after the current one. */
    public boolean isLast() {
        return ahead instanceof End;
    }

    /** Whether the next row is in another row group. */
    public boolean endsRowGroup() {
        return isLast() || ahead instanceof Row next && watch.isGroupBoundary(current.number, next.number);
    }

    /** Whether some rows of the file cannot be read, as far as is known now. */
    public boolean isBad() {
        return watch.isBad();
    }

    /** The defects that the integrity scan found; empty when there are none, or no scan was made. */
    public Optional<BadFile> bad() {
        return damage.bad();
    }

    /** Accounts for the memory that the file really holds. */
    public void accountMemory() {
        MemoryEstimate estimate = source.estimate();
        source.reserved()
                .set(estimate.objectBytes()
                        + Math.max(estimate.pageBytes(), source.reader().heldBytes()));
    }

    @Override
    public void close() throws IOException {
        source.reserved().close();
        source.reader().close();
    }
}
