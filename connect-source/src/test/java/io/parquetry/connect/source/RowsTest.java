package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.source.config.RestoreSettings;
import io.parquetry.connect.source.config.RowSettings;
import io.parquetry.connect.source.config.SelectionSettings;
import io.parquetry.connect.source.config.SendSettings;
import io.parquetry.format.TestData;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.TimeUnit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A new record has topic, key and timestamp from the columns of its row and the path of its file. */
class RowsTest {
    private static final Schema SHOP = SchemaBuilder.struct()
            .name("Shop")
            .optional()
            .field("city", Schema.STRING_SCHEMA)
            .field("code", Schema.OPTIONAL_INT32_SCHEMA)
            .build();
    private static final Schema EVENT = SchemaBuilder.struct()
            .name("Event")
            .field("id", Schema.INT64_SCHEMA)
            .field("event_type", Schema.OPTIONAL_STRING_SCHEMA)
            .field("shop", SHOP)
            .field("at", Schema.OPTIONAL_INT64_SCHEMA)
            .field("a.b", Schema.OPTIONAL_STRING_SCHEMA)
            .field("bytes", SchemaBuilder.array(Schema.INT32_SCHEMA).optional().build())
            .build();

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree).with(SendSettings.MODE, "rows");
    }

    private static Struct event(long id, String type) {
        return new Struct(EVENT)
                .put("id", id)
                .put("event_type", type)
                .put("shop", new Struct(SHOP).put("city", "Bonn").put("code", (int) id));
    }

    private static byte[] file(RecordMetadata metadata, Struct... events) {
        List<SinkRecord> records = new ArrayList<>();
        for (Struct event : events) {
            records.add(new SinkRecord(
                    "orders", 3, null, "k", EVENT, event, records.size(), 42L, TimestampType.CREATE_TIME));
        }
        return TestTree.bytes(metadata, records);
    }

    private List<SourceRecord> sent(String path, Struct... events) {
        tree.put(path, file(RecordMetadata.NONE, events));
        harness.start();
        return harness.scanTwice();
    }

    @ParameterizedTest
    @CsvSource({
        "events, events",
        "${path.1}-${path.2}, landing-eu",
        "${file}, part-1.snappy",
        "t-${column.event_type}, t-click",
        "${column.shop.city}_${column.id}, Bonn_1",
        "${column.\"a.b\"}, dotted",
        "${path.hour}, 12"
    })
    void theTopicIsMadeOfPathAndColumns(String template, String topic) {
        harness.with(RowSettings.TOPIC, template);
        Struct event = event(1, "click").put("a.b", "dotted");

        assertThat(sent("landing/eu/country=D%C3%A9/day=a b/hour=1%32/part-1.snappy.parquet", event))
                .extracting(SourceRecord::topic)
                .containsExactly(topic);
    }

    /** A file of Spark in its legacy mode; see HybridCalendarTest. */
    @Test
    void datesOfTheJulianCalendarAreSentAsTheyWereWritten() throws IOException {
        try (InputStream old = TestData.class.getResourceAsStream("/hybrid-calendar/spark-micros.parquet")) {
            tree.put("a.parquet", old.readAllBytes());
        }
        harness.with(SelectionSettings.FILTER, "day = '0001-01-01'").start();

        assertThat(harness.scanTwice()).singleElement().satisfies(record -> {
            Struct value = (Struct) record.value();
            assertThat(value.get("day")).isEqualTo(Date.from(Instant.parse("0001-01-01T00:00:00Z")));
            assertThat(value.get("at")).isEqualTo(-62_135_596_800_000_000L);
        });
    }

    @Test
    void eachRowGoesToItsTopic() {
        harness.with(RowSettings.TOPIC, "events-${column.event_type}");

        assertThat(sent("a.parquet", event(1, "click"), event(2, "click"), event(3, "view"), event(4, "click")))
                .extracting(SourceRecord::topic)
                .containsExactly("events-click", "events-click", "events-view", "events-click");
    }

    /** As R and spreadsheets write the column of row names. */
    @Test
    void aColumnWithoutANameIsReadBackByConverters() throws IOException {
        MessageType schema = new MessageType(
                "m",
                List.of(
                        PrimitiveType.of("", Repetition.OPTIONAL, PhysicalType.INT32),
                        PrimitiveType.of("n", Repetition.OPTIONAL, PhysicalType.INT32)));
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(Map.of("", 7, "n", 8));
            writer.finish();
        }
        tree.put("a.parquet", out.toByteArray());
        harness.start();
        SourceRecord sent = harness.scanTwice().get(0);

        try (JsonConverter converter = new JsonConverter()) {
            converter.configure(Map.of(), false);
            byte[] json = converter.fromConnectData(sent.topic(), sent.valueSchema(), sent.value());
            Struct value = (Struct) converter.toConnectData(sent.topic(), json).value();
            assertThat(value.getInt32("unnamed")).isEqualTo(7);
            assertThat(value.getInt32("n")).isEqualTo(8);
        }
    }

    @Test
    void eachFileGoesToItsTopic() {
        tree.put("x/a.parquet", TestTree.foreign(1));
        tree.put("y/a.parquet", TestTree.foreign(1));
        harness.with(RowSettings.TOPIC, "${path.1}").start();

        assertThat(harness.scanTwice()).extracting(SourceRecord::topic).containsExactly("x", "y");
    }

    @ParameterizedTest
    @CsvSource({
        "${path.5}, needs a directory ${path.5}",
        "${path.month}, needs a directory month=",
        "${column.event_type}, topic event_type is null",
        "${column.kind}, there is no column or field kind",
        "${column.shop}, topic shop: a value of STRUCT",
        "${path.1}-${path.3}, becomes 'dir-country=DE'",
        "${path.day}.x, becomes 'a b.x'",
        "${column.id}-${column.a}, there is no column or field a",
        "${column.id.x}, a value of type INT64 has no field x",
        "${column.shop.city}.${column.at}, topic at is null"
    })
    void aRowWithoutATopicFailsTheTaskWithFileAndRow(String template, String reason) {
        harness.with(RowSettings.TOPIC, template);

        assertThatThrownBy(() -> sent("dir/eu/country=DE/day=a%20b/a.parquet", event(1, null)))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("row 0 of dir/eu/country=DE/day=a%20b/a.parquet cannot be sent")
                .hasMessageContaining(reason);
    }

    /** As a column that is null or empty names none. */
    @ParameterizedTest
    @CsvSource({"__HIVE_DEFAULT_PARTITION__, null", "'', empty"})
    void aDirectoryWithoutAValueNamesNoTopic(String value, String shown) {
        harness.with(RowSettings.TOPIC, "t-${path.country}");

        assertThatThrownBy(() -> sent("country=" + value + "/a.parquet", event(1, "click")))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topic path.country is " + shown + ", which names no topic");
    }

    @Test
    void rowsBeforeARowThatCannotBeSentAreSent() {
        harness.with(RowSettings.TOPIC, "${column.event_type}");

        tree.put("a.parquet", file(RecordMetadata.NONE, event(1, "click"), event(2, "two words")));
        harness.start();

        requireFailureAfterOne().hasMessageContaining("row 1 of a.parquet").hasMessageContaining("'two words'");
    }

    private AbstractThrowableAssert<?, ? extends Throwable> requireFailureAfterOne() {
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).hasSize(1);
        return assertThatThrownBy(harness::poll);
    }

    @Test
    void withoutKeyColumnsThereIsNoKey() {
        SourceRecord record = sent("a.parquet", event(1, "click")).get(0);

        assertThat(record.topic()).isEqualTo("strange");
        assertThat(record.key()).isNull();
        assertThat(record.keySchema()).isNull();
        assertThat(record.timestamp()).isNull();
        assertThat(record.kafkaPartition()).isNull();
        assertThat(record.headers()).isEmpty();
        assertThat(record.value()).isEqualTo(event(1, "click"));
    }

    @Test
    void oneColumnIsTheKey() {
        SourceRecord record =
                sentWith(RowSettings.KEY_COLUMNS, "id", event(7, "click")).get(0);

        assertThat(record.key()).isEqualTo(7L);
        assertThat(record.keySchema()).isEqualTo(Schema.INT64_SCHEMA);
    }

    @Test
    void aKeyThatCanBeNullIsOptional() {
        List<SourceRecord> records = sentWith(
                RowSettings.KEY_COLUMNS,
                "shop.city",
                event(7, "click"),
                event(8, "click").put("shop", null));

        assertThat(records).extracting(SourceRecord::key).containsExactly("Bonn", null);
        assertThat(records).extracting(SourceRecord::keySchema).containsOnly(Schema.OPTIONAL_STRING_SCHEMA);
    }

    @Test
    void severalColumnsAreAStruct() {
        SourceRecord record = sentWith(RowSettings.KEY_COLUMNS, "id,shop.code", event(7, "click"))
                .get(0);
        Schema key = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("code", Schema.OPTIONAL_INT32_SCHEMA)
                .build();

        assertThat(record.keySchema()).isEqualTo(key);
        assertThat(record.key()).isEqualTo(new Struct(key).put("id", 7L).put("code", 7));
    }

    private List<SourceRecord> sentWith(String key, String value, Struct... events) {
        harness.with(key, value);
        return sent("a.parquet", events);
    }

    @Test
    void aNullThatADefaultStandsForMayBeInTheKey() {
        Schema schema = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("region", SchemaBuilder.string().defaultValue("eu").build())
                .build();
        SinkRecord row = new SinkRecord("orders", 0, null, null, schema, new Struct(schema).put("id", 1L), 0);
        tree.put("a.parquet", TestTree.bytes(RecordMetadata.NONE, List.of(row)));
        harness.with(RowSettings.KEY_COLUMNS, "id,region").start();

        Struct key = (Struct) harness.scanTwice().get(0).key();
        assertThat(key.get("region")).isEqualTo("eu");
    }

    @Test
    void aColumnIsTheTimestampAndNullIsNone() {
        List<SourceRecord> records = sentWith(
                RowSettings.TIMESTAMP_COLUMN, "at", event(1, "x").put("at", 1_700_000_000_000L), event(2, "x"));

        assertThat(records).extracting(SourceRecord::timestamp).containsExactly(1_700_000_000_000L, null);
    }

    @Test
    void textsWithAZoneAndMillisecondsAsTextAreTimestamps() {
        assertThat(sentWith(
                        RowSettings.TIMESTAMP_COLUMN,
                        "event_type",
                        event(1, "2024-02-29T12:00Z"),
                        event(2, "2024-02-29T12:00:00.000+0000"),
                        event(3, "1709208000000")))
                .extracting(SourceRecord::timestamp)
                .containsOnly(1_709_208_000_000L);
    }

    @Test
    void aTimestampBefore1970FailsTheTask() {
        assertThatThrownBy(() -> sentWith(
                        RowSettings.TIMESTAMP_COLUMN, "at", event(1, "x").put("at", -1L)))
                .hasMessageContaining("row 0 of a.parquet")
                .hasMessageContaining("timestamp.column at is -1 ms, before 1970");
    }

    @ParameterizedTest
    @CsvSource({
        "millis, 1700000000123",
        "micros, 1700000000123",
        "nanos, 1700000000123",
        "local, 1700000000123",
        "date, 1699920000000",
        "text, 1700000000123",
        "plain, 1700000000123"
    })
    void timestampsOfAllUnitsAndDatesAreConverted(String column, long timestampMs) throws IOException {
        tree.put("a.parquet", times());
        harness.with(RowSettings.TIMESTAMP_COLUMN, column).start();

        assertThat(harness.scanTwice()).extracting(SourceRecord::timestamp).containsExactly(timestampMs);
    }

    private static byte[] times() throws IOException {
        long nanos = 1_700_000_000_123_456_789L;
        MessageType schema = new MessageType(
                "schema",
                List.of(
                        time("millis", new LogicalType.Timestamp(true, TimeUnit.MILLIS)),
                        time("micros", new LogicalType.Timestamp(true, TimeUnit.MICROS)),
                        time("nanos", new LogicalType.Timestamp(true, TimeUnit.NANOS)),
                        time("local", new LogicalType.Timestamp(false, TimeUnit.MICROS)),
                        PrimitiveType.of("date", Repetition.REQUIRED, PhysicalType.INT32, LogicalType.DATE),
                        PrimitiveType.of("text", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING),
                        PrimitiveType.of("plain", Repetition.REQUIRED, PhysicalType.INT64)));
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                out, schema, PlainRecords.walker(), WriterOptions.builder().build())) {
            writer.write(Map.of(
                    "millis", nanos / 1_000_000,
                    "micros", nanos / 1_000,
                    "nanos", nanos,
                    "local", nanos / 1_000,
                    "date", 19_675,
                    "text", "2023-11-14T23:13:20.123+01:00",
                    "plain", nanos / 1_000_000));
            writer.finish();
        }
        return out.toByteArray();
    }

    private static PrimitiveType time(String name, LogicalType type) {
        return PrimitiveType.of(name, Repetition.REQUIRED, PhysicalType.INT64, type);
    }

    @Test
    void headersHaveFileAndRowIfConfigured() {
        List<SourceRecord> records = sentWith(RowSettings.ROW_HEADERS, "true", event(1, "x"), event(2, "x"));

        Header file = records.get(1).headers().lastWithName("parquet.file");
        Header row = records.get(1).headers().lastWithName("parquet.row");
        assertThat(file.value()).isEqualTo("a.parquet");
        assertThat(file.schema()).isEqualTo(Schema.STRING_SCHEMA);
        assertThat(row.value()).isEqualTo(1L);
        assertThat(row.schema()).isEqualTo(Schema.INT64_SCHEMA);
    }

    @Test
    void rowsOfTheSinkAreSentAsNewRecordsIfConfigured() {
        tree.put("a.parquet", file(RecordMetadata.KAFKA, event(1, "click")));
        harness.with(RowSettings.KEY_COLUMNS, "id").start();

        SourceRecord record = harness.scanTwice().get(0);

        assertThat(record.topic()).isEqualTo("strange");
        assertThat(record.key()).isEqualTo(1L);
        assertThat(record.timestamp()).isNull();
        assertThat(record.value()).isEqualTo(event(1, "click"));
    }

    @Test
    void aRowWithoutValueHasNoColumns() {
        SinkRecord tombstone = new SinkRecord("orders", 3, null, "k", null, null, 1, 42L, TimestampType.CREATE_TIME);
        SinkRecord event =
                new SinkRecord("orders", 3, null, "k", EVENT, event(1, "x"), 0, 42L, TimestampType.CREATE_TIME);
        tree.put("a.parquet", TestTree.bytes(RecordMetadata.KAFKA, List.of(event, tombstone)));
        harness.with(RowSettings.KEY_COLUMNS, "id").start();

        requireFailureAfterOne()
                .hasMessageContaining("row 1 of a.parquet")
                .hasMessageContaining("key.columns id: the row has no columns; its value is null");
    }

    @Test
    void aFileThatCannotBeRestoredFailsTheTaskInModeRestore() {
        tree.put("a.parquet", TestTree.foreign(1));
        harness.config.remove(RowSettings.TOPIC);
        harness.with(SendSettings.MODE, "restore")
                .with(RestoreSettings.TOPIC_MAPPING, "a:b")
                .start();

        assertThatThrownBy(harness::scanTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("the rows of a.parquet cannot be restored")
                .hasMessageContaining("set mode to rows or auto");
    }
}
