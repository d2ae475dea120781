package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.schema.NanosAs;
import io.parquetry.connect.common.schema.TimeAs;
import io.parquetry.connect.source.config.RestoreSettings;
import io.parquetry.connect.source.config.RowSettings;
import io.parquetry.connect.source.config.SendSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A row with Kafka metadata is restored to its original record: topic, partition, timestamp, key, headers, tombstones.
 * A row of any other file is the value of a new record for the configured topic.
 */
class RestoreTest {
    private static final Schema KEY =
            SchemaBuilder.struct().field("id", Schema.INT32_SCHEMA).build();

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    private List<SourceRecord> restored(SinkRecord... records) {
        tree.sinkFile("orders", 3, 0, "d", RecordMetadata.KAFKA, List.of(records));
        harness.start();
        return harness.scanTwice();
    }

    private static SinkRecord record(long offset, Schema schema, Object value, ConnectHeaders headers) {
        return new SinkRecord(
                "orders",
                3,
                KEY,
                new Struct(KEY).put("id", 7),
                schema,
                value,
                offset,
                42L,
                TimestampType.CREATE_TIME,
                headers);
    }

    private static Struct order(long id) {
        return new Struct(TestTree.VALUE).put("id", id);
    }

    @Test
    void topicPartitionTimestampKeyAndValueAreRestored() {
        SourceRecord back = restored(record(9, TestTree.VALUE, order(9), new ConnectHeaders()))
                .get(0);

        assertThat(back.topic()).isEqualTo("orders");
        assertThat(back.kafkaPartition()).isEqualTo(3);
        assertThat(back.timestamp()).isEqualTo(42L);
        assertThat(back.keySchema()).isEqualTo(KEY);
        assertThat(back.key()).isEqualTo(new Struct(KEY).put("id", 7));
        assertThat(back.valueSchema()).isEqualTo(TestTree.VALUE);
        assertThat(back.value()).isEqualTo(order(9));
    }

    @Test
    void headersAreRestoredInOrderWithRepetitions() {
        ConnectHeaders headers = new ConnectHeaders();
        headers.addString("b", "1").addInt("a", 2).addString("b", "3").add("n", null, null);

        List<Header> back = new ArrayList<>();
        restored(record(9, TestTree.VALUE, order(9), headers)).get(0).headers().forEach(back::add);

        assertThat(back).containsExactlyElementsOf(headers);
    }

    @Test
    void aConverterOfBytesGetsBytesWhateverTheHeadersWere() {
        SimpleHeaderConverter guessing = new SimpleHeaderConverter();
        ConnectHeaders headers = new ConnectHeaders();
        for (String text : List.of("00417", "1.10", "text", "null", "true", "[1,2]", "{\"a\":1}", "2024-01-01")) {
            headers.add(text, guessing.toConnectHeader("orders", text, text.getBytes(StandardCharsets.UTF_8)));
        }
        headers.addBytes("bytes", new byte[] {0, -1});
        harness.with("header.converter", "org.apache.kafka.connect.converters.ByteArrayConverter")
                .with("original.offset.header", "was");

        List<Header> back = new ArrayList<>();
        restored(record(9, TestTree.VALUE, order(9), headers)).get(0).headers().forEach(back::add);

        assertThat(back).extracting(Header::key).endsWith("2024-01-01", "bytes", "was");
        assertThat(back).allSatisfy(header -> assertThat(header.schema().type()).isEqualTo(Schema.Type.BYTES));
        for (int i = 0; i < headers.size(); i++) {
            Header sent = back.get(i);
            Header was = headers.lastWithName(sent.key());
            assertThat((byte[]) sent.value())
                    .isEqualTo(
                            was.value() instanceof byte[] bytes
                                    ? bytes
                                    : guessing.fromConnectHeader("orders", was.key(), was.schema(), was.value()));
        }
        assertThat((byte[]) back.get(headers.size()).value()).asString().isEqualTo("9");
    }

    @Test
    void aTombstoneIsRestored() {
        List<SourceRecord> back = restored(
                record(9, TestTree.VALUE, order(9), new ConnectHeaders()),
                record(10, null, null, new ConnectHeaders()));

        assertThat(back.get(1).value()).isNull();
        assertThat(back.get(1).valueSchema()).isNull();
        assertThat(back.get(1).key()).isEqualTo(new Struct(KEY).put("id", 7));
    }

    @Test
    void timesAreRestoredFromWhicheverColumnsTheFilesHave() {
        Schema schema = SchemaBuilder.struct()
                .field("time", Time.SCHEMA)
                .field(
                        "at",
                        SchemaBuilder.int64()
                                .name("io.debezium.time.NanoTimestamp")
                                .build())
                .build();
        List<ColumnTypes> types = List.of(
                ColumnTypes.DEFAULT,
                ColumnTypes.DEFAULT.with(TimeAs.TEXT).with(NanosAs.MICROS),
                ColumnTypes.DEFAULT.with(TimeAs.INTEGER).with(NanosAs.INTEGER));
        for (int i = 0; i < types.size(); i++) {
            Struct value = new Struct(schema).put("time", new Date(86_399_999)).put("at", 1_709_251_198_123_456_000L);
            List<SinkRecord> records = List.of(record(i, schema, value, new ConnectHeaders()));
            RecordLayout layout = RecordLayout.of(KEY, schema, RecordMetadata.KAFKA, types.get(i));
            tree.put(
                    "topics/orders/d/" + new DataFileName("orders", 3, i, i, 0).format(),
                    TestTree.bytes(layout, records, 1));
        }
        harness.start();

        List<SourceRecord> back = harness.scanTwice();

        assertThat(back).hasSize(3).allSatisfy(record -> {
            assertThat(record.valueSchema()).isEqualTo(schema);
            assertThat(((Struct) record.value()).get("time")).isEqualTo(new Date(86_399_999));
            assertThat(((Struct) record.value()).get("at")).isEqualTo(1_709_251_198_123_456_000L);
        });
    }

    @Test
    void theMappingNamesOtherTopics() {
        harness.with(RestoreSettings.TOPIC_MAPPING, "sales:x,orders:orders-replayed");

        assertThat(restored(record(9, TestTree.VALUE, order(9), new ConnectHeaders())))
                .extracting(SourceRecord::topic)
                .containsExactly("orders-replayed");
    }

    @Test
    void theOriginalOffsetIsAHeaderIfConfigured() {
        harness.with(RestoreSettings.ORIGINAL_OFFSET_HEADER, "original-offset");

        Header header = restored(record(9, TestTree.VALUE, order(9), new ConnectHeaders()))
                .get(0)
                .headers()
                .lastWithName("original-offset");

        assertThat(header.value()).isEqualTo(9L);
        assertThat(header.schema()).isEqualTo(Schema.INT64_SCHEMA);
    }

    @Test
    void theProducerChoosesThePartitionIfConfigured() {
        harness.with(RestoreSettings.PARTITION_MAPPING, "by-key");

        assertThat(restored(record(9, TestTree.VALUE, order(9), new ConnectHeaders()))
                        .get(0)
                        .kafkaPartition())
                .isNull();
    }

    private TaskHarness asking() {
        harness.config.remove(RowSettings.TOPIC);
        return harness.with(SendSettings.MODE, "restore")
                .with(AdminSettings.BOOTSTRAP_SERVERS, "broker:9092")
                .with(RestoreSettings.TOPIC_MAPPING, "orders:replayed");
    }

    @Test
    void aTopicWithTooFewPartitionsFailsTheTaskBeforeTheFirstRow() {
        tree.orders("orders", 0, "d", 1, 2);
        tree.orders("orders", 3, "d", 5, 6);
        asking().topic("replayed", 3);
        harness.start();
        harness.scan();

        assertThatThrownBy(harness::scan)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("the topic replayed has 3 partitions, but records of orders were in partition 3")
                .hasMessageContaining("give replayed at least 4 partitions, or set partition.mapping to by-key");

        harness.topic("replayed", 4);
        assertThat(harness.scan()).hasSize(4);
    }

    @Test
    void aMissingTopicFailsTheTaskUnlessTheWorkerCreatesIt() {
        tree.orders("orders", 3, "d", 5, 6);
        asking().start();
        harness.scan();

        assertThatThrownBy(harness::scan)
                .hasMessageContaining("the topic replayed for the records of orders does not exist");

        harness.with("topic.creation.default.partitions", "4").start();
        assertThat(harness.scanTwice()).hasSize(2);
    }

    @Test
    void withoutBrokersToAskTheFirstRecordOfAPartitionIsTheLastOfItsBatch() {
        tree.orders("orders", 0, "d", 1, 2, 3);
        tree.orders("orders", 3, "d", 5, 6);
        harness.start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;

        assertThat(harness.poll()).hasSize(1);
        assertThat(harness.poll()).hasSize(3);
        assertThat(harness.poll()).hasSize(1);
        assertThat(harness.poll()).isEmpty();
    }

    @Test
    void thePartitionsOfFilesWithForeignNamesAreCheckedRowByRow() {
        tree.put(
                "any.parquet",
                TestTree.bytes(
                        RecordMetadata.KAFKA,
                        List.of(
                                TestTree.order("orders", 0, 1),
                                TestTree.order("orders", 3, 2),
                                TestTree.order("orders", 0, 3))));
        asking().topic("replayed", 3);
        harness.start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;

        assertThat(harness.poll()).hasSize(1);
        assertThatThrownBy(harness::poll).hasMessageContaining("were in partition 3");
    }

    @Test
    void aRecordWithoutTimestampHasNone() {
        SinkRecord without = new SinkRecord(
                "orders", 3, null, null, TestTree.VALUE, order(1), 1, null, TimestampType.NO_TIMESTAMP_TYPE);

        assertThat(restored(without).get(0).timestamp()).isNull();
    }

    @Test
    void rowsOfForeignFilesGoToTheTopic() {
        tree.put("a.parquet", TestTree.foreign(1));
        harness.start();

        SourceRecord record = harness.scanTwice().get(0);

        assertThat(record.topic()).isEqualTo("strange");
        assertThat(record.kafkaPartition()).isNull();
        assertThat(record.key()).isNull();
        assertThat(record.timestamp()).isNull();
        assertThat(((Struct) record.value()).getString("word")).isEqualTo("w0");
    }

    @Test
    void withoutATopicRowsOfForeignFilesFailTheTask() {
        tree.put("a.parquet", TestTree.foreign(1));
        harness.config.remove(RowSettings.TOPIC);
        harness.start();

        assertThatThrownBy(harness::scanTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("the rows of a.parquet have no topic")
                .hasMessageContaining("set topic");
    }
}
