package io.parquetry.format.file;

import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import io.parquetry.format.UsageException;
import io.parquetry.format.internal.column.read.WantedRows;
import io.parquetry.format.internal.record.Assembler;
import io.parquetry.format.internal.rowgroup.ReadMetrics;
import io.parquetry.format.internal.rowgroup.RowGroupFilter;
import io.parquetry.format.internal.rowgroup.RowGroupReader;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Iterates over the records of a file, until its reader is closed. For one thread at a time.
 *
 * @param <R> the records
 */
public final class RecordCursor<R> {
    private static final int BATCH_ROWS_FIRST = 1024;

    private final String fileName;
    private final MessageType schema;
    private final List<RowGroupMetadata> rowGroups;
    private final RowGroupReader reader;
    private final Optional<RowGroupFilter> filter;
    private final Assembler<R> assembler;
    private final ReadMetrics tally;

    private int nextRowGroup;
    private long rowsToSkip;
    private long rowsLeft;
    private boolean inRowGroup;
    private boolean columnsAreOpen;
    private long rowGroupBegin;
    private long rowInGroup;
    private long recordsRead;
    private boolean failed;
    private boolean closed;
    private long row;
    private R record;

    /**
     * @param filter finds the wanted rows, if not all rows are wanted
     * @param tally the counters of reader and filter
     */
    RecordCursor(
            String fileName,
            MessageType schema,
            List<RowGroupMetadata> rowGroups,
            RowGroupReader reader,
            Optional<RowGroupFilter> filter,
            Assembler<R> assembler,
            ReadMetrics tally) {
        this.fileName = fileName;
        this.schema = schema;
        this.rowGroups = rowGroups;
        this.reader = reader;
        this.filter = filter;
        this.assembler = assembler;
        this.tally = tally;
    }

    /** Sets the first row, before any other call. */
    RecordCursor<R> from(long firstRow) {
        row = firstRow - 1;
        rowsToSkip = firstRow;
        while (nextRowGroup < rowGroups.size() && rowGroups.get(nextRowGroup).rows() <= rowsToSkip) {
            rowsToSkip -= rowGroups.get(nextRowGroup).rows();
            rowGroupBegin += rowGroups.get(nextRowGroup).rows();
            nextRowGroup++;
        }
        return this;
    }

    /** The schema of the records: the columns of the query. */
    public MessageType schema() {
        return schema;
    }

    /**
     * Reads up to {@code recordsMax} records as one batch; fewer, or none, only at the end of the file. Then {@link
     * #record} is the last record of the batch.
     */
    public RecordBatch<R> next(int recordsMax) throws IOException {
        if (recordsMax < 1) {
            throw new UsageException(
                    fileName + ": a batch of " + recordsMax + " records was asked for; it has at least 1");
        }
        List<R> records = new ArrayList<>();
        long[] rows = new long[Math.min(recordsMax, BATCH_ROWS_FIRST)];
        while (records.size() < recordsMax && next()) {
            if (records.size() == rows.length) {
                rows = Arrays.copyOf(rows, (int) Math.min(recordsMax, rows.length * 2L));
            }
            rows[records.size()] = row;
            records.add(record);
        }
        return new RecordBatch<>(records, rows);
    }

    /**
     * Moves to the next record. After an exception the cursor cannot be used any more: records are assembled ahead of
     * their turn, so its position is not where it failed.
     *
     * @return whether there is a record
     */
    public boolean next() throws IOException {
        if (closed) {
            throw new UsageException(fileName + ": the reader that this cursor is of has been closed");
        }
        if (failed) {
            throw new UsageException(fileName + ": this cursor failed before; ask the reader for a new one");
        }
        failed = true;
        while (rowsLeft == 0) {
            boolean hasRows = filter.isPresent() ? nextRun(filter.get()) : nextRowGroup();
            if (!hasRows) {
                record = null;
                failed = false;
                return false;
            }
        }
        try {
            record = assembler.read();
        } catch (ParquetException e) {
            throw e.at(Place.of(fileName).rowGroup(nextRowGroup - 1));
        }
        failed = false;
        rowsLeft--;
        recordsRead++;
        row++;
        return true;
    }

    /**
     * Moves to the next run of wanted rows, which are read one after the other. Columns are opened on a row group only
     * when one of its rows is wanted.
     */
    private boolean nextRun(RowGroupFilter found) throws IOException {
        while (!inRowGroup || !found.nextRun()) {
            if (!filterNextRowGroup(found)) {
                return false;
            }
        }
        if (!columnsAreOpen) {
            reader.open(rowGroups.get(nextRowGroup - 1), nextRowGroup - 1, found);
            reader.prefetch(found.runBegin());
            assembler.start();
            rowInGroup = 0;
            columnsAreOpen = true;
        }
        rowsLeft = found.runEnd() - found.runBegin();
        if (found.runBegin() > rowInGroup) {
            assembler.skip(found.runBegin() - rowInGroup);
        }
        assembler.expect(rowsLeft);
        rowInGroup = found.runEnd();
        row = rowGroupBegin + found.runBegin() - 1;
        return true;
    }

    private boolean filterNextRowGroup(RowGroupFilter found) throws IOException {
        if (inRowGroup) {
            rowGroupBegin += rowGroups.get(nextRowGroup - 1).rows();
        }
        inRowGroup = nextRowGroup < rowGroups.size();
        if (!inRowGroup) {
            return false;
        }
        found.open(rowGroups.get(nextRowGroup), nextRowGroup, rowsToSkip);
        nextRowGroup++;
        rowsToSkip = 0;
        columnsAreOpen = false;
        return true;
    }

    /** Moves to the next row group, of which all rows are wanted. */
    private boolean nextRowGroup() throws IOException {
        if (inRowGroup) {
            inRowGroup = false;
            assembler.requireEnd();
        }
        if (nextRowGroup == rowGroups.size()) {
            return false;
        }
        RowGroupMetadata rowGroup = rowGroups.get(nextRowGroup);
        tally.addRowGroup(rowGroup.rows() - rowsToSkip);
        if (rowsToSkip == 0) {
            reader.open(rowGroup, nextRowGroup);
            reader.prefetch(0);
            assembler.start();
        } else {
            reader.open(rowGroup, nextRowGroup, WantedRows.ALL);
            reader.prefetch(rowsToSkip);
            assembler.start();
            assembler.skip(rowsToSkip);
        }
        rowsLeft = rowGroup.rows() - rowsToSkip;
        rowsToSkip = 0;
        nextRowGroup++;
        inRowGroup = true;
        return true;
    }

    /** What was read so far, and what could be left out. */
    public ReadCounters counters() {
        return ReadCounters.of(
                tally,
                reader.pagesRead() + filter.map(RowGroupFilter::pagesRead).orElse(0L),
                recordsRead);
    }

    /** Releases the memory of the columns; the current record stays valid. */
    void close() {
        closed = true;
        reader.close();
    }

    /** The current record. */
    public R record() {
        return record;
    }

    /** Row number of the current record in the file, from 0. */
    public long row() {
        return row;
    }
}
