package io.parquetry.connect.source.read;

import io.parquetry.connect.source.errors.RowRange;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.StreamPoint;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What of a file was sent before it is opened.
 *
 * @param position how far the file of this path was sent; empty when none of its rows were
 * @param claimedFooter the footer of the file of this path of which this connector has sent all rows before the
 *     stream's position; empty when there is no such file
 * @param streamPosition of rows with a stored offset, all before this point were sent, in whatever file
 * @param sendsWholeRows whether rows are sent with all their columns
 * @param mixed rows that were sent while the file changed; empty when there are none
 */
public record SentSoFar(
        Optional<FilePosition> position,
        Optional<String> claimedFooter,
        Supplier<StreamPoint> streamPosition,
        boolean sendsWholeRows,
        Optional<RowRange> mixed) {
    public SentSoFar {
        Objects.requireNonNull(position, "position");
        Objects.requireNonNull(claimedFooter, "claimedFooter");
        Objects.requireNonNull(streamPosition, "streamPosition");
        Objects.requireNonNull(mixed, "mixed");
    }

    /** Whether this connector has sent all rows before the stream's position from the file with this footer. */
    boolean claims(String footer) {
        return claimedFooter.filter(footer::equals).isPresent();
    }

    /** What to say of the rows that may be mixed of old and new content; "" when there are none. */
    String mixedRows() {
        return mixed.map(rows -> ", and " + rows.count() + " of these (" + rows
                        + ") were read while it changed and may be mixed of old and new content")
                .orElse("");
    }

    /** So many rows, from the first one without a gap, were sent. */
    long rows() {
        return position.map(FilePosition::sent).orElse(0L);
    }
}
