package io.parquetry.connect.source.read;

import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.errors.RowRange;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.SentPoints;
import java.util.Objects;
import java.util.Optional;

/**
 * What of a file was sent before it is opened.
 *
 * @param position how far the file of this path was sent; empty when none of its rows were
 * @param nextRow the row after the last one that was sent; 0 when none was
 * @param claimed the file of this path of which this connector has sent all rows before the stream's position; empty
 *     when there is no such file
 * @param sentPoints which rows with a stored offset were sent, in whatever file
 * @param sendsWholeRows whether rows are sent with all their columns
 * @param mixed the rows that were sent while the file changed; empty when it was not seen to change
 * @param read the bytes that were read of the file until it was closed before its end; empty when they are not known
 */
public record SentSoFar(
        Optional<FilePosition> position,
        long nextRow,
        Optional<FileIdentity> claimed,
        SentPoints sentPoints,
        boolean sendsWholeRows,
        Optional<RowRange> mixed,
        Optional<ContentHash> read) {
    public SentSoFar {
        Objects.requireNonNull(position, "position");
        Objects.requireNonNull(claimed, "claimed");
        Objects.requireNonNull(sentPoints, "sentPoints");
        Objects.requireNonNull(mixed, "mixed");
        Objects.requireNonNull(read, "read");
    }

    /** Whether this connector has sent all rows before the stream's position from this file. */
    boolean claims(FileIdentity file, StoredFile listed) {
        return claimed.filter(sent -> sent.footer().equals(file.footer()) && sent.isOf(listed))
                .isPresent();
    }

    /** Whether the file was seen to change while it was read. */
    boolean hasChanged() {
        return mixed.isPresent();
    }

    /** How many rows were sent; rows that could not be read are passed over, and were not. */
    long rows() {
        return nextRow - lost();
    }

    private long lost() {
        return position.map(FilePosition::lost).orElse(0L);
    }

    /** What to say of rows that could not be read, and of those that may be mixed of old and new content. */
    String remarks() {
        String lost = lost() == 0 ? "" : ", and " + lost() + " could not be read";
        return lost
                + mixed.filter(rows -> rows.count() > 0)
                        .map(rows -> ", and " + rows.count() + " of these (" + rows
                                + ") were read while it changed and may be mixed of old and new content")
                        .orElse("");
    }
}
