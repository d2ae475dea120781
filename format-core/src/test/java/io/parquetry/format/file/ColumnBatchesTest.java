package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.UsageException;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.filter.RandomFilters;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Projection;
import io.parquetry.format.schema.RandomSchemas;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Batches of columns hold, row by row, what a cursor over each column finds, whatever the filter and the first row. */
class ColumnBatchesTest {
    /** A value or null, where it stands in its record, and its position in the dictionary or -1. */
    private record Entry(int repetition, int definition, Object value) {}

    @Property(tries = 250)
    void batchesHoldWhatTheColumnsHold(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MessageType schema = new RandomSchemas(random).message(1 + random.nextInt(5), 1 + random.nextInt(4));
        List<Map<String, Object>> records = new RandomRecords(random).records(schema, random.nextInt(400));
        MemoryOutputFile file = write(schema, records, options(random));
        Projection projection = random.nextBoolean() ? Projection.ALL : someColumns(schema, random);
        RecordQuery query = RecordQuery.ALL.columns(projection).fromRow(random.nextInt(records.size() + 1));
        RandomFilters filters = new RandomFilters(schema, records, random);
        if (!filters.isEmpty() && random.nextInt(3) > 0) {
            Filter filter =
                    Filter.parse(filters.filter(random.nextInt(3)).filter().toString(), schema);
            query = query.where(filter);
        }
        ReaderOptions options = ReaderOptions.builder()
                .readAhead(random.nextInt(3) == 0 ? ReaderOptions.ReadAhead.LEAST : ReaderOptions.ReadAhead.USUAL)
                .build();
        try (ParquetReader reader = ParquetReader.open(file.toInputFile(), options)) {
            List<Long> wantedRows = wantedRows(reader, query);
            ColumnBatches batches = reader.batches(query);
            assertThat(batches.schema()).isEqualTo(projection.of(schema).schema());
            Map<LeafColumn, List<List<Entry>>> all = new LinkedHashMap<>();
            Map<LeafColumn, List<List<Entry>>> found = new LinkedHashMap<>();
            for (ColumnArrays column : batches.columns()) {
                all.put(column.leaf(), rows(reader, column.leaf()));
                found.put(column.leaf(), new ArrayList<>());
            }
            List<Long> rows = new ArrayList<>();
            while (random.nextInt(4) == 0 ? batches.next(1 + random.nextInt(40)) : batches.next()) {
                assertThat(batches.rows()).isPositive();
                for (int i = 0; i < batches.rows(); i++) {
                    rows.add(batches.row(i));
                }
                for (ColumnArrays column : batches.columns()) {
                    addRows(column, batches.rows(), found.get(column.leaf()));
                }
            }
            assertThat(batches.next()).isFalse();
            assertThat(batches.rows()).isZero();
            assertThat(rows).isEqualTo(wantedRows);
            assertThat(batches.counters().records()).isEqualTo(rows.size());
            all.forEach((leaf, entries) -> assertThat(found.get(leaf))
                    .as(leaf.dottedPath())
                    .isEqualTo(rows.stream()
                            .map(row -> entries.get(row.intValue()))
                            .toList()));
        }
    }

    private static List<Long> wantedRows(ParquetReader reader, RecordQuery query) throws IOException {
        RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder(), query);
        List<Long> rows = new ArrayList<>();
        while (cursor.next()) {
            rows.add(cursor.row());
        }
        return rows;
    }

    private static List<List<Entry>> rows(ParquetReader reader, LeafColumn leaf) throws IOException {
        List<List<Entry>> rows = new ArrayList<>();
        ColumnCursor cursor = reader.column(leaf);
        while (cursor.next()) {
            if (cursor.repetitionLevel() == 0) {
                rows.add(new ArrayList<>());
            }
            Object value = cursor.value() instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : cursor.value();
            rows.get(rows.size() - 1).add(new Entry(cursor.repetitionLevel(), cursor.definitionLevel(), value));
        }
        return rows;
    }

    private static void addRows(ColumnArrays column, int count, List<List<Entry>> rows) {
        int before = rows.size();
        for (int i = 0; i < column.entries(); i++) {
            if (column.repetitionLevels()[i] == 0) {
                rows.add(new ArrayList<>());
            }
            Object value = value(column.leaf(), column.values(), i);
            if (column.isNull(i)) {
                assertThat(value).isIn(false, 0, 0L, 0f, 0d, ByteBuffer.allocate(0));
                value = null;
            }
            if (column.isDictionaryCoded()) {
                int id = column.ids()[i];
                assertThat(id).isLessThan(column.dictionarySize());
                assertThat(id < 0 ? null : value(column.leaf(), column.dictionary(), id))
                        .isEqualTo(value);
            }
            rows.get(rows.size() - 1).add(new Entry(column.repetitionLevels()[i], column.definitionLevels()[i], value));
        }
        assertThat(rows.size() - before).isEqualTo(count);
    }

    private static Object value(LeafColumn leaf, ValueArrays values, int at) {
        return switch (leaf.type().physicalType()) {
            case BOOLEAN -> values.booleans()[at];
            case INT32 -> values.ints()[at];
            case INT64 -> values.longs()[at];
            case FLOAT -> values.floats()[at];
            case DOUBLE -> values.doubles()[at];
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                ByteBuffer.wrap(Arrays.copyOfRange(
                        values.bytes(), values.offsets()[at], values.offsets()[at] + values.lengths()[at]));
        };
    }

    private static Projection someColumns(MessageType schema, Random random) {
        List<ColumnPath> paths = new ArrayList<>();
        for (LeafColumn leaf : schema.leaves()) {
            if (paths.isEmpty() || random.nextInt(3) == 0) {
                paths.add(new ColumnPath(leaf.path()));
            }
        }
        return Projection.of(paths);
    }

    private static WriterOptions options(Random random) {
        return WriterOptions.builder()
                .codec(random.nextBoolean() ? CompressionCodec.SNAPPY : CompressionCodec.UNCOMPRESSED)
                .pageVersion(WriterOptions.PageVersion.values()[random.nextInt(2)])
                .dictionary(WriterOptions.Dictionary.values()[random.nextInt(2)])
                .dictionaryBytesMax(64 << random.nextInt(12))
                .pageBytesMax(64 << random.nextInt(12))
                .pageRowsMax(1 << random.nextInt(9))
                .rowGroupBytesMax(1024 << random.nextInt(10))
                .build();
    }

    private static MemoryOutputFile write(
            MessageType schema, List<? extends Map<String, ?>> records, WriterOptions options) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("batches");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (Map<String, ?> each : records) {
                writer.write(each);
            }
            writer.finish();
        }
        return out;
    }

    private static MemoryOutputFile numbers(int rows) throws IOException {
        MessageType schema = MessageType.parse("message m { required int64 n; optional double half; }");
        List<Map<String, Object>> records = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            records.add(i % 3 == 0 ? Map.of("n", (long) i) : Map.of("n", (long) i, "half", i / 2.0));
        }
        return write(schema, records, WriterOptions.DEFAULT);
    }

    @Example
    void aNullHasASlotWithZeroSoThatSumsNeedNoCheck() throws IOException {
        try (ParquetReader reader = ParquetReader.open(numbers(5_000).toInputFile(), ReaderOptions.DEFAULT)) {
            ColumnBatches batches = reader.batches(RecordQuery.ALL);
            ColumnArrays halves = batches.column("half");
            double sum = 0;
            double expected = 0;
            while (batches.next()) {
                double[] values = halves.values().doubles();
                assertThat(halves.entries()).isEqualTo(batches.rows());
                for (int i = 0; i < batches.rows(); i++) {
                    sum += values[i];
                    expected += batches.row(i) % 3 == 0 ? 0 : batches.row(i) / 2.0;
                    assertThat(halves.isNull(i)).isEqualTo(batches.row(i) % 3 == 0);
                }
            }
            assertThat(sum).isEqualTo(expected).isPositive();
        }
    }

    /** 3 MB of texts in a page would be 1,000 times as much in a batch, if a batch had its number of rows whatever. */
    @Example
    void aBatchEndsWhereItsBytesOrEntriesAreMany() throws IOException {
        MessageType schema =
                MessageType.parse("message m { required int32 n; required binary text; repeated int32 list; }");
        byte[] text = new byte[100_000];
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            list.add(i);
        }
        List<Map<String, Object>> records = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            byte[] own = text.clone();
            own[i] = 1;
            records.add(Map.of("n", i, "text", own, "list", list));
        }
        MemoryOutputFile file = write(
                schema,
                records,
                WriterOptions.builder()
                        .dictionary(WriterOptions.Dictionary.NEVER)
                        .build());
        try (ParquetReader reader = ParquetReader.open(file.toInputFile(), ReaderOptions.DEFAULT)) {
            ColumnBatches batches = reader.batches(RecordQuery.ALL);
            long row = 0;
            while (batches.next()) {
                assertThat(batches.rows()).isLessThan(50);
                for (int i = 0; i < batches.rows(); i++, row++) {
                    assertThat(batches.row(i)).isEqualTo(row);
                    assertThat(batches.column("n").values().ints()[i]).isEqualTo((int) row);
                    ValueArrays texts = batches.column("text").values();
                    assertThat(texts.bytes()[texts.offsets()[i] + (int) row]).isEqualTo((byte) 1);
                }
                assertThat(batches.column("list").entries()).isEqualTo(5_000 * batches.rows());
            }
            assertThat(row).isEqualTo(300);
        }
    }

    /** 900 rows of one text of 100 kB are 90 MB, which the dictionary has once. */
    @Example
    void aBatchEndsWhereTheDictionaryIsGivenUp() throws IOException {
        MessageType schema = MessageType.parse("message m { required binary text; }");
        List<Map<String, Object>> records = new ArrayList<>();
        for (int i = 0; i < 940; i++) {
            byte[] text = new byte[100_000];
            text[0] = (byte) Math.max(0, i - 900);
            records.add(Map.of("text", text));
        }
        MemoryOutputFile file = write(schema, records, WriterOptions.DEFAULT);
        try (ParquetReader reader = ParquetReader.open(file.toInputFile(), ReaderOptions.DEFAULT)) {
            ColumnBatches batches = reader.batches(RecordQuery.ALL);
            List<Boolean> coded = new ArrayList<>();
            int row = 0;
            while (batches.next()) {
                ColumnArrays column = batches.column("text");
                coded.add(column.isDictionaryCoded());
                ValueArrays texts = column.values();
                assertThat(texts.bytes()).hasSizeLessThan(10_000_000);
                for (int i = 0; i < batches.rows(); i++, row++) {
                    assertThat(texts.bytes()[texts.offsets()[i]]).isEqualTo((byte) Math.max(0, row - 900));
                }
            }
            assertThat(row).isEqualTo(940);
            assertThat(coded).containsExactly(true, false);
        }
    }

    @Example
    void aWrongUseIsRefusedWithTheRightOne() throws IOException {
        ParquetReader reader = ParquetReader.open(numbers(10).toInputFile(), ReaderOptions.DEFAULT);
        ColumnBatches batches = reader.batches(RecordQuery.ALL);
        assertThat(batches.next()).isTrue();
        ColumnArrays column = batches.column("n");
        assertThatThrownBy(() -> column.values().doubles())
                .isInstanceOf(UsageException.class)
                .hasMessage("column n has values of type INT64, which are in longs(), not in doubles()");
        assertThatThrownBy(() -> column.values().offsets())
                .hasMessage("column n has values of type INT64, which are in longs(), not in"
                        + " bytes(), offsets() and lengths()");
        assertThatThrownBy(() -> batches.column("m"))
                .hasMessage("batches: there is no column m in this query; its columns are [n, half]");
        assertThatThrownBy(() -> batches.row(10)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> batches.next(0))
                .hasMessage("batches: a batch of 0 rows was asked for; it has at least 1");
        assertThat(column.isDictionaryCoded()).isFalse();
        assertThatThrownBy(column::ids)
                .hasMessage("column n is not dictionary-coded in this batch; ask isDictionaryCoded() first, or take"
                        + " values()");
        assertThatThrownBy(() -> reader.batches(RecordQuery.ALL.fromRow(11)))
                .hasMessage("batches: cannot begin at row 11; the file has rows 0 to 10");
        reader.close();
        assertThatThrownBy(batches::next).hasMessage("batches: the reader that these batches are of has been closed");
    }
}
