package io.parquetry.connect.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.log.LoggedLines;
import io.parquetry.connect.source.config.BadRowSettings;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.config.RowSettings;
import io.parquetry.connect.source.config.SendSettings;
import io.parquetry.connect.source.config.ValueSchemaSettings;
import io.parquetry.connect.source.convert.TopicLimits;
import io.parquetry.connect.source.convert.TopicState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A row that cannot be sent, in a file that can be read, fails the task, is left out, or goes to a topic of its own. */
class BadRowTest {
    private static final Schema EVENT = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("type", Schema.OPTIONAL_STRING_SCHEMA)
            .field("at", Schema.INT64_SCHEMA)
            .build();

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree)
                .with(RowSettings.TOPIC, "${column.type}")
                .with(RowSettings.TIMESTAMP_COLUMN, "at");
    }

    private static Struct event(long id, String type, long at) {
        return new Struct(EVENT).put("id", id).put("type", type).put("at", at);
    }

    private void put(String path, Struct... events) {
        List<SinkRecord> records = new ArrayList<>();
        for (Struct event : events) {
            records.add(new SinkRecord("x", 0, null, null, EVENT, event, records.size()));
        }
        tree.put(path, TestTree.bytes(RecordMetadata.NONE, records));
    }

    private void putGoodAndBad() {
        put(
                "a.parquet",
                event(0, "good", 1),
                event(1, "not a topic", 2),
                event(2, "good", -1),
                event(3, null, 4),
                event(4, "good", 5));
    }

    private static List<Long> ids(List<SourceRecord> records, String topic) {
        return TaskHarness.ids(
                records.stream().filter(sent -> sent.topic().equals(topic)).toList());
    }

    private static Object header(SourceRecord sent, String name) {
        Header header = sent.headers().lastWithName(name);
        return header == null ? null : header.value();
    }

    @Test
    void theTaskFailsAfterTheRowsBefore() {
        putGoodAndBad();
        harness.start();

        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(TaskHarness.ids(harness.poll())).containsExactly(0L);
        assertThatThrownBy(harness::poll)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("row 1 of a.parquet cannot be sent");
    }

    @Test
    void badRowsAreLeftOutIfConfigured() {
        putGoodAndBad();
        harness.with(BadRowSettings.ON_BAD_ROW, "skip").start();

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(0L, 4L);
    }

    /** Two streams are sent side by side: the path of one names no topic, that of the other does. */
    @Test
    void aFileWithoutATopicDoesNotChangeThatOfAnother() {
        tree.orders("a", 0, "month=1", 0, 2);
        tree.orders("b", 0, "day=1", 1, 3);
        harness.with(SendSettings.MODE, "rows")
                .with(RowSettings.TOPIC, "${path.2}-${path.month}")
                .with(RowSettings.TIMESTAMP_COLUMN, "id")
                .with(DeliverySettings.REPLAY_SPEED, "1000000")
                .with(BadRowSettings.ON_BAD_ROW, "skip")
                .start();

        assertThat(harness.scanTwice()).extracting(SourceRecord::topic).containsExactly("a-1", "a-1");
    }

    @Test
    void aRowWithoutATopicDoesNotChangeThatOfTheNext() {
        put("a.parquet", event(0, "x", 1), event(0, null, 2), event(0, "x", 3), event(1, null, 4), event(1, "x", 5));
        harness.with(RowSettings.TOPIC, "${column.id}-${column.type}")
                .with(BadRowSettings.ON_BAD_ROW, "skip")
                .start();

        assertThat(harness.scanTwice()).extracting(SourceRecord::topic).containsExactly("0-x", "0-x", "1-x");
    }

    @Test
    void theLogNamesFilesOnceWhoseBadRowsTakeTurns() {
        tree.orders("a", 0, "day=1", 0, 2, 4);
        tree.orders("b", 0, "day=1", 1, 3, 5);
        harness.with(SendSettings.MODE, "rows")
                .with(RowSettings.TOPIC, "${path.month}")
                .with(RowSettings.TIMESTAMP_COLUMN, "id")
                .with(DeliverySettings.REPLAY_SPEED, "1000000")
                .with(BadRowSettings.ON_BAD_ROW, "skip")
                .start();

        assertThat(LoggedLines.with("It is left out", harness::scanTwice)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"union, ''", "per-file, ${topic}.Value", "union, ${topic}.Value"})
    void theSchemaOfAFileWithoutATopicIsNoFailure(String merge, String name) {
        tree.put("no.parquet", TestTree.foreign(1));
        tree.put("month=1/yes.parquet", TestTree.foreign(1));
        harness.with(RowSettings.TOPIC, "t-${path.month}")
                .with(RowSettings.TIMESTAMP_COLUMN, "")
                .with(ValueSchemaSettings.SCHEMA_MERGE, merge)
                .with(ValueSchemaSettings.SCHEMA_NAME_TEMPLATE, name)
                .with(BadRowSettings.ON_BAD_ROW, "topic:dead")
                .start();

        assertThat(harness.scanTwice()).extracting(SourceRecord::topic).containsExactlyInAnyOrder("t-1", "dead");
    }

    @Test
    void badRowsGoToTheirTopicWithFileAndNumber() {
        putGoodAndBad();
        harness.with(BadRowSettings.ON_BAD_ROW, "topic:dead").start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(ids(sent, "good")).containsExactly(0L, 4L);
        assertThat(ids(sent, "dead")).containsExactly(1L, 2L, 3L);
        SourceRecord second = sent.get(2);
        assertThat(header(second, "parquet.file")).isEqualTo("a.parquet");
        assertThat(header(second, "parquet.row")).isEqualTo(2L);
        assertThat((String) header(second, "parquet.error")).contains("before 1970");
        harness.acknowledge(sent);
        harness.start();
        assertThat(harness.scanTwice()).isEmpty();
    }

    @Test
    void aRowThatIsTooLargeGoesWithoutItsValue() {
        put("a.parquet", event(0, "good", 1), event(1, "x".repeat(3_000), 2), event(2, "good", 3));
        harness.with(RowSettings.TOPIC, "all")
                .with(BadRowSettings.ON_BAD_ROW, "topic:dead")
                .with("producer.override.max.request.size", "2000")
                .start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(ids(sent, "all")).containsExactly(0L, 2L);
        assertThat(sent.get(1).topic()).isEqualTo("dead");
        assertThat(sent.get(1).value()).isNull();
        assertThat((String) header(sent.get(1), "parquet.error")).contains("more than the 2000");
    }

    @Test
    void aRestoredRecordForAnInternalTopicIsABadRowToo() {
        SinkRecord forged = new SinkRecord(
                "connect-configs",
                0,
                Schema.STRING_SCHEMA,
                "connector-x",
                EVENT,
                event(0, "x", 1),
                0,
                1L,
                TimestampType.CREATE_TIME);
        tree.put("a.parquet", TestTree.bytes(RecordMetadata.KAFKA, List.of(forged)));
        harness.with(BadRowSettings.ON_BAD_ROW, "topic:dead").start();

        assertThat(harness.scanTwice()).singleElement().satisfies(sent -> {
            assertThat(sent.topic()).isEqualTo("dead");
            assertThat(sent.key()).isEqualTo("connector-x");
        });
    }

    @Test
    void aReplayPassesOverRowsWithoutATime() {
        put("a.parquet", event(0, "good", 1_000), event(1, "good", -1), event(2, "good", 1_001));
        harness.with(BadRowSettings.ON_BAD_ROW, "skip")
                .with(DeliverySettings.REPLAY_SPEED, "1000")
                .start();

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(0L, 2L);
    }

    @Test
    void aTransactionEndsBehindItsFileThoughTheLastRowIsLeftOut() {
        put("a.parquet", event(0, "good", 1), event(1, "good", -1));
        put("b.parquet", event(2, "good", 3));
        harness.context.asksForBoundaries = true;
        harness.with(BadRowSettings.ON_BAD_ROW, "skip")
                .with("transaction.boundary", "connector")
                .start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;

        assertThat(TaskHarness.ids(harness.poll())).containsExactly(0L);
        assertThat(harness.context.boundaries).hasSize(1);
        assertThat(TaskHarness.ids(harness.poll())).containsExactly(2L);
    }

    private TaskHarness askingAndSetAside() {
        return harness.with(AdminSettings.BOOTSTRAP_SERVERS, "broker:9092")
                .with(BadRowSettings.ON_BAD_ROW, "topic:dead")
                .topic("dead", 1);
    }

    private void limit(String topic, String key, String value) {
        harness.topics.put(topic, new TopicState.Present(1, TopicLimits.of(Map.of(key, value))));
    }

    private static List<String> errors(List<SourceRecord> records) {
        return records.stream()
                .filter(sent -> sent.topic().equals("dead"))
                .map(sent -> (String) header(sent, "parquet.error"))
                .toList();
    }

    @Test
    void aTimeFartherAheadThanTheTopicAllowsIsABadRow() {
        long now = System.currentTimeMillis();
        put("a.parquet", event(0, "good", now), event(1, "good", now + 10_800_000), event(2, "good", now + 600_000));
        askingAndSetAside().start();
        limit("good", "message.timestamp.after.max.ms", "3600000");

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(ids(sent, "good")).containsExactly(0L, 2L);
        assertThat(ids(sent, "dead")).containsExactly(1L);
        assertThat(errors(sent))
                .singleElement(STRING)
                .contains("(" + (now + 10_800_000) + ") is 107", "ms ahead of the worker's clock")
                .contains("the topic good takes 3600000 (message.timestamp.after.max.ms)");
        assertThat(harness.asked).as("questions for the topics good and dead").isEqualTo(2);
    }

    @Test
    void aTimeTheTopicRefusesFailsTheTaskWithFileRowAndTime() {
        long now = System.currentTimeMillis();
        put("a.parquet", event(0, "good", now), event(1, "good", 5));
        harness.with(AdminSettings.BOOTSTRAP_SERVERS, "broker:9092").start();
        limit("good", "message.timestamp.before.max.ms", "86400000");
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;

        assertThat(TaskHarness.ids(harness.poll())).containsExactly(0L);
        assertThatThrownBy(harness::poll)
                .hasMessageContaining("row 1 of a.parquet cannot be sent")
                .hasMessageContaining("1970-01-01T00:00:00.005Z (5)")
                .hasMessageContaining("the topic good takes 86400000 (message.timestamp.before.max.ms)");
    }

    @Test
    void aTopicThatSetsTheTimeTakesAnyTime() {
        put("a.parquet", event(0, "good", System.currentTimeMillis() + 10_800_000));
        askingAndSetAside().start();
        harness.topics.put(
                "good",
                new TopicState.Present(
                        1,
                        TopicLimits.of(Map.of(
                                "message.timestamp.type",
                                "LogAppendTime",
                                "message.timestamp.after.max.ms",
                                "3600000"))));

        assertThat(ids(harness.scanTwice(), "good")).containsExactly(0L);
    }

    @ParameterizedTest
    @CsvSource({
        "compact, '', '', 2",
        "'delete, compact', '', '', 2",
        "delete, '', '', 0",
        "compact, type, '', 0",
        "compact, type, org.apache.kafka.connect.storage.StringConverter, 1",
        "compact, type, org.apache.kafka.connect.json.JsonConverter, 0",
    })
    void aRowWithoutAKeyIsABadRowOfACompactedTopic(String policy, String keys, String converter, int refused) {
        put("a.parquet", event(0, "good", 1), event(1, null, 2));
        askingAndSetAside()
                .with(RowSettings.TOPIC, "all")
                .with(RowSettings.KEY_COLUMNS, keys)
                .with("key.converter", converter);
        harness.start();
        limit("all", "cleanup.policy", policy);

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(sent).hasSize(2);
        assertThat(errors(sent)).hasSize(refused);
        assertThat(errors(sent)).allMatch(error -> error.contains("the topic all is compacted (cleanup.policy)"));
    }

    @Test
    void theOneLimitOfOlderBrokersHoldsBothWays() {
        TopicLimits limits = TopicLimits.of(Map.of(
                "message.timestamp.difference.max.ms",
                "1000",
                "message.timestamp.before.max.ms",
                Long.toString(Long.MAX_VALUE),
                "message.timestamp.after.max.ms",
                "50"));

        assertThat(limits).isEqualTo(new TopicLimits(1000, 50, Long.MAX_VALUE, false));
    }

    @Test
    void aRowOfMoreBytesThanTheTopicTakesGoesWithoutItsValueUnlessTheOtherTopicTakesMore() {
        put("a.parquet", event(0, "good", 1), event(1, "x".repeat(3_000), 2), event(2, "good", 3));
        askingAndSetAside().with(RowSettings.TOPIC, "all").start();
        limit("all", "max.message.bytes", "2000");
        limit("dead", "max.message.bytes", "2000");

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(ids(sent, "all")).containsExactly(0L, 2L);
        assertThat(errors(sent))
                .singleElement(STRING)
                .contains("at least 3000 bytes, and the topic all takes 2000 (max.message.bytes)");
        assertThat(sent.get(1).value()).isNull();

        harness.topic("dead", 1).start();
        assertThat(ids(harness.scanTwice(), "dead")).containsExactly(1L);
    }

    @Test
    void aProducerThatCompressesMayMakeARowSmallEnough() {
        put("a.parquet", event(1, "x".repeat(3_000), 2));
        askingAndSetAside()
                .with(RowSettings.TOPIC, "all")
                .with("producer.override.compression.type", "zstd")
                .start();
        limit("all", "max.message.bytes", "2000");

        assertThat(ids(harness.scanTwice(), "all")).containsExactly(1L);
    }

    @Test
    void aTopicThatCannotBeCreatedBesideAnotherMakesABadRow() {
        put("a.parquet", event(0, "c.x", 1), event(1, "c_x", 2), event(2, "d.x", 3), event(3, "d_x", 4));
        askingAndSetAside().topic("c.x", 1).start();
        harness.brokersCreate = true;

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(ids(sent, "c.x")).containsExactly(0L);
        assertThat(ids(sent, "d.x")).containsExactly(2L);
        assertThat(ids(sent, "dead")).containsExactly(1L, 3L);
        assertThat(errors(sent).get(0))
                .contains("the topic c_x cannot be created")
                .contains("Send such rows to c.x");
    }

    @Test
    void aTopicThatNobodyCreatesMakesABadRowUntilItIsThere() {
        put("a.parquet", event(0, "good", 1), event(1, "absent", 2));
        put("b.parquet", event(2, "absent", 3));
        askingAndSetAside().topic("good", 1).start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(ids(sent, "good")).containsExactly(0L);
        assertThat(ids(sent, "dead")).containsExactly(1L, 2L);
        assertThat(errors(sent).get(0))
                .contains("the topic absent does not exist")
                .contains("Create it");
        harness.topic("absent", 1);
        put("c.parquet", event(3, "absent", 4));
        assertThat(ids(harness.scanTwice(), "absent")).containsExactly(3L);
    }

    @Test
    void aTopicThatTheWorkerCreatesIsNotMissing() {
        put("a.parquet", event(0, "absent", 1));
        askingAndSetAside().with("topic.creation.default.partitions", "1").start();

        assertThat(ids(harness.scanTwice(), "absent")).containsExactly(0L);
    }

    @Test
    void aPartitionThatTheTopicDoesNotHaveMakesABadRowOfARestoredRecord() {
        tree.put(
                "a.parquet",
                TestTree.bytes(
                        RecordMetadata.KAFKA, List.of(TestTree.order("orders", 0, 1), TestTree.order("orders", 3, 2))));
        harness.config.remove(RowSettings.TOPIC);
        harness.config.remove(RowSettings.TIMESTAMP_COLUMN);
        askingAndSetAside()
                .with(SendSettings.MODE, "restore")
                .topic("orders", 3)
                .start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(ids(sent, "orders")).containsExactly(1L);
        assertThat(errors(sent))
                .singleElement(STRING)
                .contains("the topic orders has 3 partitions, but records of orders were in partition 3");
    }

    @Test
    void aTransformationMayChangeWhatATopicGetsSoNothingIsRefusedBefore() {
        put("a.parquet", event(0, "absent", 1));
        askingAndSetAside().with("transforms", "route").start();

        assertThat(ids(harness.scanTwice(), "absent")).containsExactly(0L);
    }

    @Test
    void theTaskFailsIfTheTopicOfBadRowsCannotBeThere() {
        put("a.parquet", event(0, null, 1));
        askingAndSetAside().start();
        harness.topics.clear();

        assertThatThrownBy(harness::scanTwice)
                .hasMessageContaining("row 0 of a.parquet cannot be sent")
                .hasMessageContaining("It cannot go to the topic of bad rows either: the topic dead does not exist");
    }

    /** A worker's other converters are not on the class path here; {@code BadRowsIT} has them. */
    @Test
    void theHeadersOfABadRowAreWhatTheHeaderConverterTakes() {
        putGoodAndBad();
        harness.with(BadRowSettings.ON_BAD_ROW, "topic:dead");

        assertThat(headerTypes("org.apache.kafka.connect.converters.ByteArrayConverter"))
                .containsExactly(Schema.Type.BYTES, Schema.Type.BYTES, Schema.Type.BYTES);
        assertThat(headerTypes("org.apache.kafka.connect.storage.StringConverter"))
                .containsExactly(Schema.Type.STRING, Schema.Type.INT64, Schema.Type.STRING);
        assertThat(headerTypes("Long")).isEmpty();
        assertThat(headerTypes("org.apache.kafka.connect.converters.BooleanConverter"))
                .isEmpty();
    }

    private List<Schema.Type> headerTypes(String converter) {
        harness.with("header.converter", converter).start();
        List<Schema.Type> types = new ArrayList<>();
        for (Header header : harness.scanTwice().get(1).headers()) {
            types.add(header.schema().type());
        }
        return types;
    }

    @Test
    void theHeadersOfARowAreBytesForAConverterOfBytes() {
        put("a.parquet", event(0, "good", 1));
        harness.with("header.converter", "ByteArrayConverter")
                .with(RowSettings.ROW_HEADERS, "true")
                .start();

        assertThat(harness.scanTwice()).singleElement().satisfies(sent -> {
            assertThat(header(sent, "parquet.file")).isEqualTo("a.parquet".getBytes(UTF_8));
            assertThat(header(sent, "parquet.row")).isEqualTo("0".getBytes(UTF_8));
        });
    }

    @Test
    void whenTheTaskStopsTheRowsThatNobodyConfirmedAreNamed() {
        long ahead = 4_000_000_000_000L;
        put("a.parquet", event(0, "good", 1), event(1, "good", ahead), event(2, "good", 3), event(3, "good", 4));
        harness.start();
        List<SourceRecord> sent = harness.scanTwice();
        sent.subList(0, 3).forEach(SourceRecord::sourceOffset);
        harness.answer(sent.subList(0, 1));

        assertThat(LoggedLines.with("not confirmed", harness::stop))
                .singleElement(STRING)
                .endsWith("The brokers have not confirmed 2 records that the worker took, from row 1 of a.parquet, for"
                        + " topic good, to row 2 of a.parquet; the latest timestamp, of row 1 of a.parquet, is"
                        + " 2096-10-02T07:06:40Z. If the worker failed because a record was refused, it is one of"
                        + " these");
    }

    @Test
    void aMissingColumnIsNoFaultOfARow() {
        putGoodAndBad();
        harness.with(RowSettings.TOPIC, "${column.kind}")
                .with(BadRowSettings.ON_BAD_ROW, "skip")
                .start();

        assertThatThrownBy(harness::scanTwice).hasMessageContaining("there is no column or field kind");
    }

    @Test
    void rowsAreNotLeftOutOfFilesThatAreDeleted() {
        harness.with(BadRowSettings.ON_BAD_ROW, "skip").with(FinishSettings.ON_FINISH, "delete");

        assertThatThrownBy(harness::start)
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("the rows that are left out would be gone");
    }

    /** A row that its topic refuses, at each place of a file: too large, too far ahead, for a topic that is not there. */
    @ParameterizedTest
    @CsvSource({"0,size", "1,size", "2,size", "0,time", "1,time", "2,time", "0,topic", "1,topic", "2,topic"})
    void aFileIsDeletedOnceItsRefusedRowIsInTheTopicOfBadRowsWhereverItIs(int place, String fault) {
        long now = System.currentTimeMillis();
        Struct[] events = {event(0, "good", now), event(1, "good", now), event(2, "good", now)};
        switch (fault) {
            case "size" -> events[place] = event(place, "x".repeat(3_000), now);
            case "time" -> events[place] = event(place, "good", now + 10_800_000);
            default -> events[place] = event(place, "absent", now);
        }
        put("a.parquet", events);
        askingAndSetAside().with(FinishSettings.ON_FINISH, "delete");
        if (fault.equals("size")) {
            harness.with(RowSettings.TOPIC, "good");
        }
        harness.topics.put(
                "good",
                new TopicState.Present(
                        1,
                        TopicLimits.of(
                                Map.of("max.message.bytes", "2000", "message.timestamp.after.max.ms", "3600000"))));
        harness.start();
        List<SourceRecord> sent = harness.scanTwice();
        assertThat(TaskHarness.ids(sent)).containsExactly(0L, 1L, 2L);
        assertThat(ids(sent, "dead")).containsExactly((long) place);

        List<SourceRecord> others = new ArrayList<>(sent);
        SourceRecord bad = others.remove(place);
        harness.answer(others);
        sent.forEach(harness.context::commit);
        harness.scanTwice();
        assertThat(directory.resolve("a.parquet")).exists();
        harness.answer(List.of(bad));
        harness.scanTwice();
        assertThat(directory.resolve("a.parquet")).doesNotExist();
    }

    /** No scan comes before the file is sent to its end, which may take days. */
    @Test
    void aLimitThatIsLoweredWhileAFileIsReadHoldsForItsRows() {
        long now = System.currentTimeMillis();
        put("a.parquet", event(0, "good", now), event(1, "good", now), event(2, "x".repeat(3_000), now));
        askingAndSetAside()
                .topic("good", 1)
                .with(RowSettings.TOPIC, "good")
                .with(DeliverySettings.BATCH_MAX_RECORDS, "1")
                .start();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).isEmpty();
        harness.nowMs += TaskHarness.SCAN_MS;
        List<SourceRecord> sent = new ArrayList<>(harness.poll());
        harness.topics.put("good", new TopicState.Present(1, TopicLimits.of(Map.of("max.message.bytes", "2000"))));
        harness.nowMs += TaskHarness.SCAN_MS;
        sent.addAll(harness.poll());
        sent.addAll(harness.poll());

        assertThat(TaskHarness.ids(sent)).containsExactly(0L, 1L, 2L);
        assertThat(ids(sent, "dead")).containsExactly(2L);
    }
}
