package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.internal.column.read.ChunkFiles;
import io.parquetry.format.internal.column.read.ColumnChunkReader;
import io.parquetry.format.internal.column.read.WantedRows;
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
 * Finds the matching rows of one row group after the other, as runs in row order. First the row group is checked as a
 * whole, then pages are skipped by their indexes, then rows are tested by their values. Many rows are tested at a
 * time, so that all matching rows among them are known before any other column is fetched. A column is tested only
 * for the rows that the conditions before it have kept.
 */
public final class RowGroupFilter implements WantedRows {
    /** Rows that are tested at a time; bounds the memory, whatever number of rows a file claims. */
    private static final int WINDOW_ROWS_MAX = 1 << 20;

    private final String fileName;
    private final FilterReadCache cache;
    private final ReadMetrics metrics;
    private final List<ColumnFilter> columns = new ArrayList<>();
    private final Node root;

    // Of the row group
    private RowGroupMetadata opened;
    private Place place = Place.of("");
    private long begin;
    private long rows;
    private LongRanges candidates = LongRanges.NONE;
    private boolean hasGivenRuns;

    private final BitSet window = new BitSet();
    private long windowBegin;
    private long windowEnd;
    private long runBegin;
    private long runEnd;

    /**
     * @param fileName of the file with the footer, for messages
     * @param files opens the chunks for the filter
     * @param cache keeps what the filter has read for the records
     * @param readers creates a reader for each condition
     */
    public RowGroupFilter(
            String fileName,
            ChunkFiles files,
            FilterReadCache cache,
            RowCondition condition,
            Function<LeafColumn, ColumnChunkReader> readers,
            StatisticsValidator validator,
            ReadMetrics metrics) {
        this.fileName = fileName;
        this.cache = cache;
        this.metrics = metrics;
        this.root = node(
                condition,
                column -> new ColumnFilter(
                        column, readers.apply(column.leaf()), files, validator, metrics.ignoredIndexes()));
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

    private interface Check {
        boolean mayMatch(ColumnFilter filter) throws IOException;
    }

    /** Evaluates the tree until its result is known, so that nothing is read for nothing. */
    private static boolean mayMatch(Node node, Check check) throws IOException {
        if (node instanceof OfColumn column) {
            return check.mayMatch(column.filter);
        }
        if (node instanceof All all) {
            for (Node each : all.nodes) {
                if (!mayMatch(each, check)) {
                    return false;
                }
            }
            return true;
        }
        for (Node each : ((Any) node).nodes) {
            if (mayMatch(each, check)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Starts a row group.
     *
     * @param ordinal its position in the file, for messages
     * @param firstRow the first row of it to be read
     */
    public void open(RowGroupMetadata rowGroup, int ordinal, long firstRow) throws IOException {
        cache.clear();
        rows = rowGroup.rows();
        metrics.addRowGroup(rows - firstRow);
        opened = rowGroup;
        place = Place.of(fileName).rowGroup(ordinal);
        begin = firstRow;
        candidates = LongRanges.NONE;
        start();
        if (!mayMatch(root, ColumnFilter::checkStatistics)) {
            metrics.addPrunedRowGroup(Reason.STATISTICS);
        } else if (!mayMatch(root, ColumnFilter::checkDictionary)) {
            metrics.addPrunedRowGroup(Reason.DICTIONARY);
        } else if (!mayMatch(root, ColumnFilter::checkBloomFilter)) {
            metrics.addPrunedRowGroup(Reason.BLOOM_FILTER);
        } else {
            LongRanges left = readCandidates(root).and(LongRanges.between(firstRow, rows));
            if (left.isEmpty()) {
                metrics.addPrunedRowGroup(Reason.COLUMN_INDEX);
            }
            candidates = left;
        }
    }

    private void start() {
        columns.forEach(column -> column.open(opened, place));
        hasGivenRuns = false;
        window.clear();
        windowBegin = begin;
        windowEnd = begin;
        runEnd = begin;
    }

    /** Tests every row, since pages were left out by an index that their neighbours have proved wrong. */
    private void startWithoutIndexes() {
        if (hasGivenRuns) {
            throw new CorruptFileException(
                    place,
                    "an offset index is wrong, and rows were left out by it: "
                            + String.join("; ", metrics.ignoredIndexes().remarks()));
        }
        start();
        candidates = LongRanges.between(begin, rows);
    }

    private LongRanges readCandidates(Node node) throws IOException {
        if (node instanceof OfColumn column) {
            return column.filter.readCandidates(metrics);
        }
        if (node instanceof All all) {
            LongRanges left = LongRanges.between(0, rows);
            for (Node each : all.nodes) {
                if (!left.isEmpty()) {
                    left = left.and(readCandidates(each));
                }
            }
            return left;
        }
        LongRanges left = LongRanges.NONE;
        for (Node each : ((Any) node).nodes) {
            left = left.or(readCandidates(each));
        }
        return left;
    }

    /** Advances to the next run of matching rows; false if the row group has no more. */
    public boolean nextRun() throws IOException {
        while (true) {
            int from = window.nextSetBit((int) (Math.max(runEnd, windowBegin) - windowBegin));
            if (from >= 0) {
                hasGivenRuns = true;
                runBegin = windowBegin + from;
                runEnd = windowBegin + window.nextClearBit(from);
                return true;
            }
            if (!nextWindow()) {
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

    private boolean nextWindow() throws IOException {
        long from = candidates.next(windowEnd);
        if (from >= rows) {
            return false;
        }
        long end = Math.min(rows, from + WINDOW_ROWS_MAX);
        window.clear();
        for (long row = from; row < end; row = candidates.next(Math.min(end, candidates.endOf(row)))) {
            window.set((int) (row - from), (int) (Math.min(end, candidates.endOf(row)) - from));
        }
        windowBegin = from;
        windowEnd = end;
        runEnd = from;
        metrics.addRowsTested(window.cardinality());
        retainMatches(root, window);
        if (hasPrunedWrongly()) {
            startWithoutIndexes();
            return nextWindow();
        }
        return true;
    }

    private boolean hasPrunedWrongly() {
        for (ColumnFilter column : columns) {
            if (column.hasPrunedWrongly()) {
                return true;
            }
        }
        return false;
    }

    /** Removes the rows that do not match. */
    private void retainMatches(Node node, BitSet candidateRows) throws IOException {
        if (node instanceof OfColumn column) {
            column.filter.retainMatches(candidateRows, windowBegin);
        } else if (node instanceof All all) {
            for (Node each : all.nodes) {
                retainMatches(each, candidateRows);
            }
        } else {
            BitSet matches = new BitSet();
            for (Node each : ((Any) node).nodes) {
                BitSet untested = (BitSet) candidateRows.clone();
                untested.andNot(matches);
                retainMatches(each, untested);
                matches.or(untested);
            }
            candidateRows.and(matches);
        }
    }

    @Override
    public long next(long row) {
        if (row >= windowEnd) {
            return Long.MAX_VALUE;
        }
        int bit = window.nextSetBit((int) (Math.max(row, windowBegin) - windowBegin));
        return bit < 0 ? Long.MAX_VALUE : windowBegin + bit;
    }

    /** Number of data pages that have been decoded for the filter. */
    public long pagesRead() {
        return columns.stream().mapToLong(ColumnFilter::pagesRead).sum();
    }
}
