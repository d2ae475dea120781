package io.parquetry.benchmarks.contender;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRows;
import io.parquetry.format.file.ColumnArrays;
import io.parquetry.format.file.ColumnBatches;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.Projection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
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

    /** Computes the maximum of each of some INT64 columns from batches of arrays. */
    static long maxima(Path file, List<String> columns) throws IOException {
        return columns(file, columns, batches -> {
            long[] maxima = new long[columns.size()];
            List<ColumnArrays> arrays = columns.stream().map(batches::column).toList();
            while (batches.next()) {
                for (int column = 0; column < maxima.length; column++) {
                    maxima[column] = Math.max(maxima[column], maximum(arrays.get(column)));
                }
            }
            return LongStream.of(maxima).sum();
        });
    }

    private static long maximum(ColumnArrays column) {
        long[] values = column.values().longs();
        long maximum = 0;
        for (int i = 0; i < column.entries(); i++) {
            maximum = Math.max(maximum, values[i]);
        }
        return maximum;
    }

    /** Computes the sum of each of some columns of numbers from batches of arrays. */
    static long sums(Path file, List<String> columns) throws IOException {
        return columns(file, columns, batches -> {
            double[] sums = new double[columns.size()];
            List<ColumnArrays> arrays = columns.stream().map(batches::column).toList();
            while (batches.next()) {
                for (int column = 0; column < sums.length; column++) {
                    sums[column] += sum(arrays.get(column));
                }
            }
            return DoubleStream.of(sums).sum();
        });
    }

    private static double sum(ColumnArrays column) {
        int count = column.entries();
        return switch (column.leaf().type().physicalType()) {
            case INT32 -> {
                int[] values = column.values().ints();
                long sum = 0;
                for (int i = 0; i < count; i++) {
                    sum += values[i];
                }
                yield sum;
            }
            case INT64 -> {
                long[] values = column.values().longs();
                double sum = 0;
                for (int i = 0; i < count; i++) {
                    sum += values[i];
                }
                yield sum;
            }
            case DOUBLE -> {
                double[] values = column.values().doubles();
                double sum = 0;
                for (int i = 0; i < count; i++) {
                    sum += values[i];
                }
                yield sum;
            }
            case BOOLEAN, INT96, FLOAT, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                throw new IllegalArgumentException("no sum of " + column.leaf());
        };
    }

    private interface Columns {
        double apply(ColumnBatches batches) throws IOException;
    }

    private static long columns(Path file, List<String> columns, Columns work) throws IOException {
        RecordQuery query = RecordQuery.ALL.columns(
                Projection.of(columns.stream().map(ColumnPath::of).toList()));
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
            if (work.apply(reader.batches(query)) == 0) {
                throw new IOException(file + ": the columns " + columns + " have no values");
            }
            return reader.metadata().rows();
        }
    }
}
