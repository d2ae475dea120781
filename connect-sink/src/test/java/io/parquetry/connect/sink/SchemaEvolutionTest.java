package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.log.LoggedLines;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Records of different schemas: which of them share a file, which schema the file has, that no field is lost, and
 * that each record is in exactly one file.
 */
class SchemaEvolutionTest {
    private static final TopicPartition ZERO = new TopicPartition("orders", 0);
    private static final long HOUR_MS = 3_600_000;

    private static final Schema V1 = SchemaBuilder.struct()
            .name("Order")
            .version(1)
            .field("id", Schema.INT32_SCHEMA)
            .field("gone", Schema.STRING_SCHEMA)
            .build();
    private static final Schema V2 = SchemaBuilder.struct()
            .name("Order")
            .version(2)
            .field("id", Schema.INT64_SCHEMA)
            .field("come", SchemaBuilder.int32().defaultValue(7).build())
            .build();

    /** Holds all of V1, and one field more. */
    private static final Schema WIDER = SchemaBuilder.struct()
            .name("Order")
            .version(3)
            .field("id", Schema.INT32_SCHEMA)
            .field("gone", Schema.STRING_SCHEMA)
            .field("more", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    private static final Schema TEXT = SchemaBuilder.struct()
            .name("Order")
            .version(4)
            .field("id", Schema.STRING_SCHEMA)
            .build();

    private final MemoryDisk disk = new MemoryDisk();
    private final MemoryStorage storage = new MemoryStorage(disk);
    private final Published published = new Published(disk);
    private final NavigableMap<Long, SinkRecord> log = new TreeMap<>();
    private final Map<String, String> properties =
            new HashMap<>(Map.of("name", "archive", "storage.url", "memory", "parquet.codec", "none"));
    private int created;

    private FakeWorker worker() {
        created = 0;
        storage.steps(step -> created += step.startsWith("create ") && step.endsWith(".tmp") ? 1 : 0);
        return new FakeWorker(Map.of(ZERO, log), properties, storage, new ManualClock());
    }

    private void add(Schema keySchema, Object key, Schema schema, Object value, long timestamp) {
        long offset = log.size();
        log.put(
                offset,
                new SinkRecord(
                        "orders", 0, keySchema, key, schema, value, offset, timestamp, TimestampType.CREATE_TIME));
    }

    private void add(Schema schema, Object value) {
        add(null, null, schema, value, 0);
    }

    private Struct order(Schema schema) {
        Struct value = new Struct(schema);
        for (Field field : schema.fields()) {
            long number = log.size();
            value.put(
                    field,
                    switch (field.schema().type()) {
                        case INT32 -> (int) number;
                        case INT64 -> number;
                        default -> "text " + number;
                    });
        }
        return value;
    }

    private void add(Schema schema) {
        add(schema, order(schema));
    }

    private List<StoredRecord> stored() throws IOException {
        return published.records();
    }

    private void run(int batch) {
        FakeWorker worker = worker().start();
        worker.drain(batch);
        worker.stop();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 500})
    void twoVersionsInTurnMakeNoMoreFilesThanOne(int batch) throws IOException {
        SchemaEvolutionTest one = new SchemaEvolutionTest();
        SchemaEvolutionTest two = this;
        for (SchemaEvolutionTest test : List.of(one, two)) {
            test.properties.putAll(Map.of("partitioner.class", "time", "flush.size", "100"));
            for (int i = 0; i < 1_200; i++) {
                Schema schema = test == one || i % 2 == 0 ? V1 : V2;
                test.add(null, null, schema, test.order(schema), i % 3 * HOUR_MS);
            }
            test.run(batch);
        }

        assertThat(one.published.paths()).hasSize(12);
        assertThat(published.names()).isEqualTo(one.published.names());
        assertThat(created - one.created)
                .as("times that a file grew, once for each path")
                .isBetween(0, 3);
        Set<Object> seen = new HashSet<>();
        for (StoredRecord record : stored()) {
            Struct value = (Struct) record.value();
            assertThat(value.schema().fields()).extracting(Field::name).containsExactly("id", "gone", "come");
            long id = value.getInt64("id");
            assertThat(seen.add(id)).isTrue();
            assertThat(value.getWithoutDefault("gone")).isEqualTo(id % 2 == 0 ? "text " + id : null);
            assertThat(value.getWithoutDefault("come")).isEqualTo(id % 2 == 0 ? null : (int) id);
            assertThat(value.get("come")).isEqualTo(id % 2 == 0 ? 7 : (int) id);
        }
        assertThat(seen).hasSize(1_200);
    }

    @Test
    void theFooterHasTheUnionUnderTheNewestVersion() throws IOException {
        add(V2);
        add(V1);
        run(1);

        assertThat(published.paths()).hasSize(1);
        Schema schema = stored().get(0).valueSchema();
        assertThat(schema.version()).isEqualTo(2);
        assertThat(schema.field("id").schema()).isEqualTo(Schema.INT64_SCHEMA);
        assertThat(schema.field("gone").schema()).isEqualTo(Schema.OPTIONAL_STRING_SCHEMA);
        assertThat(published.footer(published.paths().get(0)).keyValue("parquetry.offset.first"))
                .contains("0");
        assertThat(published.leftovers()).isEmpty();
    }

    @Test
    void aFileWithAWrittenRowGroupIsClosedInsteadOfGrowing() throws IOException {
        properties.put("parquet.row.group.bytes", "1024");
        for (int i = 0; i < 500; i++) {
            add(V1);
        }
        for (int i = 0; i < 50; i++) {
            add(i % 2 == 0 ? V1 : V2);
        }
        run(10);

        assertThat(published.names())
                .containsExactly("orders+0+0000000000+0000000500.parquet", "orders+0+0000000501+0000000549.parquet");
        assertThat(stored()).hasSize(550);
    }

    @Test
    void keysGrowWithTheirSchemasWhereTheyAreKept() throws IOException {
        properties.put("record.metadata", "kafka");
        add(null, null, null, null, 0);
        add(Schema.INT32_SCHEMA, 1, V1, order(V1), 0);
        add(Schema.OPTIONAL_INT64_SCHEMA, 2L, V2, order(V2), 0);
        add(Schema.OPTIONAL_INT64_SCHEMA, null, null, null, 0);
        add(null, null, V1, order(V1), 0);
        run(1);

        assertThat(published.paths()).hasSize(1);
        List<StoredRecord> records = stored();
        assertThat(records)
                .extracting(record -> record.kafka().orElseThrow().key())
                .containsExactly(null, 1L, 2L, null, null);
        assertThat(records)
                .extracting(record -> record.kafka().orElseThrow().keySchema())
                .containsExactly(
                        null,
                        Schema.OPTIONAL_INT64_SCHEMA,
                        Schema.OPTIONAL_INT64_SCHEMA,
                        Schema.OPTIONAL_INT64_SCHEMA,
                        null);
        assertThat(records.get(0).valueSchema()).isNull();
        assertThat(((Struct) records.get(1).value()).get("id")).isEqualTo(1L);
        assertThat(records.get(3).value()).isNull();
        assertThat(records)
                .extracting(record -> record.kafka().orElseThrow().offset())
                .containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    /** Converters make the default of a struct by the builder of its schema, which equals no other. */
    static List<Schema> defaultsThatEqualNoOther() {
        SchemaBuilder struct = SchemaBuilder.struct().field("x", Schema.INT32_SCHEMA);
        SchemaBuilder bytes = SchemaBuilder.array(Schema.BYTES_SCHEMA);
        return List.of(
                struct.defaultValue(new Struct(struct).put("x", 1)).build(),
                bytes.defaultValue(List.of(new byte[] {1})).build());
    }

    @ParameterizedTest
    @MethodSource("defaultsThatEqualNoOther")
    void aFileGrowsWhateverDefaultsItsSchemaHas(Schema withDefault) throws IOException {
        for (int version = 1; version <= 3; version++) {
            SchemaBuilder schema = SchemaBuilder.struct()
                    .name("Order")
                    .version(version)
                    .field("id", Schema.INT64_SCHEMA)
                    .field("given", withDefault);
            for (int field = 1; field < version; field++) {
                schema.field("more" + field, Schema.OPTIONAL_STRING_SCHEMA);
            }
            add(schema.build(), new Struct(schema.build()).put("id", (long) version));
        }
        run(1);

        assertThat(published.paths()).hasSize(1);
        assertThat(stored())
                .extracting(record -> ((Struct) record.value()).get("id"))
                .containsExactly(1L, 2L, 3L);
    }

    @Test
    void anIncompatibleRecordBeginsAnotherFile() throws IOException {
        add(V1);
        add(TEXT);
        add(TEXT);
        assertThat(LoggedLines.with("a record cannot be stored in the files of the records before it", () -> run(10)))
                .singleElement(as(STRING))
                .contains("SetSchemaMetadata$Value", "path.template=type=${schema.name}/...");

        assertThat(published.names())
                .containsExactly("orders+0+0000000000+0000000000.parquet", "orders+0+0000000001+0000000002.parquet");
        assertThat(stored()).extracting(StoredRecord::valueSchema).containsExactly(V1, TEXT, TEXT);
    }

    private static final Schema PAYMENT = SchemaBuilder.struct()
            .name("Payment")
            .version(1)
            .field("id", Schema.INT32_SCHEMA)
            .field("amount", Schema.INT64_SCHEMA)
            .build();

    static List<Arguments> schemasInTurn() {
        return List.of(
                arguments("two record types", "merge", List.of(V1, PAYMENT), 2),
                arguments("two versions and a type", "merge", List.of(V1, PAYMENT, V2), 2),
                arguments("two versions that share no file", "none", List.of(V1, V2), 2),
                arguments("three versions, of which two are one type", "none", List.of(V1, PAYMENT, V2), 3),
                arguments("a version that lost a field", "backward", List.of(V1, V2), 2),
                arguments("two types by versions", "backward", List.of(WIDER, PAYMENT, V1), 2),
                arguments("two types by versions, the other way", "forward", List.of(WIDER, PAYMENT, V1), 2),
                arguments("a type that changed", "full", List.of(TEXT, V1), 2));
    }

    /** Only at the beginning may a newer version close the file of an older version, which makes one file more. */
    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource
    void schemasInTurn(String what, String compatibility, List<Schema> schemas, int families) throws IOException {
        properties.putAll(
                Map.of("partitioner.class", "time", "schema.compatibility", compatibility, "flush.size", "100"));
        int records = 100 * 2 * families * 5;
        for (int i = 0; i < records; i++) {
            add(
                    null,
                    null,
                    schemas.get(i % schemas.size()),
                    order(schemas.get(i % schemas.size())),
                    i / 7 % 2 * HOUR_MS);
        }
        run(50);

        assertThat(published.paths()).as("files").hasSizeBetween(records / 100, records / 100 + 2 * families + 2);
        Set<Object> seen = new HashSet<>();
        for (StoredRecord record : stored()) {
            assertThat(seen.add(((Struct) record.value()).get("id").toString())).isTrue();
        }
        assertThat(seen).hasSize(records);
        for (String path : published.paths()) {
            assertThat(published.footer(path).keyValue("parquetry.records"))
                    .as(path)
                    .isPresent();
        }
        assertThat(published.leftovers()).isEmpty();
    }

    @Test
    void filesOfTwoTypesInOneDirectoryRotateOnTheirOwn() throws IOException {
        properties.put("flush.size", "10");
        for (int i = 0; i < 60; i++) {
            add(i % 3 == 0 ? PAYMENT : V1);
        }
        run(7);

        assertThat(published.names())
                .containsExactlyInAnyOrder(
                        "orders+0+0000000000+0000000027.parquet",
                        "orders+0+0000000001+0000000014.parquet",
                        "orders+0+0000000016+0000000029.parquet",
                        "orders+0+0000000030+0000000057.parquet",
                        "orders+0+0000000031+0000000044.parquet",
                        "orders+0+0000000046+0000000059.parquet");
        assertThat(stored()).hasSize(60);
    }

    @Test
    void openFilesOfManyTypesCountAsOpenPaths() throws IOException {
        properties.put("max.open.paths", "2");
        for (int i = 0; i < 9; i++) {
            add(List.of(V1, PAYMENT, TEXT).get(i % 3));
        }
        run(9);

        assertThat(published.paths()).hasSize(9);
        assertThat(stored()).hasSize(9);
    }

    @Test
    void anIncompatibleRecordIsABadRecordIfConfigured() throws IOException {
        properties.put("schema.incompatible", "error-record");
        add(V1);
        add(TEXT);
        add(V2);
        FakeWorker worker = worker().tolerant().start();
        worker.drain(10);
        worker.stop();

        assertThat(published.paths()).hasSize(1);
        assertThat(stored()).hasSize(2);
        assertThat(worker.reasons()).hasSize(1);
        assertThat(worker.reasons().get(0))
                .hasMessageContaining("offset 1")
                .hasMessageContaining("field id is INT")
                .hasMessageContaining("STRING")
                .hasMessageContaining("schema.incompatible=rotate");
    }

    @Test
    void aRecordThatIsBadAfterAllLeavesTheGrownFileGood() throws IOException {
        Schema price = SchemaBuilder.struct()
                .name("Order")
                .field("id", Schema.INT32_SCHEMA)
                .field(
                        "price",
                        Decimal.builder(2)
                                .parameter("connect.decimal.precision", "4")
                                .build())
                .build();
        add(V1);
        add(price, new Struct(price).put("id", 1).put("price", new BigDecimal("1234.56")));
        add(V1);
        FakeWorker worker = worker().tolerant().start();
        worker.drain(1);
        worker.stop();

        assertThat(worker.reasons()).hasSize(1);
        assertThat(worker.reasons().get(0)).hasMessageContaining("field price").hasMessageContaining("1234.56");
        assertThat(published.paths()).hasSize(1);
        assertThat(stored())
                .extracting(record -> ((Struct) record.value()).get("id"))
                .containsExactly(0, 2);
    }

    @Test
    void aFileWithValuesThatTheUnionCannotHoldIsClosedUnchanged() throws IOException {
        Schema two = SchemaBuilder.struct().field("id", Decimal.schema(2)).build();
        Schema four = SchemaBuilder.struct().field("id", Decimal.schema(4)).build();
        BigDecimal long36 = new BigDecimal("9".repeat(36) + ".25");
        add(two, new Struct(two).put("id", long36));
        add(two, new Struct(two).put("id", new BigDecimal("1.50")));
        add(four, new Struct(four).put("id", new BigDecimal("1.0001")));
        add(two, new Struct(two).put("id", new BigDecimal("2.50")));
        run(1);

        assertThat(published.names())
                .containsExactly("orders+0+0000000000+0000000001.parquet", "orders+0+0000000002+0000000003.parquet");
        assertThat(stored())
                .extracting(record -> ((Struct) record.value()).get("id"))
                .containsExactly(long36, new BigDecimal("1.50"), new BigDecimal("1.0001"), new BigDecimal("2.5000"));
        assertThat(published.leftovers()).isEmpty();
    }

    @Test
    void aDecimalThatTheConfiguredPrecisionDoesNotHoldIsABadRecord() throws IOException {
        properties.put("types.as", "decimal-precision:6");
        Schema price = SchemaBuilder.struct()
                .field(
                        "of",
                        SchemaBuilder.struct().field("price", Decimal.schema(2)).build())
                .build();
        Schema of = price.field("of").schema();
        for (String text : List.of("1234.56", "12345.67", "-9999.99")) {
            add(price, new Struct(price).put("of", new Struct(of).put("price", new BigDecimal(text))));
        }
        FakeWorker worker = worker().tolerant().start();
        worker.drain(10);
        worker.stop();

        assertThat(stored()).hasSize(2);
        assertThat(worker.reasons()).hasSize(1);
        assertThat(worker.reasons().get(0))
                .hasMessageContaining("field of.price")
                .hasMessageContaining("12345.67 does not fit DECIMAL(6,2)")
                .hasMessageContaining("types.as=decimal-precision:");
    }

    @Test
    void aSchemaThatHasNoFormInAFileIsForgotten() throws IOException {
        SchemaBuilder node = SchemaBuilder.struct().name("Order").version(9).optional();
        node.field("next", node);
        add(V1);
        add(node, new Struct(node));
        add(V1);
        FakeWorker worker = worker().tolerant().start();
        worker.drain(10);
        worker.stop();

        assertThat(worker.reasons()).hasSize(1);
        assertThat(worker.reasons().get(0)).hasMessageContaining("contains itself");
        assertThat(published.paths()).hasSize(1);
        assertThat(stored()).extracting(StoredRecord::valueSchema).containsExactly(V1, V1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"backward", "full"})
    void backwardWritesOlderVersionsInTheNewest(String word) throws IOException {
        properties.put("schema.compatibility", word);
        add(V1);
        add(WIDER);
        add(V1);
        add(WIDER);
        run(10);

        assertThat(published.names())
                .containsExactly("orders+0+0000000000+0000000000.parquet", "orders+0+0000000001+0000000003.parquet");
        assertThat(stored()).extracting(StoredRecord::valueSchema).containsExactly(V1, WIDER, WIDER, WIDER);
        assertThat(((Struct) stored().get(2).value()).get("more")).isNull();
    }

    @Test
    void aVersionOfOneDirectoryComesBeforeNoOlderOneOfAnother() throws IOException {
        properties.put("schema.compatibility", "backward");
        properties.put("schema.incompatible", "error-record");
        properties.put("partitioner.class", "field");
        properties.put("partition.field.name", "side");
        SchemaBuilder older = SchemaBuilder.struct().name("sided").version(1).field("side", Schema.STRING_SCHEMA);
        Schema newer = SchemaBuilder.struct().name("sided").version(2).field("side", Schema.STRING_SCHEMA);
        older.field("dropped", Schema.OPTIONAL_STRING_SCHEMA);
        addSide(older, "left");
        addSide(older, "right");
        addSide(newer, "left");
        addSide(newer, "right");
        FakeWorker worker = worker().tolerant().start();
        worker.drain(10);
        worker.stop();

        assertThat(worker.reasons()).isEmpty();
        assertThat(published.names())
                .containsExactlyInAnyOrder(
                        "orders+0+0000000000+0000000000.parquet",
                        "orders+0+0000000001+0000000001.parquet",
                        "orders+0+0000000002+0000000002.parquet",
                        "orders+0+0000000003+0000000003.parquet");
    }

    private void addSide(Schema schema, String side) {
        add(null, null, schema, new Struct(schema).put("side", side), 0);
    }

    @Test
    void backwardDropsNoFieldThatTheNewestVersionLacks() throws IOException {
        properties.put("schema.compatibility", "backward");
        properties.put("schema.incompatible", "error-record");
        add(V2);
        add(V1);
        FakeWorker worker = worker().tolerant().start();
        worker.drain(10);
        worker.stop();

        assertThat(stored()).hasSize(1);
        assertThat(worker.reasons().get(0)).hasMessageContaining("version 1 have no place in version 2");
    }

    /** The storage fails at one step; the element says whether it has. */
    private boolean[] failOnce(Predicate<String> at) {
        boolean[] failed = {false};
        storage.steps(step -> {
            if (!failed[0] && at.test(step)) {
                failed[0] = true;
                throw new IOException("the storage fails at " + step);
            }
        });
        return failed;
    }

    @Test
    void aReportedRecordIsNotStoredAfterTheStorageFailed() throws IOException {
        properties.put("schema.compatibility", "backward");
        properties.put("schema.incompatible", "error-record");
        add(V2);
        add(V1);
        add(WIDER);
        FakeWorker worker = worker().tolerant().start();
        boolean[] failed = failOnce(step -> !worker.reported().isEmpty());
        worker.drain(10);
        worker.stop();

        assertThat(failed[0]).isTrue();
        assertThat(worker.reported()).extracting(SinkRecord::kafkaOffset).containsExactly(1L);
        assertThat(stored()).extracting(row -> ((Struct) row.value()).get("id")).containsExactly(0L, 2);
    }

    /** As after a restart: a version that came later does not decide on the records before it. */
    @Test
    void aRecordThatWasGoodIsGoodAfterTheStorageFailed() throws IOException {
        properties.put("schema.compatibility", "backward");
        properties.put("schema.incompatible", "error-record");
        add(V1);
        add(V2);
        FakeWorker worker = worker().tolerant().start();
        boolean[] failed = failOnce(
                step -> step.startsWith("create ") && !step.contains(".commit") && !step.contains(".connector"));
        worker.drain(10);
        worker.stop();

        assertThat(failed[0]).isTrue();
        assertThat(worker.reasons()).isEmpty();
        assertThat(stored()).hasSize(2);
    }

    @Test
    void forwardWritesNewerVersionsInTheOldest() throws IOException {
        Schema narrower = SchemaBuilder.struct()
                .name("Order")
                .version(5)
                .field("id", Schema.INT32_SCHEMA)
                .field("gone", Schema.STRING_SCHEMA)
                .build();
        properties.put("schema.compatibility", "forward");
        add(narrower);
        add(WIDER);
        add(narrower);
        run(10);

        assertThat(published.names())
                .containsExactly("orders+0+0000000000+0000000000.parquet", "orders+0+0000000001+0000000002.parquet");
        assertThat(stored()).extracting(StoredRecord::valueSchema).containsExactly(narrower, WIDER, WIDER);
    }

    @Test
    void aValueWithoutSchemaIsABadRecordUnlessAskedFor() {
        add(null, Map.of("id", 1L));

        FakeWorker worker = worker().start();
        assertThatThrownBy(() -> worker.poll(10))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("schemaless=infer")
                .hasMessageContaining("schemaless=json");
    }

    @Test
    void aValueWithoutSchemaIsJsonTextOnRequestAndComesBackAsItWas() throws IOException {
        properties.put("schemaless", "json");
        add(null, Map.of("id", 1L, "list", List.of(1.5, "x")));
        add(null, List.of(true));
        run(10);

        assertThat(published.paths()).hasSize(1);
        assertThat(stored())
                .extracting(StoredRecord::value)
                .containsExactly(Map.of("id", 1L, "list", List.of(1.5, "x")), List.of(true));
        assertThat(stored()).extracting(StoredRecord::valueSchema).containsOnlyNulls();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void aValueWithoutSchemaGetsAnInferredSchema(int batch) throws IOException {
        properties.put("schemaless", "infer");
        add(null, Map.of("id", 1L));
        add(null, Map.of("id", 1.5, "tags", List.of("a")));
        add(null, Map.of("tags", List.of(1L), "who", Map.of("name", "N")));
        add(null, Map.of("who", 7L));
        run(batch);

        assertThat(published.paths()).hasSize(1);
        List<StoredRecord> records = stored();
        assertThat(records)
                .extracting(record -> ((Struct) record.value()).get("id"))
                .containsExactly(1.0, 1.5, null, null);
        assertThat(records)
                .extracting(record -> ((Struct) record.value()).get("tags"))
                .containsExactly(null, List.of("\"a\""), List.of("1"), null);
        assertThat(records)
                .extracting(record -> ((Struct) record.value()).get("who"))
                .containsExactly(null, null, "{\"name\":\"N\"}", "7");
    }

    @Test
    void tombstonesAreStoredBetweenValuesWithoutSchema() throws IOException {
        properties.putAll(Map.of("schemaless", "infer", "record.metadata", "kafka"));
        add(Schema.STRING_SCHEMA, "k", null, null, 0);
        add(Schema.STRING_SCHEMA, "k", null, Map.of("id", 1L), 0);
        add(null, Map.of("key", "without schema"), null, null, 0);
        add(null, null, null, Map.of("id", 1.5, "more", "x"), 0);
        run(1);

        List<StoredRecord> records = stored().stream()
                .sorted(Comparator.comparing(
                        record -> record.kafka().orElseThrow().offset()))
                .toList();
        assertThat(records)
                .extracting(record -> record.kafka().orElseThrow().offset())
                .containsExactly(0L, 1L, 2L, 3L);
        assertThat(records.get(0).value()).isNull();
        assertThat(records.get(0).valueSchema()).isNull();
        assertThat(((Number) ((Struct) records.get(1).value()).get("id")).doubleValue())
                .isEqualTo(1.0);
        assertThat(records.get(2).kafka().orElseThrow().key()).isEqualTo(Map.of("key", "without schema"));
        assertThat(((Struct) records.get(3).value()).get("id")).isEqualTo(1.5);
        assertThat(published.names())
                .as("a key without schema has no union with text")
                .hasSize(2);
    }

    @Test
    void inferredSchemasGrowByClosingFilesWhenNoneIsCompatible() throws IOException {
        properties.put("schemaless", "infer");
        properties.put("schema.compatibility", "none");
        add(null, Map.of("id", 1L));
        add(null, Map.of("id", 2L, "more", true));
        add(null, Map.of("id", 3L));
        run(1);

        assertThat(published.names())
                .containsExactly("orders+0+0000000000+0000000000.parquet", "orders+0+0000000001+0000000002.parquet");
    }

    /** To write its rows again costs something for each column, so a wide file is not written again for long. */
    @Test
    void aWideFileIsClosedEarlyWhereEachRecordBringsAColumn() throws IOException {
        List<Field> fields = new ArrayList<>();
        while (fields.size() < 10_000) {
            fields.add(new Field("f" + fields.size(), fields.size(), Schema.OPTIONAL_INT32_SCHEMA));
        }
        int records = 140;
        for (int i = 0; i < records; i++) {
            Field added = new Field("f" + fields.size(), fields.size(), Schema.OPTIONAL_INT32_SCHEMA);
            fields.add(added);
            Schema schema = new ConnectSchema(
                    Schema.Type.STRUCT, false, null, "Order", i, null, null, List.copyOf(fields), null, null);
            add(schema, new Struct(schema).put(added, i));
        }
        assertThat(LoggedLines.with("a file is closed early, because its rows", () -> run(5)))
                .singleElement(as(STRING))
                .contains("columns. Keep fields whose names vary in a map");

        assertThat(published.names()).hasSize(2);
        assertThat(stored()).hasSize(records);
    }
}
