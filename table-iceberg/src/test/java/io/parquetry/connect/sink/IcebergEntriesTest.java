package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.iceberg.Accessor;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.iceberg.util.ByteBuffers;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever values come, a table says of each file what Iceberg's own reader and transforms find in it: the partition,
 * the counts of values, nulls and NaNs, and bounds that no value is outside of.
 */
class IcebergEntriesTest extends TopicToTable {
    /** Of some row groups. */
    private static final int ROWS = 150;

    private static final Schema INNER = SchemaBuilder.struct()
            .field("s", Schema.OPTIONAL_STRING_SCHEMA)
            .field("d", Schema.OPTIONAL_FLOAT64_SCHEMA)
            .field("i", Schema.OPTIONAL_INT32_SCHEMA)
            .optional()
            .build();

    private static final Schema WIDE = SchemaBuilder.struct()
            .field("i8", Schema.INT8_SCHEMA)
            .field("i32", Schema.OPTIONAL_INT32_SCHEMA)
            .field("i64", Schema.OPTIONAL_INT64_SCHEMA)
            .field("f32", Schema.OPTIONAL_FLOAT32_SCHEMA)
            .field("f64", Schema.OPTIONAL_FLOAT64_SCHEMA)
            .field("flag", Schema.OPTIONAL_BOOLEAN_SCHEMA)
            .field("text", Schema.OPTIONAL_STRING_SCHEMA)
            .field("bytes", Schema.OPTIONAL_BYTES_SCHEMA)
            .field("d9", decimal(2, 9))
            .field("d18", decimal(4, 18))
            .field("d38", decimal(10, 38))
            .field("day", Date.builder().optional().build())
            .field("time", Time.builder().optional().build())
            .field("at", Timestamp.builder().optional().build())
            .field(
                    "micros",
                    SchemaBuilder.int64()
                            .name("io.debezium.time.MicroTimestamp")
                            .optional()
                            .build())
            .field(
                    "uuid",
                    SchemaBuilder.string()
                            .name("io.debezium.data.Uuid")
                            .optional()
                            .build())
            .field("inner", INNER)
            .field("list", SchemaBuilder.array(Schema.INT64_SCHEMA).build())
            .field(
                    "map",
                    SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_FLOAT64_SCHEMA)
                            .build())
            .build();

    private static final List<String> TERMS = List.of(
            "i8",
            "truncate(7, i8)",
            "bucket(5, i32)",
            "truncate(1000, i32)",
            "i64",
            "truncate(3, i64)",
            "bucket(3, i64)",
            "f32",
            "f64",
            "flag",
            "text",
            "truncate(2, text)",
            "bucket(4, text)",
            "bytes",
            "truncate(1, bytes)",
            "bucket(4, bytes)",
            "d9",
            "truncate(50, d9)",
            "bucket(4, d18)",
            "truncate(7, d38)",
            "bucket(6, d38)",
            "day",
            "year(day)",
            "month(day)",
            "bucket(4, day)",
            "time",
            "bucket(4, time)",
            "at",
            "year(at)",
            "month(at)",
            "day(at)",
            "hour(at)",
            "bucket(4, at)",
            "micros",
            "hour(micros)",
            "day(micros)",
            "uuid",
            "bucket(4, uuid)",
            "inner.s",
            "truncate(3, inner.s)",
            "bucket(4, inner.i)",
            "inner.d");

    private static final Set<Type.TypeID> FLOATING = Set.of(Type.TypeID.FLOAT, Type.TypeID.DOUBLE);

    private Random random;

    private static Schema decimal(int scale, int precision) {
        return Decimal.builder(scale)
                .parameter("connect.decimal.precision", Integer.toString(precision))
                .optional()
                .build();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void entriesSayWhatIcebergFinds(long seed) throws IOException {
        random = new Random(seed);
        Set<String> terms = new TreeSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            terms.add(TERMS.get(random.nextInt(TERMS.size())));
        }
        more.put("table.partition.by", String.join(", ", terms));
        more.put("types.as", "debezium:logical");
        more.put("flush.size", "1000");
        more.put("parquet.row.group.bytes", "1024");
        for (int offset = 0; offset < ROWS; offset++) {
            produce(ZERO, offset, WIDE, value());
        }
        runTask();
        assertThat(look().faults()).isZero();
        Table table = table();
        try (CloseableIterable<FileScanTask> files =
                table.newScan().includeColumnStats().planFiles()) {
            for (FileScanTask task : files) {
                check(table, task.file());
            }
        }
        assertThat(offsets()).isEqualTo(produced());
    }

    private static void check(Table table, DataFile file) throws IOException {
        List<StructLike> rows = rows(table, file);
        assertThat(rows).hasSize((int) file.recordCount());
        PartitionKey key = new PartitionKey(table.specs().get(file.specId()), table.schema());
        for (StructLike row : rows) {
            key.partition(row);
            assertThat(texts(file.partition())).as(key.toPath()).isEqualTo(texts(key));
        }
        for (NestedField field : TypeUtil.indexById(table.schema().asStruct()).values()) {
            Accessor<StructLike> accessor =
                    field.type().isPrimitiveType() ? table.schema().accessorForField(field.fieldId()) : null;
            if (accessor == null) {
                assertThat(file.lowerBounds()).doesNotContainKey(field.fieldId());
                assertThat(file.upperBounds()).doesNotContainKey(field.fieldId());
            } else {
                check(field, rows.stream().map(accessor::get).toList(), file);
            }
        }
    }

    private static List<StructLike> rows(Table table, DataFile file) throws IOException {
        InternalRecordWrapper wrapper = new InternalRecordWrapper(table.schema().asStruct());
        try (CloseableIterable<Record> read = Parquet.read(table.io().newInputFile(file.location()))
                .project(table.schema())
                .createReaderFunc(type -> GenericParquetReaders.buildReader(table.schema(), type))
                .build()) {
            List<StructLike> rows = new ArrayList<>();
            read.forEach(record -> rows.add(wrapper.copyFor(record)));
            return rows;
        }
    }

    /** One may have texts and bytes in another class than the other. */
    private static List<String> texts(StructLike partition) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < partition.size(); i++) {
            Object value = partition.get(i, Object.class);
            byte[] bytes = value instanceof ByteBuffer buffer
                    ? ByteBuffers.toByteArray(buffer)
                    : value instanceof byte[] array ? array : null;
            texts.add(bytes == null ? String.valueOf(value) : Arrays.toString(bytes));
        }
        return texts;
    }

    private static void check(NestedField field, List<Object> all, DataFile file) {
        int id = field.fieldId();
        List<Object> values = all.stream().filter(Objects::nonNull).toList();
        List<Object> ordered = values.stream()
                .filter(value -> !value.equals(Float.NaN) && !value.equals(Double.NaN))
                .toList();
        boolean isFloating = FLOATING.contains(field.type().typeId());
        assertThat(file.valueCounts()).as(field.name()).containsEntry(id, (long) all.size());
        assertThat(file.nullValueCounts()).as(field.name()).containsEntry(id, (long) all.size() - values.size());
        assertThat(file.nanValueCounts().get(id))
                .as(field.name())
                .isEqualTo(isFloating ? (Long) ((long) values.size() - ordered.size()) : null);
        if (ordered.size() == values.size() && !field.name().equals("uuid")) {
            assertThat(file.lowerBounds().containsKey(id)).as(field.name()).isNotEqualTo(values.isEmpty());
        }
        for (Comparator<Object> order : orders(field.type())) {
            checkBounds(field, ordered, order, file);
        }
    }

    private static void checkBounds(NestedField field, List<Object> ordered, Comparator<Object> order, DataFile file) {
        ByteBuffer lower = file.lowerBounds().get(field.fieldId());
        ByteBuffer upper = file.upperBounds().get(field.fieldId());
        if (lower != null) {
            Object least = Conversions.fromByteBuffer(field.type(), lower);
            Object first = ordered.stream().min(order).orElseThrow();
            assertThat(order.compare(least, first))
                    .as("%s: %s, %s", field, least, first)
                    .isNotPositive();
        }
        if (upper != null) {
            Object most = Conversions.fromByteBuffer(field.type(), upper);
            Object last = ordered.stream().max(order).orElseThrow();
            assertThat(order.compare(most, last))
                    .as("%s: %s, %s", field, most, last)
                    .isNotNegative();
        }
    }

    /** The orders in which readers compare: UUIDs as signed numbers, as the library does, or by their bytes. */
    private static List<Comparator<Object>> orders(Type type) {
        Comparator<Object> ofLibrary = Comparators.forType(type.asPrimitiveType());
        return type.typeId() == Type.TypeID.UUID
                ? List.of(ofLibrary, Comparator.comparing(Object::toString))
                : List.of(ofLibrary);
    }

    @Test
    void uuidsOfOneVariantHaveBounds() throws IOException {
        random = new Random(1);
        more.put("types.as", "debezium:logical");
        more.put("flush.size", "1000");
        more.put("parquet.row.group.bytes", "1024");
        List<UUID> uuids = new ArrayList<>();
        for (int offset = 0; offset < ROWS; offset++) {
            UUID uuid = new UUID(random.nextLong() >>> 1, random.nextLong() | Long.MIN_VALUE);
            produce(ZERO, offset, WIDE, value().put("uuid", uuid.toString()));
            uuids.add(uuid);
        }
        runTask();
        assertThat(look().faults()).isZero();
        Table table = table();
        int id = table.schema().findField("uuid").fieldId();
        try (CloseableIterable<FileScanTask> files =
                table.newScan().includeColumnStats().planFiles()) {
            assertThat(files).singleElement().satisfies(task -> {
                assertThat(uuid(task.file().lowerBounds().get(id))).isEqualTo(Collections.min(uuids));
                assertThat(uuid(task.file().upperBounds().get(id))).isEqualTo(Collections.max(uuids));
            });
        }
    }

    private static UUID uuid(ByteBuffer bound) {
        return Conversions.fromByteBuffer(Types.UUIDType.get(), bound);
    }

    private Struct value() {
        Struct inner = new Struct(INNER)
                .put("s", some(text()))
                .put("d", some(floating()))
                .put("i", some(random.nextInt()));
        Map<String, Double> map = new HashMap<>();
        List<Long> list = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            map.put(text(), some(floating()));
            list.add(random.nextLong());
        }
        return new Struct(WIDE)
                .put("i8", (byte) random.nextInt())
                .put("i32", some(pick(random.nextInt(), Integer.MIN_VALUE, Integer.MAX_VALUE, -1, 0)))
                .put("i64", some(pick(random.nextLong(), Long.MIN_VALUE, Long.MAX_VALUE, -1L, 0L)))
                .put("f32", some((float) floating()))
                .put("f64", some(floating()))
                .put("flag", some(random.nextBoolean()))
                .put("text", some(text()))
                .put("bytes", some(bytes()))
                .put("d9", some(number(29, 2)))
                .put("d18", some(number(59, 4)))
                .put("d38", some(number(126, 10)))
                .put("day", some(new java.util.Date((random.nextInt(4_000_000) - 2_000_000) * DAY_MS)))
                .put("time", some(new java.util.Date(random.nextInt(86_400_000))))
                .put("at", some(new java.util.Date(random.nextLong() >> (15 + random.nextInt(40)))))
                .put("micros", some(random.nextLong() >> random.nextInt(60)))
                .put("uuid", some(new UUID(random.nextLong(), random.nextLong()).toString()))
                .put("inner", some(inner))
                .put("list", list)
                .put("map", map);
    }

    private <T> T some(T value) {
        return random.nextInt(5) == 0 ? null : value;
    }

    @SafeVarargs
    private <T> T pick(T usual, T... odd) {
        return random.nextInt(4) == 0 ? odd[random.nextInt(odd.length)] : usual;
    }

    private double floating() {
        return pick(
                random.nextGaussian() * 1e5,
                random.nextInt(3) == 0 ? Double.NaN : 1,
                -0.0,
                0.0,
                Double.NEGATIVE_INFINITY,
                Double.POSITIVE_INFINITY,
                Double.MIN_VALUE);
    }

    private BigDecimal number(int bits, int scale) {
        BigInteger unscaled = new BigInteger(random.nextInt(bits) + 1, random);
        return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale);
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(3) == 0 ? 80 : random.nextInt(4)];
        random.nextBytes(bytes);
        if (random.nextInt(8) == 0) {
            Arrays.fill(bytes, (byte) 0xFF);
        }
        return bytes;
    }

    private String text() {
        int[] points = new int[random.nextInt(3) == 0 ? 40 : random.nextInt(4)];
        int[] odd = {'a', 0x7F, 0xE9, 0x7FF, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF, '/', '%', ' '};
        for (int i = 0; i < points.length; i++) {
            points[i] = odd[random.nextInt(odd.length)];
        }
        if (random.nextInt(10) == 0) {
            Arrays.fill(points, 0x10FFFF);
        }
        return new String(points, 0, points.length);
    }
}
