package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.internal.column.read.ChunkLimits;
import io.parquetry.format.internal.rowgroup.ColumnRows.RowComparator;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sorts the rows of a row group: rows are collected unsorted in one {@link RowGroupWriter} and moved in order into
 * another. The sort is stable.
 *
 * <p>Columns are moved one after the other, so that only one column and the sorting columns are in memory in decoded
 * form. {@link #checkCapacity} bounds their size.
 */
public final class RowSorter {
    /** Bytes of the decoded form of one column, which also keeps arrays below their greatest length. */
    private static final long COLUMN_BYTES_MAX = 1 << 30;

    private final List<LeafColumn> leaves;
    private final List<Key> keys;
    private final ChunkLimits limits;

    /** A column by which rows are sorted. */
    public record Key(LeafColumn leaf, ValueOrder order, boolean descending, boolean nullsFirst) {
        public Key {
            if (leaf.maxRepetitionLevel() > 0 || order == ValueOrder.NONE) {
                throw new IllegalArgumentException(leaf.dottedPath() + " has no order by row");
            }
        }
    }

    /**
     * @param leaves all columns, in schema order
     * @param keys most significant first
     * @param limits for reading back the collected rows; wide enough for any page
     */
    public RowSorter(List<LeafColumn> leaves, List<Key> keys, ChunkLimits limits) {
        this.leaves = List.copyOf(leaves);
        this.keys = List.copyOf(keys);
        this.limits = limits;
    }

    /** Estimates the decoded size; true if more rows can still be sorted. Visits every column. */
    public boolean checkCapacity(RowGroupWriter collected, long rowGroupBytesMax) {
        return collected.estimateLargestColumn() < Math.min(rowGroupBytesMax, COLUMN_BYTES_MAX);
    }

    /** Moves all rows in order; {@code from} is empty afterwards and starts a new row group. */
    public void move(RowGroupWriter from, RowGroupWriter to) throws IOException {
        int rows = Math.toIntExact(from.rows());
        Map<LeafColumn, ColumnRows> decoded = new HashMap<>();
        List<RowComparator> comparators = new ArrayList<>();
        for (Key key : keys) {
            ColumnRows column = decoded.get(key.leaf());
            if (column == null) {
                column = from.take(key.leaf(), limits);
                decoded.put(key.leaf(), column);
            }
            comparators.add(comparator(key, column));
        }
        int[] order = StableSort.order(rows, (left, right) -> compare(comparators, left, right));
        for (LeafColumn leaf : leaves) {
            ColumnRows column = decoded.remove(leaf);
            (column == null ? from.take(leaf, limits) : column).writeTo(to.column(leaf.ordinal()), order);
        }
        from.startOver();
        to.keepRows(rows);
    }

    private static int compare(List<RowComparator> comparators, int left, int right) {
        for (RowComparator comparator : comparators) {
            int result = comparator.compare(left, right);
            if (result != 0) {
                return result;
            }
        }
        return 0;
    }

    private static RowComparator comparator(Key key, ColumnRows column) {
        RowComparator ascending = column.comparator(key.order());
        RowComparator values = key.descending() ? (left, right) -> ascending.compare(right, left) : ascending;
        int nullFirst = key.nullsFirst() ? -1 : 1;
        return (left, right) -> {
            boolean leftNull = column.isNull(left);
            boolean rightNull = column.isNull(right);
            if (leftNull || rightNull) {
                return leftNull && rightNull ? 0 : leftNull ? nullFirst : -nullFirst;
            }
            return values.compare(left, right);
        };
    }
}
