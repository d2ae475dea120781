package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.internal.rowgroup.ColumnRows.RowComparator;

/** A stable merge sort of row numbers, without an object for each row. */
final class StableSort {
    /** Runs of this length are sorted by insertion. */
    private static final int RUN = 16;

    private StableSort() {}

    /** The numbers from 0 up to {@code count} in order. */
    static int[] order(int count, RowComparator comparator) {
        int[] rows = new int[count];
        for (int i = 0; i < count; i++) {
            rows[i] = i;
        }
        for (int from = 0; from < count; from += RUN) {
            sortRun(rows, from, Math.min(from + RUN, count), comparator);
        }
        int[] other = new int[count];
        for (long width = RUN; width < count; width *= 2) {
            for (long from = 0; from < count; from += 2 * width) {
                int middle = (int) Math.min(from + width, count);
                int to = (int) Math.min(from + 2 * width, count);
                merge(rows, (int) from, middle, to, other, comparator);
            }
            int[] merged = other;
            other = rows;
            rows = merged;
        }
        return rows;
    }

    private static void sortRun(int[] rows, int from, int to, RowComparator comparator) {
        for (int i = from + 1; i < to; i++) {
            int row = rows[i];
            int at = i;
            while (at > from && comparator.compare(rows[at - 1], row) > 0) {
                rows[at] = rows[at - 1];
                at--;
            }
            rows[at] = row;
        }
    }

    private static void merge(int[] rows, int from, int middle, int to, int[] into, RowComparator comparator) {
        if (middle >= to || comparator.compare(rows[middle - 1], rows[middle]) <= 0) {
            System.arraycopy(rows, from, into, from, to - from); // already in order, as rows often come
            return;
        }
        int left = from;
        int right = middle;
        for (int at = from; at < to; at++) {
            boolean takeLeft = right >= to || left < middle && comparator.compare(rows[left], rows[right]) <= 0;
            into[at] = takeLeft ? rows[left++] : rows[right++];
        }
    }
}
