package io.parquetry.format.hostile;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.MemoryLimitException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.BloomFilter;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.variant.Variant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a file in every way: footer, all records, records from the middle on, filtered records, each column, each page
 * header, each index, each bloom filter. A failure of one way does not keep it from trying the others.
 */
public final class WholeRead {
    private final InputFile file;
    private final ReaderOptions options;
    private final Meter meter;
    private final List<ParquetException> refusals = new ArrayList<>();
    private long fingerprint;
    private long rows;
    private long entries;

    /** Measures nothing. */
    public static final Meter UNMETERED = new Meter() {
        @Override
        public void begin() {}

        @Override
        public void end() {}
    };

    /** Called at the beginning and the end of each way of reading. */
    public interface Meter {
        void begin();

        void end();
    }

    private interface Read {
        void run(ParquetReader reader) throws IOException;
    }

    private WholeRead(InputFile file, ReaderOptions options, Meter meter) {
        this.file = file;
        this.options = options;
        this.meter = meter;
    }

    /**
     * The result of reading a file.
     *
     * @param fingerprint of every value that was read, in order
     * @param entries values and nulls of all columns
     */
    public record Outcome(long fingerprint, long rows, long entries, List<ParquetException> refusals) {}

    /** Reads {@code file}; throws any exception except the engine's own for corrupt or unsupported files. */
    public static Outcome of(InputFile file, ReaderOptions options, Meter meter) throws IOException {
        WholeRead read = new WholeRead(file, options, meter);
        read.run();
        return new Outcome(read.fingerprint, read.rows, read.entries, List.copyOf(read.refusals));
    }

    private void run() throws IOException {
        meter.begin();
        try (ParquetReader reader = ParquetReader.open(file, options)) {
            meter.end();
            attempt(reader, in -> records(in, 0));
            attempt(reader, in -> records(in, in.metadata().rows() / 2));
            attempt(reader, in -> filtered(in, Filters.rare(in.schema())));
            attempt(reader, in -> filtered(in, Filters.frequent(in.schema())));
            attempt(reader, in -> hash(in.schema().toString()));
            for (LeafColumn leaf : reader.schema().leaves()) {
                attempt(reader, in -> column(in, leaf));
                for (int number = 0; number < reader.metadata().rowGroups().size(); number++) {
                    int rowGroup = number;
                    attempt(reader, in -> in.pages(rowGroup, leaf));
                    attempt(reader, in -> in.columnIndex(rowGroup, leaf));
                    attempt(reader, in -> in.offsetIndex(rowGroup, leaf));
                    attempt(reader, in -> bloomFilter(in, rowGroup, leaf));
                }
            }
        } catch (CorruptFileException | UnsupportedFeatureException | MemoryLimitException e) {
            meter.end();
            refusals.add(e);
        }
    }

    private void attempt(ParquetReader reader, Read read) throws IOException {
        meter.begin();
        try {
            read.run(reader);
        } catch (CorruptFileException | UnsupportedFeatureException | MemoryLimitException e) {
            refusals.add(e);
        }
        meter.end();
    }

    private void records(ParquetReader reader, long firstRow) throws IOException {
        RecordCursor<Map<String, Object>> records = reader.records(PlainRecords.builder(), firstRow);
        while (records.next()) {
            add(hash(records.record()));
            rows += firstRow == 0 ? 1 : 0;
        }
    }

    /** Filtered records are not part of the fingerprint: wrong statistics may lose rows. */
    private static void filtered(ParquetReader reader, Optional<Filter> filter) throws IOException {
        if (filter.isPresent()) {
            RecordCursor<Map<String, Object>> records =
                    reader.records(PlainRecords.builder(), RecordQuery.ALL.where(filter.get()));
            while (records.next()) {
                hash(records.record());
            }
        }
    }

    private void column(ParquetReader reader, LeafColumn leaf) throws IOException {
        ColumnCursor column = reader.column(leaf);
        while (column.next()) {
            add(column.repetitionLevel() << 8 | column.definitionLevel());
            add(hash(column.value()));
            entries++;
        }
    }

    private void bloomFilter(ParquetReader reader, int rowGroup, LeafColumn leaf) throws IOException {
        Optional<BloomFilter> filter = reader.bloomFilter(rowGroup, leaf);
        if (filter.isPresent()) {
            Object probe = switch (leaf.type().physicalType()) {
                case BOOLEAN -> true;
                case INT32 -> 1;
                case INT64 -> 1L;
                case FLOAT -> 1.0f;
                case DOUBLE -> 1.0;
                case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> new byte[] {1};
            };
            add(filter.get().mightContain(probe) ? 1 : 0);
        }
    }

    private void add(long value) {
        fingerprint = (fingerprint ^ value) * 0x9E3779B97F4A7C15L;
        fingerprint ^= fingerprint >>> 29;
    }

    /** A hash of the content, of byte arrays, too. */
    private static long hash(Object value) {
        if (value instanceof byte[] bytes) {
            return Arrays.hashCode(bytes);
        }
        if (value instanceof Map<?, ?> struct) {
            long hash = 1;
            for (Map.Entry<?, ?> field : struct.entrySet()) {
                hash = 31 * (31 * hash + hash(field.getKey())) + hash(field.getValue());
            }
            return hash;
        }
        if (value instanceof List<?> list) {
            long hash = 2;
            for (Object element : list) {
                hash = 31 * hash + hash(element);
            }
            return hash;
        }
        if (value instanceof Map.Entry<?, ?> entry) {
            return 31 * hash(entry.getKey()) + hash(entry.getValue());
        }
        if (value instanceof Variant variant) {
            // A variant is parsed on access; only then is an invalid one reported.
            return 31 * variant.hashCode() + variant.toString().hashCode();
        }
        return value == null ? 0 : value.hashCode();
    }
}
