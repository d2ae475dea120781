package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.internal.statistics.LongRanges;
import io.parquetry.format.internal.statistics.PageStatistics;

/** Finds the pages of one chunk that may have matching rows, by the column index (PageIndex.md). */
final class ColumnIndexFilter {
    private final RowCondition.Column condition;
    private final PageStatistics statistics;
    private final long[] rows;
    private int kept;

    /**
     * @param statistics trusted ones of each page
     * @param rows of each page
     */
    ColumnIndexFilter(RowCondition.Column condition, PageStatistics statistics, long[] rows) {
        this.condition = condition;
        this.statistics = statistics;
        this.rows = rows.clone();
    }

    int pages() {
        return rows.length;
    }

    /** Number of pages that {@link #findRows} has kept. */
    int kept() {
        return kept;
    }

    /** Finds the rows, within the row group, of the pages that may have matching rows. */
    LongRanges findRows() {
        int pages = pages();
        LongRanges.Builder ranges = new LongRanges.Builder(pages);
        // Where the column is null, the group around it may still be present.
        boolean mayMatchNulls = condition.nullWanted() || !condition.isOfLeaf();
        long firstRow = 0;
        for (int page = 0; page < pages; page++) {
            boolean mayMatch = statistics.isOnlyNulls(page)
                    ? mayMatchNulls
                    : StatisticsFilter.mayMatch(condition, statistics.page(page), rows[page]);
            if (mayMatch) {
                ranges.add(firstRow, firstRow + rows[page]);
                kept++;
            }
            firstRow += rows[page];
        }
        return ranges.build();
    }
}
