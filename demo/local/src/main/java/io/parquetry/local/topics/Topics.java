package io.parquetry.local.topics;

import io.parquetry.local.StackException;
import io.parquetry.local.wait.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topics of one broker. Not thread-safe. */
public final class Topics implements AutoCloseable {
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(200);

    private final String bootstrapServers;
    private final Admin admin;

    public Topics(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
        this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    public void create(String topic, int partitions) {
        create(topic, partitions, Map.of());
    }

    /** @param config of the topic, where it differs from the broker's */
    public void create(String topic, int partitions, Map<String, String> config) {
        await(
                admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1).configs(config)))
                        .all(),
                "create topic " + topic);
    }

    public void delete(String topic) {
        await(admin.deleteTopics(List.of(topic)).all(), "delete topic " + topic);
    }

    /** Sends all records in order and returns when the broker has all of them. */
    public void produce(Collection<ProducerRecord<byte[], byte[]>> records) {
        produce(records, sent -> {});
    }

    /** As {@link #produce(Collection)}; {@code progress} receives the number of sent records after each record. */
    public void produce(Iterable<ProducerRecord<byte[], byte[]>> records, LongConsumer progress) {
        Map<String, Object> config = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.LINGER_MS_CONFIG,
                5,
                ProducerConfig.BATCH_SIZE_CONFIG,
                128 * 1024);
        AtomicReference<Exception> failure = new AtomicReference<>();
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            long sent = 0;
            for (ProducerRecord<byte[], byte[]> record : records) {
                producer.send(record, (metadata, exception) -> {
                    if (exception != null) {
                        failure.compareAndSet(null, exception);
                    }
                });
                progress.accept(++sent);
            }
            producer.flush();
        }
        if (failure.get() != null) {
            throw new StackException(
                    "A record was not accepted by " + bootstrapServers + ": "
                            + failure.get().getMessage(),
                    failure.get());
        }
    }

    /**
     * Every committed record of a topic, per partition in the order of offsets, up to the end at the time of the call.
     * The end is the last stable offset; records of open transactions are not included.
     */
    public SortedMap<Integer, List<ConsumerRecord<byte[], byte[]>>> readCommitted(String topic) {
        try (Consumer<byte[], byte[]> consumer = reader("read_committed")) {
            List<TopicPartition> partitions = partitionsOf(topic, consumer);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            SortedMap<Integer, List<ConsumerRecord<byte[], byte[]>>> records = new TreeMap<>();
            partitions.forEach(partition -> records.put(partition.partition(), new ArrayList<>()));
            Deadline deadline = Deadline.after(READ_TIMEOUT);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                if (deadline.expired()) {
                    throw new StackException("Topic " + topic + " was not read to its end " + ends + " within "
                            + READ_TIMEOUT.toSeconds() + " s; " + count(records) + " records were read");
                }
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    if (record.offset() < ends.get(new TopicPartition(topic, record.partition()))) {
                        records.get(record.partition()).add(record);
                    }
                }
            }
            return records;
        }
    }

    /** The number of committed records of a topic, which the offsets of transactions' markers are not. */
    public long countCommitted(String topic) {
        return count(readCommitted(topic));
    }

    /** The last stable offset per partition: the end of the committed records. */
    public SortedMap<Integer, Long> committedEnds(String topic) {
        return ends(topic, "read_committed");
    }

    /** The end offset per partition, including the records of open transactions. */
    public SortedMap<Integer, Long> ends(String topic) {
        return ends(topic, "read_uncommitted");
    }

    private SortedMap<Integer, Long> ends(String topic, String isolation) {
        try (Consumer<byte[], byte[]> consumer = reader(isolation)) {
            SortedMap<Integer, Long> ends = new TreeMap<>();
            consumer.endOffsets(partitionsOf(topic, consumer))
                    .forEach((partition, end) -> ends.put(partition.partition(), end));
            return ends;
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(5));
    }

    private Consumer<byte[], byte[]> reader(String isolation) {
        Map<String, Object> config = new HashMap<>();
        config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 10_000);
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static List<TopicPartition> partitionsOf(String topic, Consumer<byte[], byte[]> consumer) {
        List<PartitionInfo> partitions = consumer.partitionsFor(topic);
        if (partitions.isEmpty()) {
            throw new StackException("There is no topic " + topic);
        }
        return partitions.stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
    }

    private static long count(Map<Integer, List<ConsumerRecord<byte[], byte[]>>> records) {
        return records.values().stream().mapToLong(List::size).sum();
    }

    private <T> T await(KafkaFuture<T> future, String what) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new StackException(
                    "Could not " + what + " on " + bootstrapServers + ": "
                            + e.getCause().getMessage(),
                    e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackException("Interrupted while trying to " + what, e);
        }
    }
}
