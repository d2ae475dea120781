package io.parquetry.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.local.topics.Topics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Records with {@link AllTypes}, headers and times, and the comparison of two topics record by record. */
final class TypedRecords {
    static final long EPOCH_MS = 1_700_000_000_000L;
    private static final AllTypes TYPES = new AllTypes();

    private TypedRecords() {}

    /** Records 0 to {@code count}; number {@code n} is in partition {@code n % partitions}. */
    static List<ProducerRecord<byte[], byte[]>> of(String topic, int partitions, int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> record(topic, partitions, n))
                .toList();
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, int partitions, int n) {
        List<Header> headers = new ArrayList<>();
        for (int i = 0; i < n % 4; i++) {
            headers.add(new RecordHeader(i == 1 ? "other" : "same", i == 2 ? null : new byte[] {(byte) n, (byte) i}));
        }
        return new ProducerRecord<>(topic, n % partitions, EPOCH_MS + n, TYPES.key(n), TYPES.value(n), headers);
    }

    /** Fails unless both topics have the same records, byte for byte and in order, in each partition. */
    static void assertSame(Topics topics, String topic, String copy, int partitions) {
        var before = topics.readCommitted(topic);
        var after = topics.readCommitted(copy);
        for (int partition = 0; partition < partitions; partition++) {
            assertThat(Lists.firstDifference(lines(after.get(partition)), lines(before.get(partition))))
                    .as("%s, partition %d", topic, partition)
                    .isEmpty();
        }
    }

    /** All properties of each record that a consumer sees. */
    private static List<String> lines(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.stream()
                .map(record -> {
                    StringBuilder headers = new StringBuilder();
                    record.headers()
                            .forEach(header ->
                                    headers.append(header.key()).append('=').append(Arrays.toString(header.value())));
                    return record.timestamp() + " " + text(record.key()) + " " + text(record.value()) + " " + headers;
                })
                .toList();
    }

    private static String text(byte[] bytes) {
        return bytes == null ? null : new String(bytes, UTF_8);
    }
}
