package io.parquetry.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Produces {@link SoakRecords} at a steady rate, and reads at the same time what comes back: in each partition of a
 * replayed topic every record that is not bad, once, in order and unchanged; in the dead letter queue the bad ones.
 *
 * <p>The reader keeps one number for each partition, so a run may be of any length.
 */
final class SoakTraffic implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int TICK_MS = 100;

    private final String bootstrapServers;
    private final Map<SoakRecords, String> replayed;
    private final String deadLetters;
    private final Map<String, AtomicLong> produced = new HashMap<>();
    private final AtomicLong returned = new AtomicLong();
    private final AtomicLong reported = new AtomicLong();
    private final AtomicLong reportedAgain = new AtomicLong();
    private final Map<String, BitSet> badOffsets = new HashMap<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final Thread producer;
    private final Thread reader;
    private volatile boolean producing = true;
    private volatile boolean reading = true;

    /**
     * Starts both threads.
     *
     * @param replayed the topics that their records come back in
     * @param recordsPerSecond of each topic
     */
    SoakTraffic(String bootstrapServers, Map<SoakRecords, String> replayed, String deadLetters, int recordsPerSecond) {
        this.bootstrapServers = bootstrapServers;
        this.replayed = Map.copyOf(replayed);
        this.deadLetters = deadLetters;
        replayed.keySet().forEach(records -> produced.put(records.topic(), new AtomicLong()));
        producer = started("soak-producer", () -> produce(recordsPerSecond));
        reader = started("soak-reader", this::read);
    }

    private Thread started(String name, Runnable work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (RuntimeException | Error e) {
                        failure.compareAndSet(null, e);
                    }
                },
                name);
        thread.start();
        return thread;
    }

    /** The number of records that the broker was given. */
    long produced() {
        return produced.values().stream().mapToLong(AtomicLong::get).sum();
    }

    /** The number of records of a topic that the broker was given. */
    long produced(SoakRecords records) {
        return produced.get(records.topic()).get();
    }

    /** The number of records that must come back. */
    long good() {
        return replayed.keySet().stream()
                .mapToLong(records -> records.good(produced(records)))
                .sum();
    }

    /** The number of records that came back, each once, in order and unchanged. */
    long returned() {
        return returned.get();
    }

    /** The number of bad records in the dead letter queue, without repetitions. */
    long reported() {
        return reported.get();
    }

    /** The number of repetitions in the dead letter queue, which is written at least once. */
    long reportedAgain() {
        return reportedAgain.get();
    }

    void requireSound() {
        if (failure.get() != null) {
            throw new AssertionError("the traffic failed: " + failure.get(), failure.get());
        }
    }

    /** Sends no more; returns when the broker has all records. */
    void endProduction() {
        producing = false;
        join(producer);
    }

    @Override
    public void close() {
        endProduction();
        reading = false;
        join(reader);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + thread.getName() + " ends", e);
        }
    }

    private void produce(int recordsPerSecond) {
        Map<String, Object> config = Map.of("bootstrap.servers", bootstrapServers, "linger.ms", 50);
        Pulse pulse = new Pulse(TICK_MS);
        try (KafkaProducer<byte[], byte[]> sender =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            while (producing) {
                long due = pulse.next() * recordsPerSecond * TICK_MS / 1_000;
                for (SoakRecords records : replayed.keySet()) {
                    AtomicLong next = produced.get(records.topic());
                    for (long n = next.get(); n < due; n++) {
                        sender.send(records.at(n, System.currentTimeMillis()), (metadata, refused) -> {
                            if (refused != null) {
                                failure.compareAndSet(null, refused);
                            }
                        });
                        next.set(n + 1);
                    }
                }
            }
            sender.flush();
        }
    }

    private void read() {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "isolation.level",
                "read_committed",
                "enable.auto.commit",
                false,
                "auto.offset.reset",
                "none");
        Map<TopicPartition, SoakRecords> origin = new HashMap<>();
        Map<TopicPartition, Long> expected = new HashMap<>();
        replayed.forEach((records, copy) -> {
            for (int partition = 0; partition < records.partitions(); partition++) {
                TopicPartition place = new TopicPartition(copy, partition);
                origin.put(place, records);
                expected.put(place, records.goodFrom(partition));
            }
        });
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> assigned = new ArrayList<>(expected.keySet());
            assigned.add(new TopicPartition(deadLetters, 0));
            consumer.assign(assigned);
            assigned.forEach(place -> consumer.seek(place, 0));
            while (reading) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    if (record.topic().equals(deadLetters)) {
                        report(record);
                        continue;
                    }
                    TopicPartition place = new TopicPartition(record.topic(), record.partition());
                    SoakRecords records = origin.get(place);
                    long n = expected.get(place);
                    Optional<String> difference = records.difference(n, record);
                    if (difference.isPresent()) {
                        throw new AssertionError(place + " at offset " + record.offset() + ": " + difference.get());
                    }
                    expected.put(place, records.goodFrom(n + records.partitions()));
                    returned.incrementAndGet();
                }
            }
        }
    }

    private void report(ConsumerRecord<byte[], byte[]> record) {
        String topic = header(record, "topic");
        long partition = Long.parseLong(header(record, "partition"));
        long offset = Long.parseLong(header(record, "offset"));
        SoakRecords records = replayed.keySet().stream()
                .filter(candidate -> candidate.topic().equals(topic))
                .findAny()
                .orElseThrow(() -> new AssertionError("a dead letter of " + topic));
        if (!records.bad(offset * records.partitions() + partition)) {
            throw new AssertionError("%s-%d at %d is no bad record, and is in the dead letter queue: %s"
                    .formatted(topic, partition, offset, header(record, "exception.message")));
        }
        BitSet known = badOffsets.computeIfAbsent(topic + "-" + partition, place -> new BitSet());
        (known.get((int) offset) ? reportedAgain : reported).incrementAndGet();
        known.set((int) offset);
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader("__connect.errors." + name);
        return header == null || header.value() == null ? "" : new String(header.value(), UTF_8);
    }
}
