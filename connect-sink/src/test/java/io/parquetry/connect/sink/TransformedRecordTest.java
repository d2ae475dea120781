package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Topics and timestamps that a transformation has made, or a producer: whatever they are, the record is a bad record,
 * and the records around it are stored.
 */
class TransformedRecordTest {
    private static final TopicPartition PARTITION = new TopicPartition("orders", 0);

    @TempDir
    private Path folder;

    private static SinkRecord record(long offset, String topic, Long timestamp) {
        return new SinkRecord(
                topic,
                0,
                null,
                null,
                Schema.STRING_SCHEMA,
                "text",
                offset,
                timestamp,
                timestamp == null ? TimestampType.NO_TIMESTAMP_TYPE : TimestampType.CREATE_TIME,
                null,
                "orders",
                0,
                offset);
    }

    static Stream<Arguments> topicsThatAreNoNames() {
        return Stream.of(
                Arguments.of(null, "its topic null"),
                Arguments.of("", "its topic \"\""),
                Arguments.of(".", "its topic \".\""),
                Arguments.of("..", "its topic \"..\""),
                Arguments.of("a".repeat(300), "300 characters where Kafka allows 249"),
                Arguments.of("a".repeat(1 << 20), "1048576 characters"),
                Arguments.of("%".repeat(249), "747 bytes"),
                Arguments.of("€".repeat(100), "300 bytes"),
                Arguments.of("a\ud800", "unpaired surrogate"),
                Arguments.of("\udc00", "unpaired surrogate"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource
    void topicsThatAreNoNames(String topic, String reason) throws IOException {
        assertThat(badRecord(record(1, topic, null), Map.of(), new LocalStorage(folder)))
                .contains(reason);
        assertThat(badRecord(record(1, topic, null), Map.of(), new MemoryStorage(new MemoryDisk())))
                .startsWith("cannot store the record of topic orders, partition 0, offset 1: ")
                .contains(reason)
                .hasSizeLessThan(2_000);
    }

    @Test
    void theFirstRecordMayHaveSuchATopicToo() throws IOException {
        FakeWorker worker = worker(
                List.of(record(0, "", null), record(1, null, null), record(2, "orders", null)),
                Map.of(),
                new LocalStorage(folder));

        assertThat(worker.reported()).extracting(SinkRecord::kafkaOffset).containsExactly(0L, 1L);
    }

    @ParameterizedTest
    @MethodSource
    void timestampsThatEnginesCannotShow(long timestamp) throws IOException {
        assertThat(badRecord(
                        record(1, "orders", timestamp),
                        Map.of("record.metadata", "kafka"),
                        new MemoryStorage(new MemoryDisk())))
                .contains("the time " + timestamp + " ms", "timestamp.earliest", "timestamp.ahead.max.ms");
    }

    static Stream<Long> timestampsThatEnginesCannotShow() {
        return Stream.of(Long.MAX_VALUE, Long.MIN_VALUE, -2L, 9_223_372_036_854_776L);
    }

    @Test
    void aTimestampThatNoColumnHoldsIsNoConcern() throws IOException {
        FakeWorker worker =
                worker(List.of(record(0, "orders", Long.MAX_VALUE)), Map.of(), new MemoryStorage(new MemoryDisk()));

        assertThat(worker.reported()).isEmpty();
    }

    private static FakeWorker worker(List<SinkRecord> records, Map<String, String> more, Storage storage)
            throws IOException {
        Map<String, String> properties = new HashMap<>(Map.of("name", "archive", "storage.url", "memory"));
        properties.putAll(more);
        FakeWorker worker = new FakeWorker(
                        Map.of(PARTITION, FakeWorker.log(records)), properties, storage, new ManualClock())
                .tolerant()
                .start();
        worker.drain(10);
        worker.stop();
        return worker;
    }

    /** The message for the record with offset 1; those before and after it are stored. */
    private static String badRecord(SinkRecord bad, Map<String, String> more, Storage storage) throws IOException {
        FakeWorker worker = worker(List.of(record(0, "orders", 1_000L), bad, record(2, "orders", null)), more, storage);
        assertThat(worker.reported()).extracting(SinkRecord::kafkaOffset).containsExactly(1L);
        return worker.reasons().get(0).getMessage();
    }
}
