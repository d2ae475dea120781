package io.parquetry.demo;

import io.parquetry.cli.failure.CommandException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The committed records of one partition in order, up to the end offset at the time of opening. */
final class PartitionRecords implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TopicPartition partition;
    private final Consumer<byte[], byte[]> consumer;
    private final long end;
    private final Deque<ConsumerRecord<byte[], byte[]>> fetched = new ArrayDeque<>();

    PartitionRecords(String bootstrapServers, String topic, int number) {
        this.partition = new TopicPartition(topic, number);
        this.consumer = Consumers.committed(bootstrapServers);
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        this.end = consumer.endOffsets(List.of(partition)).get(partition);
    }

    /** The next record, or null after the last. */
    ConsumerRecord<byte[], byte[]> next() {
        long giveUpNanos = System.nanoTime() + PATIENCE.toNanos();
        while (fetched.isEmpty() && consumer.position(partition) < end) {
            consumer.poll(POLL).records(partition).forEach(fetched::add);
            if (fetched.isEmpty() && System.nanoTime() - giveUpNanos > 0) {
                throw new CommandException(partition + " was read to offset " + consumer.position(partition) + " of "
                        + end + ", then no record came for " + PATIENCE.toSeconds() + " s");
            }
        }
        return fetched.poll();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
