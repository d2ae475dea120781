package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.source.config.BadRowSettings;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.config.RowSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    @Test
    void badRowsGoToTheirTopicWithFileAndNumber() {
        putGoodAndBad();
        harness.with(BadRowSettings.ON_BAD_ROW, "topic")
                .with(BadRowSettings.BAD_ROW_TOPIC, "dead")
                .start();

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
                .with(BadRowSettings.ON_BAD_ROW, "topic")
                .with(BadRowSettings.BAD_ROW_TOPIC, "dead")
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
        harness.with(BadRowSettings.ON_BAD_ROW, "topic")
                .with(BadRowSettings.BAD_ROW_TOPIC, "dead")
                .start();

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
}
