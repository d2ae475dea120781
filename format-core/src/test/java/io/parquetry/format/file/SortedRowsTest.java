package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.WriterOptions.Direction;
import io.parquetry.format.file.WriterOptions.Nulls;
import io.parquetry.format.file.WriterOptions.SortedBy;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.SortingColumn;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.RandomSchemas;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * A writer that sorts gives every row that it was given, in each row group in the order that was asked for, rows that
 * compare alike as they came; what it holds meanwhile is counted and bounded.
 */
class SortedRowsTest {
    private static final String CAME_AS = "came_as";
    private static final MessageType EVENTS = MessageType.parse(
            "message event { optional double score;"
                    + " optional binary name (STRING); required int64 id; repeated int32 tags; optional fixed_len_byte_array(12) old (INTERVAL); }");

    private static MemoryOutputFile write(MessageType schema, List<Map<String, Object>> records, WriterOptions options)
            throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (Map<String, Object> record : records) {
                writer.write(record);
            }
            writer.finish();
        }
        return out;
    }

    private static List<Object> read(MemoryOutputFile file) throws IOException {
        List<Object> records = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(file.toInputFile(), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
            while (cursor.next()) {
                records.add(cursor.record());
            }
        }
        return records;
    }

    private static FileMetadata footer(MemoryOutputFile file) throws IOException {
        try (ParquetReader reader = ParquetReader.open(file.toInputFile(), ReaderOptions.DEFAULT)) {
            return reader.metadata();
        }
    }

    private static SortedBy by(String column) {
        return new SortedBy(column, Direction.ASCENDING, Nulls.LAST);
    }

    @Property(tries = 200)
    void everyRowGroupIsInOrderAndNoRowIsLost(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MessageType shape = new RandomSchemas(random).message(1 + random.nextInt(5), 1 + random.nextInt(3));
        List<Type> fields = new ArrayList<>(shape.fields());
        fields.add(PrimitiveType.of(CAME_AS, Repetition.REQUIRED, PhysicalType.INT32));
        MessageType schema = new MessageType("sorted", fields);
        List<Map<String, Object>> records = new RandomRecords(random).records(shape, random.nextInt(400));
        for (int i = 0; i < records.size(); i++) {
            records.get(i).put(CAME_AS, i);
        }
        List<SortedBy> keys = keys(schema, random);
        WriterOptions options = WriterOptions.builder()
                .pageVersion(WriterOptions.PageVersion.values()[random.nextInt(2)])
                .dictionary(WriterOptions.Dictionary.values()[random.nextInt(2)])
                .pageBytesMax(64 << random.nextInt(12))
                .pageRowsMax(1 << random.nextInt(12))
                .rowGroupBytesMax(1024 << random.nextInt(14))
                .sort(keys)
                .build();
        MemoryOutputFile file = write(schema, records, options);

        List<Object> read = read(file);
        assertThat(RandomRecords.comparable(inTheOrderTheyCame(read))).isEqualTo(RandomRecords.comparable(records));
        List<List<Object>> sorted = rowsOf(file, schema, keys);
        Comparator<List<Object>> order = order(schema, keys);
        int row = 0;
        for (RowGroupMetadata group : footer(file).rowGroups()) {
            assertThat(group.sortingColumns()).hasSameSizeAs(keys);
            for (int end = row + (int) group.rows() - 1; row < end; row++) {
                assertThat(order.compare(sorted.get(row), sorted.get(row + 1)))
                        .as("%s before %s by %s", sorted.get(row), sorted.get(row + 1), keys)
                        .isNegative();
            }
            row++;
        }
    }

    private static List<SortedBy> keys(MessageType schema, Random random) {
        List<SortedBy> keys = new ArrayList<>();
        for (LeafColumn leaf : schema.leaves()) {
            ValueOrder order = ValueOrder.of(schema, leaf);
            boolean sortable =
                    leaf.maxRepetitionLevel() == 0 && order != ValueOrder.NONE && order != ValueOrder.FLOAT16;
            if (sortable && !leaf.dottedPath().equals(CAME_AS) && random.nextInt(3) > 0) {
                keys.add(new SortedBy(
                        leaf.dottedPath(), Direction.values()[random.nextInt(2)], Nulls.values()[random.nextInt(2)]));
            }
        }
        return keys.isEmpty() ? List.of(by(CAME_AS)) : keys;
    }

    private static List<Object> inTheOrderTheyCame(List<Object> records) {
        return records.stream()
                .sorted(Comparator.comparingInt(record -> (Integer) ((Map<?, ?>) record).get(CAME_AS)))
                .toList();
    }

    /** For each row the values of the keys in their physical form, and when it came. */
    private static List<List<Object>> rowsOf(MemoryOutputFile file, MessageType schema, List<SortedBy> keys)
            throws IOException {
        List<List<Object>> rows = new ArrayList<>();
        List<String> columns =
                new ArrayList<>(keys.stream().map(SortedBy::column).toList());
        columns.add(CAME_AS);
        try (ParquetReader reader = ParquetReader.open(file.toInputFile(), ReaderOptions.DEFAULT)) {
            for (String column : columns) {
                ColumnCursor cursor = reader.column(schema.leaf(column));
                for (int row = 0; cursor.next(); row++) {
                    if (rows.size() == row) {
                        rows.add(new ArrayList<>());
                    }
                    rows.get(row).add(cursor.value());
                }
            }
        }
        return rows;
    }

    private static Comparator<List<Object>> order(MessageType schema, List<SortedBy> keys) {
        Comparator<List<Object>> order = (left, right) -> 0;
        for (int i = 0; i < keys.size(); i++) {
            int at = i;
            SortedBy key = keys.get(i);
            Comparator<Object> values = values(ValueOrder.of(schema, schema.leaf(key.column())));
            Comparator<Object> directed = key.direction() == Direction.ASCENDING ? values : values.reversed();
            Comparator<Object> nulls =
                    key.nulls() == Nulls.FIRST ? Comparator.nullsFirst(directed) : Comparator.nullsLast(directed);
            order = order.thenComparing(row -> row.get(at), nulls);
        }
        return order.thenComparing(row -> (Integer) row.get(keys.size()));
    }

    private static Comparator<Object> values(ValueOrder order) {
        return switch (order) {
            case BOOLEAN -> Comparator.comparing(Boolean.class::cast);
            case INT32_SIGNED -> Comparator.comparing(Integer.class::cast);
            case INT64_SIGNED -> Comparator.comparing(Long.class::cast);
            case INT32_UNSIGNED -> Comparator.comparing(value -> Integer.toUnsignedLong((Integer) value));
            case INT64_UNSIGNED -> Comparator.comparing(value -> new BigInteger(Long.toUnsignedString((Long) value)));
            case FLOAT -> Comparator.comparing(Float.class::cast);
            case DOUBLE -> Comparator.comparing(Double.class::cast);
            case BYTES -> (left, right) -> Arrays.compareUnsigned((byte[]) left, (byte[]) right);
            case DECIMAL_BYTES -> Comparator.comparing(value -> number((byte[]) value));
            case FLOAT16, NONE -> throw new AssertionError(order);
        };
    }

    private static BigInteger number(byte[] bytes) {
        return bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
    }

    private static Map<String, Object> event(Object score, String name, long id) {
        Map<String, Object> event = new HashMap<>();
        event.put("score", score);
        event.put("name", name);
        event.put("id", id);
        event.put("tags", List.of());
        return event;
    }

    private static List<Long> idsSortedBy(SortedBy... keys) throws IOException {
        List<Map<String, Object>> events = List.of(
                event(Double.NaN, "b", 1),
                event(-0.0, "a", 2),
                event(null, "b", 3),
                event(0.0, null, 4),
                event(-1.0, "b", 5),
                event(Double.POSITIVE_INFINITY, "aa", 6));
        MemoryOutputFile file = write(
                EVENTS, events, WriterOptions.builder().sort(List.of(keys)).build());
        return read(file).stream()
                .map(record -> (Long) ((Map<?, ?>) record).get("id"))
                .toList();
    }

    @Test
    void nullsStandWhereTheyWereAskedForAndNaNBehindAllNumbers() throws IOException {
        assertThat(idsSortedBy(by("score"))).containsExactly(5L, 2L, 4L, 6L, 1L, 3L);
        assertThat(idsSortedBy(new SortedBy("score", Direction.DESCENDING, Nulls.FIRST)))
                .containsExactly(3L, 1L, 6L, 4L, 2L, 5L);
        assertThat(idsSortedBy(new SortedBy("name", Direction.ASCENDING, Nulls.FIRST)))
                .containsExactly(4L, 2L, 6L, 1L, 3L, 5L);
        assertThat(idsSortedBy(new SortedBy("name", Direction.DESCENDING, Nulls.LAST), by("score")))
                .containsExactly(5L, 1L, 3L, 6L, 2L, 4L);
    }

    @Test
    void theFooterSaysHowRowsAreSorted() throws IOException {
        MemoryOutputFile file = write(
                EVENTS,
                List.of(event(1.0, "a", 1)),
                WriterOptions.builder()
                        .sort(List.of(new SortedBy("name", Direction.DESCENDING, Nulls.FIRST), by("id")))
                        .build());
        assertThat(footer(file).rowGroups().get(0).sortingColumns())
                .containsExactly(new SortingColumn(1, true, true), new SortingColumn(2, false, false));
    }

    @Test
    void whatCannotBeSortedByIsRefusedBeforeTheFirstByte() {
        for (String column : List.of("tags", "old", "missing")) {
            MemoryOutputFile out = new MemoryOutputFile("memory");
            WriterOptions options =
                    WriterOptions.builder().sort(List.of(by(column))).build();
            assertThatThrownBy(() -> ParquetWriter.create(out, EVENTS, PlainRecords.walker(), options))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining(column);
            assertThat(out.position()).isZero();
        }
        assertThatThrownBy(() -> WriterOptions.builder().sort(List.of()).build())
                .isInstanceOf(UsageException.class);
    }

    @Test
    void aRecordThatIsRefusedLeavesNoTrace() throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        WriterOptions options = WriterOptions.builder().sort(List.of(by("id"))).build();
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, EVENTS, PlainRecords.walker(), options)) {
            writer.write(event(1.0, "a", 2));
            Map<String, Object> bad = event(1.0, "a", 1);
            bad.remove("id");
            assertThatThrownBy(() -> writer.write(bad)).isInstanceOf(InvalidRecordException.class);
            writer.write(event(1.0, "a", 1));
            writer.finish();
        }
        assertThat(read(out)).hasSize(2);
    }

    @Test
    void whatIsHeldIsCountedAndGivenBack() throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        WriterOptions options = WriterOptions.builder()
                .rowGroupBytesMax(200_000)
                .pageRowsMax(500)
                .sort(List.of(by("name")))
                .build();
        Random random = new Random(3);
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, EVENTS, PlainRecords.walker(), options)) {
            for (int i = 0; i < 50_000; i++) {
                writer.write(event(random.nextDouble(), Long.toHexString(random.nextLong()), i));
                assertThat(writer.rowGroupBytes()).isLessThan(300_000);
            }
            assertThat(writer.rowGroups()).isGreaterThan(5);
            assertThat(writer.rowGroupBytes()).isPositive();
            writer.flushRowGroup();
            assertThat(writer.rowGroupBytes()).isLessThan(50_000);
            writer.finish();
        }
    }

    @Test
    void aColumnThatIsLargeWhenItIsDecodedEndsTheRowGroup() throws IOException {
        List<Map<String, Object>> events = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            events.add(event(1.0, "the same text again and again ".repeat(10), i));
        }
        MemoryOutputFile file = write(
                EVENTS,
                events,
                WriterOptions.builder()
                        .dictionary(WriterOptions.Dictionary.NEVER)
                        .rowGroupBytesMax(1 << 20)
                        .sort(List.of(by("id")))
                        .build());
        assertThat(file.position()).as("compressed, all of it").isLessThan(1 << 20);
        List<RowGroupMetadata> groups = footer(file).rowGroups();
        assertThat(groups).hasSizeGreaterThan(3);
        assertThat(groups.stream()
                        .flatMap(group -> group.columns().stream())
                        .mapToLong(chunk -> chunk.bytes().uncompressed()))
                .allMatch(bytes -> bytes < 3 << 20);
    }
}
