package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.Place;
import io.parquetry.format.internal.column.ChunkFiles;
import io.parquetry.format.internal.column.ColumnChunkReader;
import io.parquetry.format.internal.column.WantedRows;
import io.parquetry.format.internal.rowgroup.ReadMetrics.Reason;
import io.parquetry.format.internal.statistics.LongRanges;
import io.parquetry.format.internal.statistics.StatisticsValidator;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;

/**
 * Finds the wanted rows of one row group after the other, as runs in their order. A row group is asked as a whole first;
 * then pages are left out by their indexes; then rows are tested by their values, a stretch at a time, so that it is known
 * of all rows of the stretch which are wanted before any other column is fetched. A column is asked only about rows that the
 * conditions before it have left over.
 */
public final class RowGroupFilter implements WantedRows {
    /** Bounds the memory, whatever number of rows a file claims. */
    private static final int STRETCH_ROWS_MAX = 1 << 20;

    private final String fileName;
    private final FilterReadCache shared;
    private final ReadMetrics metrics;
    private final List<ColumnFilter> columns = new ArrayList<>();
    private final Node root;

    private LongRanges candidates = LongRanges.NONE;
    private long rows;
    private final BitSet stretch = new BitSet();
    private long stretchBegin;
    private long stretchEnd;
    private long runBegin;
    private long runEnd;

    /**
     * @param fileName of the file with the footer, for messages
     * @param files the chunks as the filter reads them
     * @param shared what is kept of them for the records
     * @param readers gives each condition a reader of its own
     */
    public RowGroupFilter(
            String fileName,
            ChunkFiles files,
            FilterReadCache shared,
            RowCondition condition,
            Function<LeafColumn, ColumnChunkReader> readers,
            StatisticsValidator validator,
            ReadMetrics metrics) {
        this.fileName = fileName;
        this.shared = shared;
        this.metrics = metrics;
        this.root = node(condition, column -> new ColumnFilter(column, readers.apply(column.leaf()), files, validator));
    }

    /** The condition as a tree of filters. */
    private sealed interface Node {}

    private record OfColumn(ColumnFilter filter) implements Node {}

    private record All(List<Node> nodes) implements Node {}

    private record Any(List<Node> nodes) implements Node {}

    private Node node(RowCondition condition, Function<RowCondition.Column, ColumnFilter> filters) {
        if (condition instanceof RowCondition.Column column) {
            ColumnFilter filter = filters.apply(column);
            columns.add(filter);
            return new OfColumn(filter);
        }
        if (condition instanceof RowCondition.All all) {
            return new All(
                    all.conditions().stream().map(each -> node(each, filters)).toList());
        }
        return new Any(((RowCondition.Any) condition)
                .conditions().stream().map(each -> node(each, filters)).toList());
    }

    private interface Question {
        boolean ask(ColumnFilter filter) throws IOException;
    }

    /** Asks until the answer is clear, so that nothing is read in vain. */
    private static boolean mayMatch(Node node, Question question) throws IOException {
        if (node instanceof OfColumn column) {
            return question.ask(column.filter);
        }
        if (node instanceof All all) {
            for (Node each : all.nodes) {
                if (!mayMatch(each, question)) {
                    return false;
                }
            }
            return true;
        }
        for (Node each : ((Any) node).nodes) {
            if (mayMatch(each, question)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Turns to a row group.
     *
     * @param ordinal its position in the file, for messages
     * @param firstRow the row in it to begin with
     */
    public void open(RowGroupMetadata rowGroup, int ordinal, long firstRow) throws IOException {
        shared.clear();
        rows = rowGroup.rows();
        metrics.rowGroup(rows - firstRow);
        Place place = Place.of(fileName).rowGroup(ordinal);
        columns.forEach(column -> column.open(rowGroup, place));
        stretch.clear();
        stretchBegin = firstRow;
        stretchEnd = firstRow;
        runEnd = firstRow;
        candidates = LongRanges.NONE;
        if (!mayMatch(root, ColumnFilter::mayMatchByStatistics)) {
            metrics.pruned(Reason.STATISTICS);
        } else if (!mayMatch(root, ColumnFilter::mayMatchByDictionary)) {
            metrics.pruned(Reason.DICTIONARY);
        } else if (!mayMatch(root, ColumnFilter::mayMatchByBloomFilter)) {
            metrics.pruned(Reason.BLOOM_FILTER);
        } else {
            LongRanges left = rowsOfPages(root).and(LongRanges.between(firstRow, rows));
            if (left.isEmpty()) {
                metrics.pruned(Reason.COLUMN_INDEX);
            }
            candidates = left;
        }
    }

    private LongRanges rowsOfPages(Node node) throws IOException {
        if (node instanceof OfColumn column) {
            return column.filter.rowsOfPages(metrics);
        }
        if (node instanceof All all) {
            LongRanges left = LongRanges.between(0, rows);
            for (Node each : all.nodes) {
                if (!left.isEmpty()) {
                    left = left.and(rowsOfPages(each));
                }
            }
            return left;
        }
        LongRanges left = LongRanges.NONE;
        for (Node each : ((Any) node).nodes) {
            left = left.or(rowsOfPages(each));
        }
        return left;
    }

    /** Goes to the next run of wanted rows, or says that the row group has no more of them. */
    public boolean nextRun() throws IOException {
        while (true) {
            int from = stretch.nextSetBit((int) (Math.max(runEnd, stretchBegin) - stretchBegin));
            if (from >= 0) {
                runBegin = stretchBegin + from;
                runEnd = stretchBegin + stretch.nextClearBit(from);
                return true;
            }
            if (!nextStretch()) {
                return false;
            }
        }
    }

    /** The first row of the run, within the row group. */
    public long runBegin() {
        return runBegin;
    }

    /** The row behind the run. */
    public long runEnd() {
        return runEnd;
    }

    private boolean nextStretch() throws IOException {
        long begin = candidates.next(stretchEnd);
        if (begin >= rows) {
            return false;
        }
        long end = Math.min(rows, begin + STRETCH_ROWS_MAX);
        stretch.clear();
        for (long row = begin; row < end; row = candidates.next(Math.min(end, candidates.endOf(row)))) {
            stretch.set((int) (row - begin), (int) (Math.min(end, candidates.endOf(row)) - begin));
        }
        stretchBegin = begin;
        stretchEnd = end;
        runEnd = begin;
        metrics.tested(stretch.cardinality());
        test(root, stretch);
        return true;
    }

    /** Leaves those rows of {@code left} that are wanted. */
    private void test(Node node, BitSet left) throws IOException {
        if (node instanceof OfColumn column) {
            column.filter.test(left, stretchBegin);
        } else if (node instanceof All all) {
            for (Node each : all.nodes) {
                test(each, left);
            }
        } else {
            BitSet found = new BitSet();
            for (Node each : ((Any) node).nodes) {
                BitSet asked = (BitSet) left.clone();
                asked.andNot(found);
                test(each, asked);
                found.or(asked);
            }
            left.and(found);
        }
    }

    @Override
    public long next(long row) {
        if (row >= stretchEnd) {
            return Long.MAX_VALUE;
        }
        int bit = stretch.nextSetBit((int) (Math.max(row, stretchBegin) - stretchBegin));
        return bit < 0 ? Long.MAX_VALUE : stretchBegin + bit;
    }

    /** How many data pages have been decoded for testing. */
    public long pagesRead() {
        return columns.stream().mapToLong(ColumnFilter::pagesRead).sum();
    }
}
