package io.parquetry.connect.sink.memory;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRows;
import io.parquetry.connect.sink.file.DataFileWriter;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.RecordCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The rows of one open file that were moved to spill files, in the order in which they were written. */
public final class SpilledRows {
    /** Parts may be files in the ledger's directory, of which there must not be too many. */
    private static final int PARTS_MAX = 256;

    /** Memory that one part needs. */
    public static final long PART_HEAP_BYTES = 128;

    private static final long COPIES_PER_ROW = 4;
    private static final long COPIES_FREE = 100_000;

    /** Fewer rows are free where they have many columns: to copy them takes seconds. */
    private static final long COPIED_VALUES_FREE = 10_000_000;

    private final List<SpillFile.Part> parts = new ArrayList<>();
    private long dataBytes;
    private long copies;

    public boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Whether no more rows can be spilled. */
    public boolean isFull() {
        return parts.size() >= PARTS_MAX;
    }

    /** Whether rows were copied several times over, as happens with records that bring ever more field names. */
    public boolean isCopiedTooOften(long records, int columns) {
        return copies > COPIES_PER_ROW * records + Math.min(COPIES_FREE, COPIED_VALUES_FREE / Math.max(columns, 1));
    }

    /** Length of the parts without footers. */
    public long dataBytes() {
        return dataBytes;
    }

    public long heapBytes() {
        return PART_HEAP_BYTES * parts.size();
    }

    /** Moves the rows of a writer to a spill file that it shares with others, and closes the writer. */
    public void add(DataFileWriter writer, SpillFile file) throws IOException {
        if (writer.rows() == 0) {
            writer.discard();
            return;
        }
        try {
            add(file.append(writer));
        } catch (IOException | RuntimeException e) {
            writer.abandon();
            throw e;
        }
    }

    /** Closes a writer in its own temporary file, to be read again. */
    public void add(DataFileWriter writer) throws IOException {
        if (writer.rows() == 0) {
            writer.discard();
            return;
        }
        try {
            add(SpillFile.ofOne(writer));
        } catch (IOException | RuntimeException e) {
            writer.abandon();
            throw e;
        }
    }

    private void add(SpillFile.Part part) {
        parts.add(part);
        dataBytes += part.dataBytes();
    }

    /**
     * Copies all rows to a writer, whose schemas must have a place for the schemas of the rows.
     *
     * @throws io.parquetry.format.InvalidRecordException when a value has no place in the writer's schemas after all
     * @throws org.apache.kafka.connect.errors.DataException the same
     */
    public void copyTo(DataFileWriter writer, ReloadMemory memory) throws IOException {
        for (SpillFile.Part part : parts) {
            try (ParquetReader reader = part.open()) {
                RecordCursor<StoredRecord> cursor =
                        reader.records(rows(reader, part.schema().layout()).builder());
                while (cursor.next()) {
                    writer.parquet().write(writer.schema().moved(cursor.record(), part.schema()));
                    copies++;
                    memory.account(writer);
                    if (writer.parquet().rowGroupBytes() > memory.rowGroupBytesMax()) {
                        writer.parquet().flushRowGroup();
                        memory.account(writer);
                    }
                }
            }
        }
    }

    /** The schemas of the footer may differ from those of the writer: a default may equal no other. */
    private static StoredRows rows(ParquetReader reader, RecordLayout layout) {
        return StoredRows.of(reader.metadata())
                .withSchemas(
                        key -> layout.keySchema().orElseThrow(),
                        value -> layout.valueSchema().orElseThrow());
    }

    /** The rows are not needed any more. */
    public void release() {
        parts.forEach(SpillFile.Part::release);
        parts.clear();
        dataBytes = 0;
    }
}
