package io.parquetry.format.file;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.UsageException;
import io.parquetry.format.internal.record.Assembler;
import io.parquetry.format.internal.rowgroup.RowGroupReader;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Goes through the records of a file. It stays good until its reader is closed; use it from one thread at a time. */
public final class RecordCursor {
    private static final int BATCH_ROWS_FIRST = 1024;

    private final String fileName;
    private final MessageType schema;
    private final List<RowGroupMetadata> rowGroups;
    private final RowGroupReader reader;
    private final Assembler assembler;

    private int nextRowGroup;
    private long rowsToSkip;
    private long rowsLeft;
    private boolean inRowGroup;
    private boolean failed;
    private long row;
    private Object record;

    RecordCursor(
            String fileName,
            MessageType schema,
            List<RowGroupMetadata> rowGroups,
            RowGroupReader reader,
            Assembler assembler,
            long firstRow) {
        this.fileName = fileName;
        this.schema = schema;
        this.rowGroups = rowGroups;
        this.reader = reader;
        this.assembler = assembler;
        this.row = firstRow - 1;
        this.rowsToSkip = firstRow;
        while (nextRowGroup < rowGroups.size() && rowGroups.get(nextRowGroup).rows() <= rowsToSkip) {
            rowsToSkip -= rowGroups.get(nextRowGroup).rows();
            nextRowGroup++;
        }
    }

    /** The schema of the records: of the file, what the query asks for. */
    public MessageType schema() {
        return schema;
    }

    /**
     * Goes through the next records, up to {@code recordsMax} of them, and gives them together; fewer, or none, only at the
     * end. Then {@link #record} is the last of them.
     */
    public RecordBatch next(int recordsMax) throws IOException {
        if (recordsMax < 1) {
            throw new UsageException(
                    fileName + ": a batch of " + recordsMax + " records was asked for; it has at least 1");
        }
        List<Object> records = new ArrayList<>();
        long[] rows = new long[Math.min(recordsMax, BATCH_ROWS_FIRST)];
        while (records.size() < recordsMax && next()) {
            if (records.size() == rows.length) {
                rows = Arrays.copyOf(rows, (int) Math.min(recordsMax, rows.length * 2L));
            }
            rows[records.size()] = row;
            records.add(record);
        }
        return new RecordBatch(records, rows);
    }

    /**
     * Goes to the next record, or says that there is none. Once this has failed, the cursor is of no more use: records are
     * put together ahead of their turn, so it does not stand where it failed.
     */
    public boolean next() throws IOException {
        if (failed) {
            throw new UsageException(fileName + ": this cursor failed before; ask the reader for a new one");
        }
        failed = true;
        while (rowsLeft == 0) {
            if (!nextRowGroup()) {
                record = null;
                failed = false;
                return false;
            }
        }
        try {
            record = assembler.read();
        } catch (CorruptFileException e) {
            throw e.at(Place.of(fileName).rowGroup(nextRowGroup - 1));
        }
        failed = false;
        rowsLeft--;
        row++;
        return true;
    }

    private boolean nextRowGroup() throws IOException {
        if (inRowGroup) {
            inRowGroup = false;
            assembler.finish();
        }
        if (nextRowGroup == rowGroups.size()) {
            return false;
        }
        RowGroupMetadata rowGroup = rowGroups.get(nextRowGroup);
        reader.open(rowGroup, nextRowGroup, rowsToSkip);
        assembler.start();
        rowsLeft = rowGroup.rows() - rowsToSkip;
        rowsToSkip = 0;
        nextRowGroup++;
        inRowGroup = true;
        return true;
    }

    /** The record that was gone to. */
    public Object record() {
        return record;
    }

    /** Number of that record in the file; the first one has 0. */
    public long row() {
        return row;
    }
}
