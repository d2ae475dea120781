package io.parquetry.it;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A reader of committed records that follows a topic of readings and keeps what it has seen. Not thread-safe. */
final class CommittedTail implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final String topic;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final SortedMap<Integer, List<String>> lines = new TreeMap<>();

    CommittedTail(String bootstrapServers, String topic, int partitions) {
        this.topic = topic;
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "none",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        10_000),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        all.forEach(partition -> lines.put(partition.partition(), new ArrayList<>()));
        consumer.assign(all);
        consumer.seekToBeginning(all);
    }

    /** Reads on as far as there are committed records and returns the number of all that were read. */
    long count() {
        while (true) {
            var records = consumer.poll(POLL);
            for (ConsumerRecord<byte[], byte[]> record : records) {
                lines.get(record.partition()).add(Readings.line(record));
            }
            if (records.isEmpty()) {
                return lines.values().stream().mapToLong(List::size).sum();
            }
        }
    }

    /** Whether a committed record is at this offset; waits for the end of the transaction that it belongs to. */
    boolean holds(int partition, long offset) {
        TopicPartition place = new TopicPartition(topic, partition);
        consumer.assign(List.of(place));
        consumer.seek(place, offset);
        while (consumer.position(place) <= offset) {
            var records = consumer.poll(POLL);
            if (!records.isEmpty()) {
                return records.iterator().next().offset() == offset;
            }
        }
        return false;
    }

    /** What was read of each partition, as {@link Readings#line(ConsumerRecord)}. */
    SortedMap<Integer, List<String>> lines() {
        return lines;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
