package io.parquetry.connect.source.read;

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
 */
public record SentSoFar(
        Optional<FilePosition> position,
        Optional<String> claimedFooter,
        Supplier<StreamPoint> streamPosition,
        boolean sendsWholeRows) {
    public SentSoFar {
        Objects.requireNonNull(position, "position");
        Objects.requireNonNull(claimedFooter, "claimedFooter");
        Objects.requireNonNull(streamPosition, "streamPosition");
    }

    /** Whether this connector has sent all rows before the stream's position from the file with this footer. */
    boolean claims(String footer) {
        return claimedFooter.filter(footer::equals).isPresent();
    }

    /** So many rows, from the first one without a gap, were sent. */
    long rows() {
        return position.map(FilePosition::sent).orElse(0L);
    }
}
