package io.parquetry.benchmarks.contender;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRows;
import io.parquetry.format.decode.ColumnMaxima;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.connect.source.SourceRecord;

/** Three ways of reading with Parquetry. */
final class ParquetryRead {
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
            List<LeafColumn> leaves = reader.schema().leaves().stream()
                    .filter(leaf -> columns.contains(leaf.dottedPath()))
                    .toList();
            long[] maxima = ColumnMaxima.of(in, reader.metadata(), leaves);
            if (LongStream.of(maxima).sum() == 0) {
                throw new IOException(file + ": the columns " + columns + " have no values");
            }
            return reader.metadata().rows();
        }
    }
}
