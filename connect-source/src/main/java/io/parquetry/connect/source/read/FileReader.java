package io.parquetry.connect.source.read;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.storage.ReplacedFileException;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
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
 * The rows of one open file, from the first unsent one.
 *
 * <ol type="a">
 *   <li>The reader is one row ahead of the current row, so that it knows which row is the last one. A failure at the
 *       next row is thrown when that row becomes the current one. Bad rows are reported before the last good row before
 *       them is given, because the offset of that row is the position after the bad ones.
 *   <li>Where the offset of the stream is kept, rows with a stored offset are checked against the file's name, and
 *       their records carry the offset of the stream. All other records carry the position in the file.
 *   <li>Row groups that an integrity scan found bad are not read.
 *   <li>A file without a version is compared after each row group and before the last row is given: a writer that
 *       overwrites the file in place would mix old and new rows, and the position after the last row would say that all
 *       of the file was sent. Of a file with a version, reading fails once another version takes its path.
 *   <li>Rows are counted as sent from the first row of the file on, as far as there is no gap. A file whose count is
 *       the number of its rows was sent whole.
 * </ol>
 */
public final class FileReader implements Closeable {
    /** Is told of rows that cannot be read, before they are passed over. */
    public interface BadRows {
        /** @throws ParquetException the defect, when bad files fail the task */
        void report(BadFile bad, ParquetException defect) throws IOException;
    }

    /** Gives the selected rows of the file from a row on. */
    interface Rows {
        RecordCursor<StoredRecord> from(long row) throws IOException;
    }

    /**
     * Where the rows come from.
     *
     * @param hashed the file that the reader reads
     * @param claim the memory of the file
     * @param estimate of that memory
     */
    record Source(
            ParquetReader reader, HashedFile hashed, Rows rows, OpenFileMemory.Claim claim, MemoryEstimate estimate) {
        Source {
            Objects.requireNonNull(reader, "reader");
            Objects.requireNonNull(hashed, "hashed");
            Objects.requireNonNull(rows, "rows");
            Objects.requireNonNull(claim, "claim");
            Objects.requireNonNull(estimate, "estimate");
        }
    }

    private final Storage storage;
    private final DataFile file;
    private final Source source;
    private final RowGroups rowGroups;
    private final FilePosition start;
    private final FileDamage damage;
    private final RowOffsetValidator validator;
    private final SentSoFar sent;
    private final boolean isClaimed;
    private final BadRows badRows;
    private final StreamPoint last;

    private final FileNeighbours neighbours;

    /** Whether the footer says that the sink wrote the file under its name. */
    private final boolean isOfSink;

    private final double bytesPerRow;

    /** The ranges of rows that are still to be read. */
    private final Deque<RowRange> ranges = new ArrayDeque<>();

    private RecordCursor<StoredRecord> cursor;

    private StoredRecord record;
    private StreamPoint point = StreamPoint.START;
    private long row;

    /** So many rows were sent, from the first one without a gap. */
    private long sentRows;

    /** Null until it is asked for. */
    private FilePosition positionAfter;

    private boolean started;
    private boolean hasAhead;
    private StoredRecord ahead;
    private StreamPoint pointAhead = StreamPoint.START;
    private long rowAhead;
    private Exception failure;
    private Optional<FilePosition> endBeforeDamage = Optional.empty();

    /** The row after the row group that is being read; the file is compared there. */
    private long groupEnd;

    /** The first row that was given since the file was compared. */
    private long comparedAt;

    /**
     * @param start the position of the first row to read
     * @param sent what was sent before, and, at any moment, the first unsent point of the file's stream
     */
    FileReader(
            Storage storage,
            DataFile file,
            Source source,
            FilePosition start,
            FileDamage damage,
            RowOffsetValidator validator,
            SentSoFar sent,
            BadRows badRows) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.file = Objects.requireNonNull(file, "file");
        this.source = Objects.requireNonNull(source, "source");
        this.rowGroups = new RowGroups(source.reader().metadata().rowGroups());
        this.start = Objects.requireNonNull(start, "start");
        this.damage = Objects.requireNonNull(damage, "damage");
        this.validator = Objects.requireNonNull(validator, "validator");
        this.sent = Objects.requireNonNull(sent, "sent");
        this.isClaimed = sent.claims(start.file().orElseThrow(), file.stored());
        this.sentRows = start.sent();
        this.groupEnd = rows() == start.row() ? rows() : groupEnd(start.row());
        this.comparedAt = start.row();
        this.badRows = Objects.requireNonNull(badRows, "badRows");
        this.last = file.last();
        this.neighbours = FileNeighbours.of(file, source.reader().metadata());
        this.isOfSink = file.isNamedBy(key -> source.reader().metadata().keyValue(key));
        this.bytesPerRow = (double) file.bytes() / Math.max(1, rows());
        damage.readable().stream()
                .filter(range -> range.to() > start.row())
                .map(range -> new RowRange(Math.max(range.from(), start.row()), range.to()))
                .forEach(ranges::add);
    }

    /** Makes the next unsent row the current one; false when there is none. */
    public boolean next() throws IOException {
        if (!started) {
            started = true;
            readAhead();
        }
        throwFailure();
        if (!hasAhead) {
            return false;
        }
        record = ahead;
        point = pointAhead;
        row = rowAhead;
        positionAfter = null;
        try {
            readAhead();
        } catch (ChangedFileException e) {
            failure = e;
            throw e;
        } catch (IOException | RuntimeException e) {
            failure = e;
        }
        return true;
    }

    private void throwFailure() throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        } else if (failure instanceof RuntimeException e) {
            throw e;
        }
    }

    private void readAhead() throws IOException {
        while (true) {
            boolean hadAhead = hasAhead;
            hasAhead = false;
            long rowAfter = hadAhead ? rowAhead + 1 : start.row();
            try {
                if (!nextInFile()) {
                    ahead = null;
                    compare();
                    compareFooter();
                    return;
                }
                ahead = cursor.record();
                rowAhead = cursor.row();
                validator.validate(ahead, rowAhead);
            } catch (CorruptFileException | UnsupportedFeatureException e) {
                ahead = null;
                passOverRest(rowAfter, e);
                return;
            } catch (EOFException e) {
                requireUnchanged();
                throw e;
            } catch (ReplacedFileException e) {
                throw new IncompleteFileException(e);
            }
            if (rowAhead >= groupEnd) {
                compare();
                groupEnd = groupEnd(rowAhead);
            }
            hasAhead = true;
            pointAhead = validator.pointOf(ahead);
            if (ahead.kafka().isEmpty() || !sent.sentPoints().isSent(pointAhead)) {
                return;
            }
            // Reading may begin before the first unsent row, which is sought by pages.
            if (isClaimed && rowAhead == sentRows) {
                sentRows++;
            }
        }
    }

    private long groupEnd(long of) {
        return rowGroups.rows(rowGroups.of(of)).to();
    }

    /**
     * Compares a file without a version with what was listed. A file that has gone is still open, and its content does
     * not change.
     *
     * @throws ChangedFileException when it has changed; the current row may be mixed and is not given
     */
    private void compare() throws IOException {
        if (file.stored().hasVersion()) {
            return;
        }
        Optional<StoredFile> now = storage.find(file.path()).filter(found -> !found.isSameAs(file.stored()));
        if (now.isPresent()) {
            throw new ChangedFileException(
                    file,
                    now.get().bytes(),
                    now.get().modifiedMs(),
                    new RowRange(comparedAt, Math.max(comparedAt, row)));
        }
        comparedAt = Math.max(comparedAt, row);
    }

    /**
     * Compares the footer of a file without a version, before its last row is given: who overwrites a file in place can
     * put its size and time back.
     */
    private void compareFooter() throws IOException {
        if (!file.stored().hasVersion() && !hasFooter()) {
            throw new ChangedFileException(
                    file, file.bytes(), file.modifiedMs(), new RowRange(comparedAt, Math.max(comparedAt, row)));
        }
    }

    private boolean hasFooter() throws IOException {
        try {
            return FileTail.of(source.hashed().file())
                    .footerHash()
                    .equals(start.file().orElseThrow().footer());
        } catch (IncompleteFileException | EOFException overwritten) {
            return false;
        }
    }

    /** The rest of the file, from a row on, cannot be read. */
    private void passOverRest(long firstBad, ParquetException defect) throws IOException {
        requireUnchanged();
        StreamPoint next = pointAhead.equals(StreamPoint.START) ? file.first() : pointAhead.next();
        StreamPoint unsent = sent.sentPoints().firstUnsent(next, file.last());
        badRows.report(damage.withRest(firstBad, next.isBefore(unsent) ? unsent : next, defect), defect);
        endBeforeDamage = Optional.of(start.at(rows()).losing(damage.lostBefore(firstBad) + rows() - firstBad));
    }

    private boolean nextInFile() throws IOException {
        while (!ranges.isEmpty()) {
            if (cursor == null) {
                cursor = source.rows().from(ranges.peek().from());
            }
            if (nextInRange()) {
                return true;
            }
            ranges.remove();
            cursor = null;
        }
        return false;
    }

    /**
     * The cursor searches for a selected row after the range, too, where it may meet a defect that is already known.
     */
    private boolean nextInRange() throws IOException {
        try {
            return cursor.next() && cursor.row() < ranges.peek().to();
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            ParquetException placed = e.at(Place.of(file.path()));
            if (damage.includes(placed)) {
                return false;
            }
            throw placed;
        }
    }

    /**
     * Checks whether a failure can come from a writer that changes the file at this moment.
     *
     * @throws IncompleteFileException when the file is no longer the one that was opened
     */
    private void requireUnchanged() throws IOException {
        compare();
        FileTail.requireUnchanged(storage, file, start.file().orElseThrow().footer());
    }

    public DataFile file() {
        return file;
    }

    /** The position of the first row to read. */
    public FilePosition start() {
        return start;
    }

    /** The number of rows in the file. */
    public long rows() {
        return start.file().orElseThrow().rows();
    }

    /** The current row. */
    public StoredRecord record() {
        return record;
    }

    /** The number of the current row in its file, from 0. */
    public long row() {
        return row;
    }

    /** The point of the current row in its stream; that of the file's begin for a row without a stored offset. */
    public StreamPoint point() {
        return point;
    }

    /** Whether the record of the current row carries the offset of the stream. */
    public boolean keepsStreamOffset() {
        return validator.keepsOffsetOf(record);
    }

    /** The position in the file after the current row. */
    public FilePosition positionAfter() {
        if (positionAfter == null) {
            positionAfter = (isLast() ? end() : at(row + 1)).sending(sentRowsAfter());
        }
        return positionAfter;
    }

    private FilePosition at(long nextRow) {
        FilePosition position = start.at(nextRow);
        return damage.isEmpty() ? position : position.losing(damage.lostBefore(nextRow));
    }

    private long sentRowsAfter() {
        return isSentUpToHere() && sent.sendsWholeRows() ? row + 1 : sentRows;
    }

    /** Counts the current row, which is in a batch. */
    public void countSent() {
        sentRows = sentRowsAfter();
    }

    /** Whether all rows before the current one were sent. */
    public boolean isSentUpToHere() {
        return sentRows == row;
    }

    /** The position after all rows. */
    public FilePosition end() {
        FilePosition end = endBeforeDamage.orElseGet(() -> at(rows())).sending(sentRows);
        return source.hashed().contentHash().map(end::withContent).orElse(end);
    }

    /**
     * Whether the current row is certainly before a point of the stream. A row without a stored offset is, if the sink
     * did not write its file: it has no place in the stream, and would hold the stream for ever.
     */
    public boolean isBefore(StreamPoint bound) {
        return record.kafka().isPresent() ? point.isBefore(bound) : !isOfSink || last.isBefore(bound);
    }

    /** Whether the current row has been sent meanwhile, from another file. */
    public boolean isSent() {
        return record.kafka().isPresent() && sent.sentPoints().isSent(point);
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
        return !hasAhead && failure == null;
    }

    /** Whether the next row is in another row group. */
    public boolean endsRowGroup() {
        return isLast() || failure == null && rowGroups.of(row) != rowGroups.of(rowAhead);
    }

    /** Whether some rows of the file cannot be read, as far as is known now. */
    public boolean isBad() {
        return endBeforeDamage.isPresent() || !damage.isEmpty();
    }

    /** The defects that the integrity scan found; empty when there are none, or no scan was made. */
    public Optional<BadFile> bad() {
        return damage.bad();
    }

    /** Accounts for the memory that the file really holds. */
    public void accountMemory() {
        MemoryEstimate estimate = source.estimate();
        source.claim()
                .set(estimate.objectBytes()
                        + Math.max(estimate.pageBytes(), source.reader().heldBytes()));
    }

    @Override
    public void close() throws IOException {
        source.claim().close();
        source.reader().close();
    }
}
