package io.parquetry.connect.source.read;

import io.parquetry.connect.source.errors.RowRange;
import io.parquetry.format.metadata.RowGroupMetadata;
import java.util.Arrays;
import java.util.List;

/** Which rows of a file are in which row group. */
final class RowGroups {
    /** For each row group, the row after its last one. */
    private final long[] ends;

    RowGroups(List<RowGroupMetadata> rowGroups) {
        this.ends = new long[rowGroups.size()];
        long end = 0;
        for (int i = 0; i < ends.length; i++) {
            end += rowGroups.get(i).rows();
            ends[i] = end;
        }
    }

    int count() {
        return ends.length;
    }

    /** The rows of a row group. */
    RowRange rows(int rowGroup) {
        return new RowRange(rowGroup == 0 ? 0 : ends[rowGroup - 1], ends[rowGroup]);
    }

    /** The row group of a row. */
    int of(long row) {
        int found = Arrays.binarySearch(ends, row);
        int group = found < 0 ? -found - 1 : found + 1;
        while (group < ends.length && ends[group] == row) {
            group++;
        }
        return group;
    }
}
