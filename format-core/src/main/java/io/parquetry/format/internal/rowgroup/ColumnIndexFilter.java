package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.internal.statistics.LongRanges;
import io.parquetry.format.internal.statistics.StatisticsValidator;
import io.parquetry.format.internal.statistics.ValueSet;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.metadata.Statistics.Bound;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Finds the pages of one chunk that may have matching rows, by the column index (PageIndex.md). Where the bounds of
 * the pages are in ascending or descending order, bisection finds them; if one of these bounds cannot be trusted,
 * every page is checked.
 */
final class ColumnIndexFilter {
    private final RowCondition.Column condition;
    private final StatisticsValidator validator;
    private final ColumnIndex index;
    private final OffsetIndex offsets;
    private final long rows;
    private int kept;

    /** @param rows rows of the row group */
    ColumnIndexFilter(
            RowCondition.Column condition,
            StatisticsValidator validator,
            ColumnIndex index,
            OffsetIndex offsets,
            long rows) {
        this.condition = condition;
        this.validator = validator;
        this.index = index;
        this.offsets = offsets;
        this.rows = rows;
    }

    int pages() {
        return offsets.pages().size();
    }

    /** Number of pages that {@link #findRows} has kept. */
    int kept() {
        return kept;
    }

    /** Finds the rows, within the row group, of the pages that may have matching rows. */
    LongRanges findRows() {
        int pages = pages();
        LongRanges.Builder ranges = new LongRanges.Builder(pages);
        int[] valued = valuedPages();
        boolean bisect = index.boundaryOrder() != ColumnIndex.BoundaryOrder.UNORDERED
                && !condition.nullWanted()
                && !condition.values().containsNan()
                && condition.isOfLeaf();
        int[] candidates = bisect ? bisected(valued) : valued;
        // Where the column is null, the group around it may still be present.
        boolean mayMatchNulls = condition.nullWanted() || !condition.isOfLeaf();
        int next = 0;
        for (int page = 0; page < pages; page++) {
            boolean candidate = next < candidates.length && candidates[next] == page;
            next += candidate ? 1 : 0;
            if (candidate ? mayMatch(page) : isNullPage(page) && mayMatchNulls) {
                ranges.add(firstRow(page), firstRow(page + 1));
                kept++;
            }
        }
        return ranges.build();
    }

    private long firstRow(int page) {
        return page < pages() ? offsets.pages().get(page).firstRow() : rows;
    }

    private boolean isNullPage(int page) {
        return StatisticsValidator.isOnlyNulls(index, page);
    }

    private int[] valuedPages() {
        return IntStream.range(0, pages()).filter(page -> !isNullPage(page)).toArray();
    }

    private Statistics statistics(int page) {
        return validator.of(condition.leaf(), index, page, firstRow(page + 1) - firstRow(page));
    }

    private boolean mayMatch(int page) {
        return StatisticsFilter.mayMatch(condition, statistics(page), firstRow(page + 1) - firstRow(page));
    }

    /** Those of these pages that ordered bounds do not rule out; all of them if a bound cannot be trusted. */
    private int[] bisected(int[] valued) {
        ValueSet values = condition.values();
        boolean ascending = index.boundaryOrder() == ColumnIndex.BoundaryOrder.ASCENDING;
        try {
            int from = first(
                    valued.length,
                    at -> ascending ? values.reachesDownTo(max(valued[at])) : values.reachesUpTo(min(valued[at])));
            int to = first(
                    valued.length,
                    at -> ascending ? !values.reachesUpTo(min(valued[at])) : !values.reachesDownTo(max(valued[at])));
            return from < to ? Arrays.copyOfRange(valued, from, to) : new int[0];
        } catch (NoBoundException e) {
            return valued;
        }
    }

    private byte[] min(int page) {
        return value(statistics(page).min());
    }

    private byte[] max(int page) {
        return value(statistics(page).max());
    }

    private static byte[] value(Optional<Bound> bound) {
        return bound.orElseThrow(NoBoundException::new).value();
    }

    /** The first of {@code count} positions that satisfies a predicate which all positions behind it satisfy, too. */
    private static int first(int count, IntPredicate predicate) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (predicate.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Bisection needs a bound that is missing. */
    private static final class NoBoundException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoBoundException() {
            super("no bound", null, false, false);
        }
    }
}
