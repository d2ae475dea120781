package io.parquetry.connect.sink;

import static org.apache.kafka.connect.data.Schema.BYTES_SCHEMA;
import static org.apache.kafka.connect.data.Schema.INT32_SCHEMA;
import static org.apache.kafka.connect.data.Schema.INT64_SCHEMA;
import static org.apache.kafka.connect.data.Schema.INT8_SCHEMA;
import static org.apache.kafka.connect.data.Schema.OPTIONAL_STRING_SCHEMA;
import static org.apache.kafka.connect.data.Schema.STRING_SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The error message for a record that cannot be stored, for every kind of value that a file refuses: which record,
 * which field, the value and what is allowed. The records around it are stored.
 *
 * <p>Connect's own classes refuse most wrong values as soon as they are put into a struct; lists and maps are filled
 * afterwards here, as connectors and transformations can.
 */
class BadRecordTest {
    private static final TopicPartition PARTITION = new TopicPartition("orders", 3);
    private static final long DAY_MS = 86_400_000;

    /** A day that 32 bits do not hold. */
    private static final java.util.Date FAR_AWAY = new java.util.Date(Long.MAX_VALUE / DAY_MS * DAY_MS);

    private final NavigableMap<Long, SinkRecord> log = new TreeMap<>();

    private static Schema structOf(Schema field) {
        return SchemaBuilder.struct().field("it", field).build();
    }

    private static Struct struct(Schema field, Object value) {
        return new Struct(structOf(field)).put("it", value);
    }

    /** A struct with elements that were not validated. */
    private static Struct listOf(Schema element, Object... values) {
        List<Object> list = new ArrayList<>();
        Struct struct = struct(SchemaBuilder.array(element).build(), list);
        list.addAll(Arrays.asList(values));
        return struct;
    }

    private static Struct mapOf(Schema key, Schema value, Object oneKey, Object oneValue) {
        Map<Object, Object> map = new HashMap<>();
        Struct struct = struct(SchemaBuilder.map(key, value).build(), map);
        map.put(oneKey, oneValue);
        return struct;
    }

    private static Struct inStruct(Schema field, Object value) {
        Struct inner = struct(field, value);
        return struct(inner.schema(), inner);
    }

    static List<Arguments> valuesThatAreRefused() {
        Schema price =
                Decimal.builder(2).parameter("connect.decimal.precision", "6").build();
        Schema named = structOf(STRING_SCHEMA);
        Struct empty = new Struct(named);
        Schema numbers = SchemaBuilder.array(INT32_SCHEMA).build();
        Schema counts = SchemaBuilder.map(STRING_SCHEMA, INT32_SCHEMA).build();
        String needed = "is required but null; give it a value, or make the field optional";
        String noKey = "is null, which no key of a map in Parquet may be";
        String swapped = "a transformation may have changed one of them";
        return List.of(
                arguments(empty, "it", needed, ""),
                arguments(listOf(STRING_SCHEMA, "a", null), "it[1]", needed, ""),
                arguments(listOf(INT32_SCHEMA, 1, "text"), "it[1]", "a java.lang.String (text)", "expected INT32"),
                arguments(listOf(INT8_SCHEMA, 300), "it[0]", "a java.lang.Integer (300)", "INTEGER(8,true)"),
                arguments(listOf(BYTES_SCHEMA, "text"), "it[0]", "a java.lang.String (text)", "expected BYTE_ARRAY"),
                arguments(listOf(price, 1.5), "it[0]", "a java.lang.Double (1.5)", "DECIMAL(6,2)"),
                arguments(listOf(Date.SCHEMA, 5), "it[0]", "a java.lang.Integer (5)", "DATE"),
                arguments(listOf(STRING_SCHEMA, 5L), "it[0]", "a java.lang.Long (5)", "STRING"),
                arguments(listOf(numbers, List.of("text")), "it[0][0]", "a java.lang.String (text)", "INT32"),
                arguments(listOf(numbers, "text"), "it[0]", "a java.lang.String (text)", "expected a list"),
                arguments(listOf(counts, "text"), "it[0]", "a java.lang.String (text)", "expected a map"),
                arguments(listOf(named, "text"), "it[0]", "a java.lang.String (text)", "expected a struct"),
                arguments(listOf(named, empty), "it[0].it", needed, ""),
                arguments(listOf(named, struct(INT64_SCHEMA, 1L)), "it[0]", "{it INT64}", "{it STRING}; " + swapped),
                arguments(mapOf(STRING_SCHEMA, INT32_SCHEMA, null, 1), "it[0].key", noKey, "leave it out"),
                arguments(mapOf(OPTIONAL_STRING_SCHEMA, INT32_SCHEMA, null, 1), "it[0].key", noKey, "leave it out"),
                arguments(mapOf(STRING_SCHEMA, INT32_SCHEMA, "a", null), "it[0].value", needed, ""),
                arguments(mapOf(INT32_SCHEMA, INT32_SCHEMA, "a", 1), "it[0].key", "a java.lang.String (a)", "INT32"),
                arguments(
                        mapOf(STRING_SCHEMA, INT32_SCHEMA, "a", "b"), "it[0].value", "a java.lang.String (b)", "INT32"),
                arguments(mapOf(STRING_SCHEMA, named, "a", empty), "it[0].value.it", needed, ""),
                arguments(struct(price, new BigDecimal("12345.67")), "it", "12345.67", "4 digits before the point"),
                arguments(struct(price, new BigDecimal("1.234")), "it", "1.234", "it is not rounded"),
                arguments(inStruct(price, new BigDecimal("-12345.67")), "it.it", "-12345.67", "DECIMAL(6,2)"),
                arguments(struct(Date.SCHEMA, new java.util.Date(5)), "it", "1970-01-01T00:00:00.005Z", "midnight UTC"),
                arguments(struct(Date.SCHEMA, FAR_AWAY), "it", "106751991167 days", "32 bits"),
                arguments(struct(Time.SCHEMA, new java.util.Date(86_400_000)), "it", "1970-01-02", "0 to 86399999 ms"),
                arguments(struct(Time.SCHEMA, new java.util.Date(-1)), "it", "1969-12-31", "0 to 86399999 ms"),
                arguments(struct(STRING_SCHEMA, "\ud800"), "it", "U+D800 at character 0", "send such data as bytes"),
                arguments(mapOf(STRING_SCHEMA, STRING_SCHEMA, "\ud800", ""), "it[0].key", "U+D800", "bytes"));
    }

    @ParameterizedTest(name = "{1}: {2}, {3}")
    @MethodSource
    void valuesThatAreRefused(Struct value, String field, String found, String allowed) throws IOException {
        assertThat(reasonFor(value.schema(), value))
                .startsWith("cannot store the record of topic orders, partition 3, offset 8: field " + field)
                .contains(found)
                .contains(allowed);
    }

    /**
     * Without the null in a required field, for which a file has a place where another version has the field not at
     * all.
     */
    static List<Arguments> valuesThatAreRefusedWhateverTheFile() {
        return valuesThatAreRefused().stream().skip(1).toList();
    }

    /** The file has a field more than the record's schema, so that the value goes there by way of a conversion. */
    @ParameterizedTest(name = "{1}: {2}, {3}")
    @MethodSource("valuesThatAreRefusedWhateverTheFile")
    void theSameInAFileOfAnotherVersion(Struct value, String field, String found, String allowed) throws IOException {
        SchemaBuilder wider = SchemaBuilder.struct().field("more", OPTIONAL_STRING_SCHEMA);
        value.schema().fields().forEach(same -> wider.field(same.name(), optional(same.schema())));
        Schema other = wider.build();
        add(7, other, new Struct(other).put("more", "x"));
        assertThat(reasonFor(value.schema(), value))
                .startsWith("cannot store the record of topic orders, partition 3, offset 8: field "
                        + field.substring(0, 2));
    }

    private static Schema optional(Schema schema) {
        return switch (schema.type()) {
            case STRUCT -> {
                SchemaBuilder struct = SchemaBuilder.struct().optional();
                schema.fields().forEach(field -> struct.field(field.name(), field.schema()));
                yield struct.build();
            }
            case ARRAY -> SchemaBuilder.array(schema.valueSchema()).optional().build();
            case MAP ->
                SchemaBuilder.map(schema.keySchema(), schema.valueSchema())
                        .optional()
                        .build();
            default -> {
                SchemaBuilder builder = new SchemaBuilder(schema.type()).optional();
                if (schema.name() != null) {
                    builder.name(schema.name()).version(schema.version());
                }
                if (schema.parameters() != null) {
                    builder.parameters(schema.parameters());
                }
                yield builder.build();
            }
        };
    }

    @Test
    void aValueThatIsNotOfItsSchemaAtAll() throws IOException {
        assertThat(reasonFor(structOf(STRING_SCHEMA), "text"))
                .contains("offset 8: the value is a java.lang.String, but its schema says that it is a struct: {it"
                        + " STRING}");
    }

    @Test
    void aStructOfAnotherSchemaThanTheRecordSays() throws IOException {
        assertThat(reasonFor(structOf(STRING_SCHEMA), struct(INT64_SCHEMA, 1L)))
                .contains("offset 8", "has the schema {it INT64}", "has {it STRING}");
    }

    @Test
    void aTombstoneWithTheSchemaOfAStruct() throws IOException {
        assertThat(reasonFor(structOf(STRING_SCHEMA), null))
                .contains("offset 8: the value is null (a tombstone)", "record.metadata=kafka");
    }

    @Test
    void aValueWithoutSchema() throws IOException {
        assertThat(reasonFor(null, "text"))
                .contains("offset 8: the value has no schema", "schemaless=infer", "schemaless=json");
    }

    @Test
    void aValueWithoutSchemaThatIsTooDeepForAVariant() throws IOException {
        assertThat(reasonFor(null, nested(501), Map.of("schemaless", "variant", "schema.compatibility", "merge")))
                .contains("offset 8: field value: the value nests deeper than 500 levels");
    }

    private static Object nested(int levels) {
        Object value = 1L;
        for (int i = 0; i < levels; i++) {
            value = List.of(value);
        }
        return value;
    }

    /** Whose fields are not part of the schema that is inferred of the others. */
    @ParameterizedTest
    @ValueSource(strings = {"_kafka", "\ud800"})
    void aFieldWithoutSchemaThatNoFileCanHave(String name) throws IOException {
        add(7, null, Map.of("it", "before"));
        add(10, null, Map.of("it", 5L));
        add(11, null, Map.of("other", true));
        assertThat(reasonFor(
                        null,
                        Map.of(name, 1L),
                        Map.of("schemaless", "infer", "record.metadata", "kafka", "record.layout", "flat")))
                .contains("offset 8: ", name.equals("_kafka") ? "record.layout=nested" : "unpaired surrogate");
    }

    @Test
    void aValueWithoutSchemaThatHasNoPlaceInAVariant() throws IOException {
        assertThat(reasonFor(null, Map.of("a", new StringBuilder("x")), Map.of("schemaless", "variant")))
                .contains("offset 8: field value: a value of java.lang.StringBuilder has no schema");
    }

    private void add(long offset, Schema schema, Object value) {
        log.put(offset, new SinkRecord("orders", 3, null, null, schema, value, offset));
    }

    @Test
    void aBadRecordFarBehindTheOthersIsPassedOver() throws IOException {
        long far = 8L + Integer.MAX_VALUE;
        Schema good = structOf(STRING_SCHEMA);
        add(7, good, new Struct(good).put("it", "before"));
        add(far, null, Map.of("it", "without schema"));
        add(far + 1, good, new Struct(good).put("it", "after"));
        MemoryDisk disk = new MemoryDisk();
        FakeWorker worker = new FakeWorker(
                        Map.of(PARTITION, log),
                        Map.of("name", "archive", "storage.url", "memory"),
                        new MemoryStorage(disk),
                        new ManualClock())
                .tolerant()
                .start();
        worker.drain(10);
        worker.stop();

        assertThat(worker.reported()).extracting(SinkRecord::kafkaOffset).containsExactly(far);
        assertThat(new Published(disk).records()).hasSize(2);
        assertThat(worker.committed()).containsEntry(PARTITION, far + 2);
    }

    /** The message for the record with offset 8; the records before and after it are stored. */
    private String reasonFor(Schema schema, Object value) throws IOException {
        return reasonFor(schema, value, Map.of());
    }

    private String reasonFor(Schema schema, Object value, Map<String, String> more) throws IOException {
        Schema good = structOf(STRING_SCHEMA);
        if (log.isEmpty()) {
            add(7, good, new Struct(good).put("it", "before"));
        }
        add(8, schema, value);
        int others = log.size();
        add(9, good, new Struct(good).put("it", "after"));
        MemoryDisk disk = new MemoryDisk();
        Map<String, String> properties = new HashMap<>(Map.of("name", "archive", "storage.url", "memory"));
        properties.putAll(more);
        FakeWorker worker = new FakeWorker(
                        Map.of(PARTITION, log), properties, new MemoryStorage(disk), new ManualClock())
                .tolerant()
                .start();
        worker.drain(10);
        worker.stop();
        assertThat(new Published(disk).records()).as("the records around it").hasSize(others);
        assertThat(worker.reported()).extracting(SinkRecord::kafkaOffset).containsExactly(8L);
        return worker.reasons().get(0).getMessage();
    }
}
