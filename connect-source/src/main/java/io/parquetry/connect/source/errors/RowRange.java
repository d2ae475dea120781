package io.parquetry.connect.source.errors;

/**
 * Consecutive rows of a file, counted from 0.
 *
 * @param from the first row
 * @param to the row after the last one
 */
public record RowRange(long from, long to) {
    public RowRange {
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("there are no rows " + from + " to " + (to - 1));
        }
    }

    public long count() {
        return to - from;
    }

    @Override
    public String toString() {
        return count() == 1 ? "row " + from : "rows " + from + " to " + (to - 1);
    }
}
