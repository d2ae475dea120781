package io.parquetry.format.file;

import io.parquetry.format.internal.rowgroup.RowGroupWriter;
import io.parquetry.format.internal.rowgroup.RowSorter;
import java.io.IOException;

/** The rows of the open row group while they wait to be sorted. */
final class RowsToSort {
    private static final int ROWS_BETWEEN_LOOKS = 4_096;

    private final RowGroupWriter gathered;
    private final RowSorter sorter;
    private final long rowGroupBytesMax;

    /** Bytes of sorted rows in the file for each byte of the estimate for unsorted rows. */
    private double sizeRatio = 1;

    RowsToSort(RowGroupWriter gathered, RowSorter sorter, long rowGroupBytesMax) {
        this.gathered = gathered;
        this.sorter = sorter;
        this.rowGroupBytesMax = rowGroupBytesMax;
    }

    /** The row group that takes unsorted rows. */
    RowGroupWriter gathered() {
        return gathered;
    }

    /** Whether the rows must be sorted and written now, because more could not be sorted. */
    boolean isFull() {
        return gathered.rows() % ROWS_BETWEEN_LOOKS == 0 && !sorter.checkCapacity(gathered, rowGroupBytesMax);
    }

    /** Estimated bytes of the rows in the file, sorted and written now. */
    long estimateBytes() {
        return (long) (gathered.estimateBytes() * sizeRatio);
    }

    /** Moves the rows, sorted, into the row group that is written. */
    void moveTo(RowGroupWriter rowGroup) throws IOException {
        long expected = gathered.estimateBytes();
        sorter.move(gathered, rowGroup);
        sizeRatio = expected == 0 ? 1 : (double) rowGroup.estimateBytes() / expected;
    }
}
