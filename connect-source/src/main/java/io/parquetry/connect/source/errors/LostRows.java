package io.parquetry.connect.source.errors;

import io.parquetry.connect.source.offset.StreamPoint;
import java.util.Objects;
import java.util.Optional;

/**
 * Rows of a bad file that are not sent.
 *
 * @param rows empty when not even their number is known
 * @param offsets for a file of the Parquetry sink, the range of stored offsets that the rows are in
 */
public record LostRows(Optional<RowRange> rows, Optional<Offsets> offsets) {
    /**
     * A range of stored offsets; the rows need not have all of them.
     *
     * @param first the smallest offset that a row can have
     * @param last the largest offset that a row can have
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

    public LostRows {
        Objects.requireNonNull(rows, "rows");
        Objects.requireNonNull(offsets, "offsets");
    }

    @Override
    public String toString() {
        return rows.map(RowRange::toString).orElse("all rows")
                + offsets.map(known -> " (within " + known + ")").orElse("");
    }
}
