package io.parquetry.benchmarks.contender;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRows;
import io.parquetry.format.Place;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.internal.column.ChunkLimits;
import io.parquetry.format.internal.column.ColumnBatch;
import io.parquetry.format.internal.column.ColumnChunkReader;
import io.parquetry.format.internal.page.PageLimits;
import io.parquetry.format.internal.page.ReadMemory;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;

/** Three ways of reading with Parquetry. */
final class ParquetryRead {
    private static final int BATCH_ENTRIES = 1024;
    private static final ChunkLimits LIMITS = new ChunkLimits(new PageLimits(1 << 20, false), BATCH_ENTRIES);

    private ParquetryRead() {}

    /** Reads rows as Structs from row {@code first}, at most {@code most}. */
    static long structs(Path file, ReaderOptions options, long first, long most) throws IOException {
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), options)) {
            RecordCursor<StoredRecord> records =
                    reader.records(StoredRows.of(reader.metadata()).builder(), first);
            long rows = 0;
            while (rows < most && records.next()) {
                if (records.record() == null) {
                    throw new IOException(file + ": row " + records.row() + " has no record");
                }
                rows++;
            }
            return rows;
        }
    }

    /** Reads all rows as source records in batches; all records have the same position. */
    static long sourceRecords(Path file, ReaderOptions options, int batchRecords) throws IOException {
        Map<String, ?> partition = Map.of("file", "rows.parquet");
        Map<String, ?> offset = Map.of("row", 0L);
        List<SourceRecord> batch = new ArrayList<>(batchRecords);
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), options)) {
            StoredRows rows = StoredRows.of(reader.metadata());
            RecordCursor<StoredRecord> records = reader.records(rows.builder());
            long count = 0;
            while (records.next()) {
                Object value = records.record().value();
                batch.add(new SourceRecord(partition, offset, "rows", rows.valueSchema(), value));
                count++;
                if (batch.size() == batchRecords) {
                    batch = new ArrayList<>(batchRecords);
                }
            }
            return count;
        }
    }

    /** Computes the maximum of each of some INT64 columns from the engine's batches, without single values. */
    static long maxima(Path file, List<String> columns) throws IOException {
        LocalInputFile in = LocalInputFile.open(file);
        try (ParquetReader reader = ParquetReader.open(in, ReaderOptions.DEFAULT)) {
            ReadMemory memory =
                    new ReadMemory(ReaderOptions.DEFAULT.memoryBytesMax(), ReaderOptions.DEFAULT.recordEntriesMax());
            long sum = 0;
            for (LeafColumn leaf : reader.schema().leaves()) {
                if (columns.contains(leaf.dottedPath())) {
                    sum += maximum(reader, new ColumnChunkReader((chunk, place) -> in, leaf, LIMITS, memory));
                }
            }
            if (sum == 0) {
                throw new IOException(file + ": the columns " + columns + " have no values");
            }
            return reader.metadata().rows();
        }
    }

    private static long maximum(ParquetReader reader, ColumnChunkReader column) throws IOException {
        long maximum = Long.MIN_VALUE;
        for (RowGroupMetadata rowGroup : reader.metadata().rowGroups()) {
            column.open(
                    rowGroup.columns().get(column.leaf().ordinal()),
                    rowGroup.rows(),
                    Place.of("benchmark").column(column.leaf().dottedPath()));
            ColumnBatch batch = column.batch();
            while (column.next()) {
                long[] longs = batch.longs();
                int[] indexes = batch.indexes();
                for (int i = batch.firstValue(); i < batch.values(); i++) {
                    maximum = Math.max(maximum, longs[batch.dictionaryCoded() ? indexes[i] : i]);
                }
            }
        }
        return maximum;
    }
}
