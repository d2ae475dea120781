package io.parquetry.connect.source.read;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.errors.RowRange;
import io.parquetry.connect.source.offset.FilePosition;
import java.io.EOFException;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

/**
 * What becomes of a file while its rows are sent: whether it is changed, what of it is damaged, and how much of it was
 * sent.
 *
 * <ol type="a">
 *   <li>A file without a version is compared after each row group and before the last row is given: a writer that
 *       overwrites the file in place would mix old and new rows, and the position after the last row would say that all
 *       of the file was sent. Of a file with a version, reading fails once another version takes its path.
 *   <li>Rows are counted as sent from the first row of the file on, as far as there is no gap. A file whose count is
 *       the number of its rows was sent whole.
 * </ol>
 */
final class FileWatch {
    private final Storage storage;
    private final DataFile file;
    private final HashedFile hashed;
    private final RowGroups rowGroups;
    private final FilePosition start;
    private final FileDamage damage;
    private final SentSoFar sent;
    private final boolean isClaimed;

    /** The current row; 0 before the first one. */
    private long row;

    /** So many rows were sent, from the first one without a gap. */
    private long sentRows;

    /** The row after the row group that is being read; the file is compared there. */
    private long groupEnd;

    /** The first row that was given since the file was compared. */
    private long comparedAt;

    private Optional<FilePosition> endBeforeDamage = Optional.empty();

    /**
     * @param hashed the bytes of the file
     * @param start the position of the first row to read
     */
    FileWatch(
            Storage storage,
            DataFile file,
            HashedFile hashed,
            RowGroups rowGroups,
            FilePosition start,
            FileDamage damage,
            SentSoFar sent) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.file = Objects.requireNonNull(file, "file");
        this.hashed = Objects.requireNonNull(hashed, "hashed");
        this.rowGroups = Objects.requireNonNull(rowGroups, "rowGroups");
        this.start = Objects.requireNonNull(start, "start");
        this.damage = Objects.requireNonNull(damage, "damage");
        this.sent = Objects.requireNonNull(sent, "sent");
        this.isClaimed = sent.claims(start.file().orElseThrow(), file.stored());
        this.sentRows = start.sent();
        this.groupEnd = rows() == start.row() ? rows() : groupEnd(start.row());
        this.comparedAt = start.row();
    }

    FilePosition start() {
        return start;
    }

    /** The number of rows in the file. */
    long rows() {
        return start.file().orElseThrow().rows();
    }

    /** The row is given: it is the current one. */
    void moveTo(long given) {
        row = given;
    }

    /**
     * A row was read after the current one. Where a row group begins, the file is compared.
     *
     * @throws ChangedFileException when it has changed
     */
    void read(long ahead) throws IOException {
        if (ahead >= groupEnd) {
            compare();
            groupEnd = groupEnd(ahead);
        }
    }

    /** A row that was sent before was read. Reading may begin before the first unsent row, which is sought by pages. */
    void countRepeated(long repeated) {
        if (isClaimed && repeated == sentRows) {
            sentRows++;
        }
    }

    /**
     * No row comes after the current one. The footer of a file without a version is compared too: who overwrites a file
     * in place can put its size and time back.
     *
     * @throws ChangedFileException when it has changed
     */
    void endReached() throws IOException {
        compare();
        if (!file.stored().hasVersion() && !hasFooter()) {
            throw new ChangedFileException(file, file.bytes(), file.modifiedMs(), mixed());
        }
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
            throw new ChangedFileException(file, now.get().bytes(), now.get().modifiedMs(), mixed());
        }
        comparedAt = Math.max(comparedAt, row);
    }

    /** The rows that were given since the file was compared. */
    private RowRange mixed() {
        return new RowRange(comparedAt, Math.max(comparedAt, row));
    }

    private boolean hasFooter() throws IOException {
        try {
            return FileTail.of(hashed.wrapped())
                    .footerHash()
                    .equals(start.file().orElseThrow().footer());
        } catch (IncompleteFileException | EOFException overwritten) {
            return false;
        }
    }

    /**
     * Checks whether a failure can come from a writer that changes the file at this moment.
     *
     * @throws IncompleteFileException when the file is no longer the one that was opened
     */
    void requireUnchanged() throws IOException {
        compare();
        FileTail.requireUnchanged(storage, file, start.file().orElseThrow().footer());
    }

    /** The rest of the file, from a row on, is lost. */
    void passOverRest(long firstBad) {
        endBeforeDamage = Optional.of(start.at(rows()).losing(damage.lostBefore(firstBad) + rows() - firstBad));
    }

    /** Whether some rows of the file cannot be read, as far as is known now. */
    boolean isBad() {
        return endBeforeDamage.isPresent() || !damage.isEmpty();
    }

    /** The bytes that were read of the file so far; empty when they are not known. */
    Optional<ContentHash> bytesRead() {
        return hashed.read();
    }

    /** Whether a row group ends between two rows. */
    boolean isGroupBoundary(long before, long after) {
        return rowGroups.of(before) != rowGroups.of(after);
    }

    private long groupEnd(long of) {
        return rowGroups.rows(rowGroups.of(of)).to();
    }

    /** The position after the current row, when it is in a batch. */
    FilePosition afterRow() {
        return at(row + 1).sending(sentRowsAfter());
    }

    /** The position after all rows, when the current one, which is the last, is in a batch. */
    FilePosition endAfterRow() {
        return end().sending(sentRowsAfter());
    }

    /** The position after all rows. */
    FilePosition end() {
        FilePosition end = endBeforeDamage.orElseGet(() -> at(rows())).sending(sentRows);
        return hashed.contentHash().map(end::withContent).orElse(end);
    }

    private FilePosition at(long nextRow) {
        FilePosition position = start.at(nextRow);
        return damage.isEmpty() ? position : position.losing(damage.lostBefore(nextRow));
    }

    private long sentRowsAfter() {
        return isSentUpToHere() && sent.sendsWholeRows() ? row + 1 : sentRows;
    }

    /** Counts the current row, which is in a batch. */
    void countSent() {
        sentRows = sentRowsAfter();
    }

    /** Whether all rows before the current one were sent. */
    boolean isSentUpToHere() {
        return sentRows == row;
    }
}
