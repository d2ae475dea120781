package io.parquetry.connect.source.errors;

import io.parquetry.connect.source.offset.StreamPoint;
import java.util.Objects;
import java.util.Optional;

/**
 * Rows of a bad file that are not sent.
 *
 * @param rows empty when not even their number is known
 * @param offsets for a file of our sink, between which stored offsets the rows lie
 */
public record Loss(Optional<RowRange> rows, Optional<Offsets> offsets) {
    /**
     * Stored offsets; the rows need not have all of them.
     *
     * @param first the least that one of the rows may have
     * @param last the largest that one of the rows may have
     */
    public record Offsets(StreamPoint first, StreamPoint last) {
        public Offsets {
            Objects.requireNonNull(first, "first");
            Objects.requireNonNull(last, "last");
        }

        @Override
        public String toString() {
            return "offsets " + first.offset() + " to " + last.offset();
        }
    }

    public Loss {
        Objects.requireNonNull(rows, "rows");
        Objects.requireNonNull(offsets, "offsets");
    }

    @Override
    public String toString() {
        return rows.map(RowRange::toString).orElse("all rows")
                + offsets.map(known -> " (within " + known + ")").orElse("");
    }
}
