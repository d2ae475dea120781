package io.parquetry.it;

import io.parquetry.local.StackException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.common.TopicPartition;

/** Transactions whose markers a killed broker has forgotten (KAFKA-20734), and their end as the runbook has it. */
final class HangingTransactions implements AutoCloseable {
    private static final int ANSWER_TIMEOUT_MS = 5_000;

    private final Admin admin;
    private final List<String> topics;
    private final Duration age;
    private final Map<Transaction, Long> firstSeenNanos = new HashMap<>();
    private final Set<Transaction> ended = new LinkedHashSet<>();

    /** What a producer has begun in a partition. */
    record Transaction(TopicPartition partition, long producerId, long startOffset) {}

    /** @param age from which a transaction hangs: longer than the timeout at which the broker aborts it */
    HangingTransactions(String bootstrapServers, List<String> topics, Duration age) {
        this.admin = Admin.create(Map.of(
                "bootstrap.servers", bootstrapServers,
                "request.timeout.ms", ANSWER_TIMEOUT_MS,
                "default.api.timeout.ms", ANSWER_TIMEOUT_MS));
        this.topics = topics;
        this.age = age;
    }

    /** Ends those that have been open since a call of {@code age} ago; none while the broker does not answer. */
    void end() {
        Map<Transaction, ProducerState> open = open();
        firstSeenNanos.keySet().retainAll(open.keySet());
        open.forEach((transaction, state) -> {
            long since = firstSeenNanos.computeIfAbsent(transaction, t -> System.nanoTime());
            if (System.nanoTime() - since > age.toNanos()) {
                end(transaction, state);
            }
        });
    }

    private Map<Transaction, ProducerState> open() {
        Map<Transaction, ProducerState> open = new HashMap<>();
        try {
            List<TopicPartition> partitions = admin.describeTopics(topics).allTopicNames().get().values().stream()
                    .flatMap(topic -> topic.partitions().stream()
                            .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                    .toList();
            admin.describeProducers(partitions)
                    .all()
                    .get()
                    .forEach((partition, states) -> states.activeProducers()
                            .forEach(state -> state.currentTransactionStartOffset()
                                    .ifPresent(offset ->
                                            open.put(new Transaction(partition, state.producerId(), offset), state))));
        } catch (ExecutionException e) {
            System.out.printf("transactions are not known: %s%n", e.getCause());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        return open;
    }

    /** An answer that does not come is asked for again at the next call. */
    private void end(Transaction transaction, ProducerState state) {
        AbortTransactionSpec spec = new AbortTransactionSpec(
                transaction.partition(),
                state.producerId(),
                (short) state.producerEpoch(),
                state.coordinatorEpoch().orElse(0));
        try {
            admin.abortTransaction(spec).all().get();
            ended.add(transaction);
            System.out.printf("%s was forgotten and is ended%n", transaction);
        } catch (ExecutionException e) {
            System.out.printf("%s is not ended: %s%n", transaction, e.getCause());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Those that were ended; their records are not in their topic, whatever was decided about them. */
    Set<Transaction> ended() {
        return Set.copyOf(ended);
    }

    private static StackException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new StackException("Interrupted while looking for transactions", e);
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(5));
    }
}
