package io.parquetry.format.file;

import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import io.parquetry.format.UsageException;
import io.parquetry.format.internal.column.read.ColumnGatherer;
import io.parquetry.format.internal.column.read.WantedRows;
import io.parquetry.format.internal.rowgroup.ReadMetrics;
import io.parquetry.format.internal.rowgroup.RowGroupFilter;
import io.parquetry.format.internal.rowgroup.RowGroupReader;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The rows of a query as columns of primitive arrays, some rows at a time, until the reader is closed. All columns of a
 * batch have the same rows, all of one row group. For one thread at a time.
 *
 * <p>The arrays of a batch are filled again by the next one, so nothing of a batch may be used after {@link #next}.
 */
public final class ColumnBatches {
    private final String fileName;
    private final MessageType schema;
    private final List<RowGroupMetadata> rowGroups;
    private final RowGroupReader reader;
    private final Optional<RowGroupFilter> filter;
    private final List<ColumnGatherer> gatherers;
    private final List<ColumnArrays> columns = new ArrayList<>();
    private final ReadMetrics tally;
    private final int rowsMax;
    private final long[] rowNumbers;

    private int nextRowGroup;
    private long rowsToSkip;
    private long firstInGroup;
    private boolean inRowGroup;
    private boolean columnsAreOpen;
    private long rowGroupBegin;
    private long rowInGroup;
    private long runLeft;
    private int rows;
    private long firstRow;
    private long rowsRead;
    private boolean failed;
    private boolean closed;

    /**
     * @param schema of the columns
     * @param rowsMax most rows of a batch
     * @param gatherers of all columns of the schema, in its order
     * @param firstRow row number in the file to begin with
     */
    ColumnBatches(
            String fileName,
            MessageType schema,
            List<RowGroupMetadata> rowGroups,
            RowGroupReader reader,
            Optional<RowGroupFilter> filter,
            List<ColumnGatherer> gatherers,
            ReadMetrics tally,
            int rowsMax,
            long firstRow) {
        this.fileName = fileName;
        this.schema = schema;
        this.rowGroups = rowGroups;
        this.reader = reader;
        this.filter = filter;
        this.gatherers = gatherers;
        this.tally = tally;
        gatherers.forEach(each -> columns.add(new ColumnArrays(each)));
        this.rowsMax = rowsMax;
        rowNumbers = new long[filter.isPresent() ? rowsMax : 0];
        rowsToSkip = firstRow;
        while (nextRowGroup < rowGroups.size() && rowGroups.get(nextRowGroup).rows() <= rowsToSkip) {
            rowsToSkip -= rowGroups.get(nextRowGroup).rows();
            rowGroupBegin += rowGroups.get(nextRowGroup).rows();
            nextRowGroup++;
        }
    }

    /** The schema with the columns of the query only. */
    public MessageType schema() {
        return schema;
    }

    /** The leaf columns of {@link #schema}, in its order; the same objects for all batches. */
    public List<ColumnArrays> columns() {
        return List.copyOf(columns);
    }

    /** The leaf column with this path; the same object for all batches. */
    public ColumnArrays column(String dottedPath) {
        return columns.stream()
                .filter(column -> column.leaf().dottedPath().equals(dottedPath))
                .findFirst()
                .orElseThrow(() -> new UsageException(fileName + ": there is no column " + dottedPath
                        + " in this query; its columns are "
                        + columns.stream()
                                .map(column -> column.leaf().dottedPath())
                                .toList()));
    }

    /** Moves to the next batch, with as many rows as suit the caches of a processor; false at the end. */
    public boolean next() throws IOException {
        return next(Integer.MAX_VALUE);
    }

    /**
     * Moves to the next batch. After an exception this object cannot be used any more.
     *
     * @param rowsWanted the batch has at most so many rows; it may have fewer, also before the end
     * @return whether there is a batch; it has at least one row
     */
    public boolean next(int rowsWanted) throws IOException {
        if (rowsWanted < 1) {
            throw new UsageException(
                    fileName + ": a batch of " + rowsWanted + " rows was asked for; it has at least 1");
        }
        if (closed) {
            throw new UsageException(fileName + ": the reader that these batches are of has been closed");
        }
        if (failed) {
            throw new UsageException(fileName + ": these batches failed before; ask the reader for new ones");
        }
        failed = true;
        gatherers.forEach(ColumnGatherer::begin);
        rows = 0;
        try {
            gather(Math.min(rowsWanted, rowsMax));
        } catch (ParquetException e) {
            throw e.at(Place.of(fileName).rowGroup(nextRowGroup - 1));
        }
        for (ColumnGatherer each : gatherers) {
            each.give(rows);
        }
        rowsRead += rows;
        failed = false;
        return rows > 0;
    }

    private void gather(int wanted) throws IOException {
        while (rows < wanted) {
            if (runLeft == 0 && !nextRun()) {
                return;
            }
            int expected = rows + (int) Math.min(wanted - rows, runLeft);
            int found = expected;
            for (ColumnGatherer each : gatherers) {
                found = Math.min(found, each.fill(found));
            }
            numberRows(found);
            runLeft -= found - rows;
            rowInGroup += found - rows;
            rows = found;
            if (found < expected) {
                return;
            }
        }
    }

    /** Without a filter, the rows of a batch follow one another. */
    private void numberRows(int found) {
        if (rows == 0) {
            firstRow = rowGroupBegin + rowInGroup;
        }
        if (filter.isPresent()) {
            long first = rowGroupBegin + rowInGroup - rows;
            for (int row = rows; row < found; row++) {
                rowNumbers[row] = first + row;
            }
        }
    }

    /** Moves to the next run of rows; to that of another row group only if the batch is still empty. */
    private boolean nextRun() throws IOException {
        while (!inRowGroup || !runInRowGroup()) {
            if (rows > 0) {
                return false;
            }
            if (inRowGroup) {
                rowGroupBegin += rowGroups.get(nextRowGroup - 1).rows();
            }
            inRowGroup = nextRowGroup < rowGroups.size();
            if (!inRowGroup) {
                return false;
            }
            openRowGroup();
        }
        return true;
    }

    private void openRowGroup() throws IOException {
        RowGroupMetadata rowGroup = rowGroups.get(nextRowGroup);
        if (filter.isPresent()) {
            filter.get().open(rowGroup, nextRowGroup, rowsToSkip);
        } else {
            tally.addRowGroup(rowGroup.rows() - rowsToSkip);
        }
        firstInGroup = rowsToSkip;
        rowsToSkip = 0;
        nextRowGroup++;
        columnsAreOpen = false;
        rowInGroup = 0;
    }

    private boolean runInRowGroup() throws IOException {
        if (filter.isPresent()) {
            if (!filter.get().nextRun()) {
                return false;
            }
            startRun(filter.get().runBegin(), filter.get().runEnd(), filter.get());
            return true;
        }
        long end = rowGroups.get(nextRowGroup - 1).rows();
        if (columnsAreOpen || firstInGroup == end) {
            return false;
        }
        startRun(firstInGroup, end, WantedRows.ALL);
        return true;
    }

    /** Columns are opened on a row group only when one of its rows is wanted. */
    private void startRun(long begin, long end, WantedRows wanted) throws IOException {
        RowGroupMetadata rowGroup = rowGroups.get(nextRowGroup - 1);
        if (!columnsAreOpen) {
            if (begin == 0 && filter.isEmpty()) {
                reader.open(rowGroup, nextRowGroup - 1);
            } else {
                reader.open(rowGroup, nextRowGroup - 1, wanted);
            }
            reader.prefetch(begin);
            gatherers.forEach(ColumnGatherer::start);
            columnsAreOpen = true;
        }
        if (begin > rowInGroup) {
            for (ColumnGatherer each : gatherers) {
                each.skip(begin - rowInGroup);
            }
        }
        rowInGroup = begin;
        runLeft = end - begin;
    }

    /** Number of rows of the batch. */
    public int rows() {
        return rows;
    }

    /** Number in the file of a row of the batch, both from 0; with a filter, rows need not follow one another. */
    public long row(int index) {
        Objects.checkIndex(index, rows);
        return filter.isPresent() ? rowNumbers[index] : firstRow + index;
    }

    /** What was read so far, and what could be left out. */
    public ReadCounters counters() {
        return ReadCounters.of(
                tally,
                reader.pagesRead() + filter.map(RowGroupFilter::pagesRead).orElse(0L),
                rowsRead);
    }

    void close() {
        closed = true;
        reader.close();
    }
}
