package io.parquetry.it;

import io.parquetry.it.KillRun.Input;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends readings at a steady rate in a thread of its own, also across restarts of the broker, and keeps what the broker
 * has acknowledged. The readings of an aborted transaction are sent again, so each number is acknowledged once. After a
 * failure that a producer cannot recover from, as a kill of the broker in the middle of a commit may bring, another one
 * of the same transactional id goes on, and the topic tells what became of the transaction.
 */
final class ReadingsProducer implements AutoCloseable {
    private static final int TICK_MS = 50;
    private static final int TICKS_IN_TRANSACTION_MAX = 10;
    private static final int TRANSACTIONS_FOR_EACH_ABORTED = 4;
    private static final Duration CLOSE_PATIENCE = Duration.ofMinutes(5);

    private final String bootstrapServers;
    private final Readings readings;
    private final Input input;
    private final int readingsInTick;
    private final Random random;
    private final Map<String, Object> config = new HashMap<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final List<ParquetTree.Row> acknowledged = Collections.synchronizedList(new ArrayList<>());
    private final List<ParquetTree.Row> pending = Collections.synchronizedList(new ArrayList<>());

    /** The number of the next reading, and of the first reading of the open transaction. */
    private long next;

    private Optional<Future<?>> ticks = Optional.empty();
    private Producer<byte[], byte[]> producer;
    private long firstOfTransaction;
    private int ticksLeft;
    private volatile int aborted;

    /** @param perSecond number of readings per second */
    ReadingsProducer(String bootstrapServers, Readings readings, Input input, int perSecond, long seed) {
        this.bootstrapServers = bootstrapServers;
        this.readings = readings;
        this.input = input;
        this.readingsInTick = perSecond * TICK_MS / 1_000;
        this.random = new Random(seed);
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        // No restart of a broker takes that long, so an error is one of the test.
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) CLOSE_PATIENCE.toMillis());
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, CLOSE_PATIENCE.toMillis());
        if (input == Input.TRANSACTIONAL) {
            config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "readings-producer");
            config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, (int) CLOSE_PATIENCE.toMillis());
        }
        this.producer = newProducer();
    }

    private Producer<byte[], byte[]> newProducer() {
        Producer<byte[], byte[]> opened =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
        if (input == Input.TRANSACTIONAL) {
            opened.initTransactions();
        }
        return opened;
    }

    /** Sends {@code count} readings as fast as it can, and from then on at its rate. */
    void start(int count) {
        thread.execute(guarded(() -> {
            while (next < count) {
                tick();
            }
        }));
        ticks = Optional.of(thread.scheduleAtFixedRate(guarded(this::tick), TICK_MS, TICK_MS, TimeUnit.MILLISECONDS));
    }

    private Runnable guarded(Runnable work) {
        return () -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                failure.compareAndSet(null, e);
                throw e;
            }
        };
    }

    private void tick() {
        if (input != Input.TRANSACTIONAL) {
            send(acknowledged);
            return;
        }
        if (ticksLeft == 0) {
            producer.beginTransaction();
            firstOfTransaction = next;
            ticksLeft = 1 + random.nextInt(TICKS_IN_TRANSACTION_MAX);
        }
        try {
            send(pending);
            if (--ticksLeft == 0) {
                endTransaction(random.nextInt(TRANSACTIONS_FOR_EACH_ABORTED) > 0);
            }
        } catch (KafkaException e) {
            recover(e);
        }
    }

    private void send(List<ParquetTree.Row> rows) {
        for (int i = 0; i < readingsInTick; i++) {
            long n = next++;
            producer.send(readings.at(n), (metadata, exception) -> {
                if (exception == null) {
                    rows.add(new ParquetTree.Row(metadata.partition(), metadata.offset(), n));
                } else if (input != Input.TRANSACTIONAL) {
                    failure.compareAndSet(null, exception);
                }
            });
        }
    }

    private void endTransaction(boolean commit) {
        if (commit) {
            producer.commitTransaction();
            committed();
        } else {
            // So that the aborted records are in the topic.
            producer.flush();
            producer.abortTransaction();
            aborted();
        }
    }

    private void recover(KafkaException failure) {
        System.out.println("a transaction of readings cannot be committed and is aborted: " + failure);
        try {
            producer.abortTransaction();
            aborted();
        } catch (KafkaException e) {
            System.out.println("another producer of readings goes on, because this one has failed: " + e);
            producer.close(Duration.ZERO);
            producer = newProducer();
            if (isPendingCommitted()) {
                committed();
            } else {
                aborted();
            }
        }
    }

    /** Whether the first pending record, and so the whole transaction, is visible to readers of committed records. */
    private boolean isPendingCommitted() {
        if (pending.isEmpty()) {
            return false;
        }
        ParquetTree.Row first = pending.get(0);
        try (CommittedTail tail = new CommittedTail(bootstrapServers, readings.topic(), readings.partitions())) {
            return tail.holds(first.partition(), first.offset());
        }
    }

    private void committed() {
        acknowledged.addAll(pending);
        ticksLeft = 0;
        pending.clear();
    }

    private void aborted() {
        aborted++;
        ticksLeft = 0;
        pending.clear();
        next = firstOfTransaction;
    }

    private void endOpenTransaction() {
        if (ticksLeft > 0) {
            try {
                endTransaction(true);
            } catch (KafkaException e) {
                recover(e);
            }
        }
    }

    /** The number of acknowledged readings; fails when the producer has failed. */
    long count() {
        if (failure.get() != null) {
            throw new IllegalStateException("The producer of the readings has failed", failure.get());
        }
        return acknowledged.size();
    }

    int abortedTransactions() {
        return aborted;
    }

    /** Ends the open transaction, waits for the last acknowledgement, and returns all of them by their places. */
    List<ParquetTree.Row> finish() {
        close();
        count();
        List<ParquetTree.Row> rows = new ArrayList<>(acknowledged);
        rows.sort(ParquetTree.Row.BY_PLACE);
        return rows;
    }

    @Override
    public void close() {
        if (!thread.isShutdown()) {
            // Otherwise one may come between the end of the producer and that of the thread.
            ticks.ifPresent(each -> each.cancel(false));
            thread.execute(guarded(() -> {
                endOpenTransaction();
                producer.close(CLOSE_PATIENCE);
            }));
            thread.shutdown();
            try {
                if (!thread.awaitTermination(CLOSE_PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                    throw new IllegalStateException("The producer of the readings did not end in " + CLOSE_PATIENCE);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while the producer of the readings ends", e);
            }
        }
    }
}
