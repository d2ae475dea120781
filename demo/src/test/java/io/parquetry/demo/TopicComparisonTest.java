package io.parquetry.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** The contract of {@link TopicComparison#difference}: a change of anything but topic and offset is a difference. */
class TopicComparisonTest {
    private static final Headers TWO = new RecordHeaders().add("a", utf8("1")).add("b", utf8("2"));

    @Test
    void topicAndOffsetMayDiffer() {
        assertThat(difference(record(0, 17, 5, "k", "{}", TWO), record(0, 4, 5, "k", "{}", TWO)))
                .isEmpty();
    }

    @Test
    void aChangedKeyIsADifference() {
        assertThat(difference(record("k", "{}"), record("K", "{}"))).contains("the key was k and is K");
        assertThat(difference(record(null, "{}"), record("", "{}"))).contains("the key was null and is ");
    }

    @Test
    void anotherPartitionIsADifference() {
        assertThat(difference(record(0, 0, 5, "k", "{}", TWO), record(1, 0, 5, "k", "{}", TWO)))
                .contains("it came back in partition 1");
    }

    @Test
    void anotherTimestampIsADifference() {
        assertThat(difference(record(0, 0, 5, "k", "{}", TWO), record(0, 0, 6, "k", "{}", TWO)))
                .contains("the timestamp was CreateTime 5 and is CreateTime 6");
    }

    @Test
    void headersMustHaveTheSameNamesValuesAndOrder() {
        Headers turned = new RecordHeaders().add("b", utf8("2")).add("a", utf8("1"));
        Headers without = new RecordHeaders().add("a", utf8("1"));
        Headers empty = new RecordHeaders().add("a", utf8("1")).add("b", null);
        for (Headers other : new Headers[] {turned, without, empty}) {
            assertThat(difference(record(0, 0, 5, "k", "{}", TWO), record(0, 0, 5, "k", "{}", other)))
                    .isPresent();
        }
    }

    @Test
    void aTombstoneIsNotAnEmptyObject() {
        assertThat(difference(record("k", null), record("k", null))).isEmpty();
        assertThat(difference(record("k", null), record("k", "{}"))).contains("the value was null and is {}");
        assertThat(difference(record("k", "{}"), record("k", null))).contains("the value was {} and is null");
    }

    @Test
    void aChangedFieldOfTheValueIsNamed() {
        assertThat(difference(record("k", "{\"mag\":2}"), record("k", "{\"mag\":2.5}")))
                .contains("value: mag was 2 and is 2.5");
    }

    private static Optional<String> difference(
            ConsumerRecord<byte[], byte[]> sent, ConsumerRecord<byte[], byte[]> back) {
        return TopicComparison.difference(sent, back);
    }

    private static ConsumerRecord<byte[], byte[]> record(String key, String value) {
        return record(0, 0, 5, key, value, TWO);
    }

    private static ConsumerRecord<byte[], byte[]> record(
            int partition, long offset, long timestamp, String key, String value, Headers headers) {
        return new ConsumerRecord<>(
                "t" + offset,
                partition,
                offset,
                timestamp,
                TimestampType.CREATE_TIME,
                0,
                0,
                utf8(key),
                utf8(value),
                headers,
                Optional.empty());
    }

    private static byte[] utf8(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }
}
