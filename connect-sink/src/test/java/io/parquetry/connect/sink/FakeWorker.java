package io.parquetry.connect.sink;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.memory.MemoryBudget;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Calls a task as a Connect worker does: it seeks before it polls, redelivers a batch after a {@link
 * RetriableException} before it polls again, and commits the offsets of {@code preCommit}.
 */
final class FakeWorker implements SinkTaskContext {
    private final Map<TopicPartition, NavigableMap<Long, SinkRecord>> log;
    private final ParquetSinkTask task;
    private final Map<String, String> properties;
    private final Map<TopicPartition, Long> positions = new LinkedHashMap<>();
    private final Map<TopicPartition, Long> seeks = new HashMap<>();
    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private final List<SinkRecord> batch = new ArrayList<>();
    private final List<SinkRecord> reported = new ArrayList<>();
    private final List<Throwable> reasons = new ArrayList<>();
    private final Set<TopicPartition> paused = new HashSet<>();
    private Optional<PluginMetrics> metrics = Optional.empty();
    private boolean tolerant;
    private CompletableFuture<Void> reportFuture = CompletableFuture.completedFuture(null);
    private long timeoutMs = -1;

    FakeWorker(
            Map<TopicPartition, NavigableMap<Long, SinkRecord>> log,
            Map<String, String> properties,
            Storage storage,
            Clock clock) {
        this(log, properties, storage, clock, new MemoryBudget());
    }

    /** @param budget the memory that the task shares with others */
    FakeWorker(
            Map<TopicPartition, NavigableMap<Long, SinkRecord>> log,
            Map<String, String> properties,
            Storage storage,
            Clock clock,
            MemoryBudget budget) {
        this.log = log;
        this.properties = properties;
        this.task = new ParquetSinkTask(url -> storage, clock, clock::millis, budget);
    }

    /** A topic's partition, as a log of records by offset. */
    static NavigableMap<Long, SinkRecord> log(Collection<SinkRecord> records) {
        NavigableMap<Long, SinkRecord> log = new TreeMap<>();
        records.forEach(record -> log.put(record.kafkaOffset(), record));
        return log;
    }

    /** Bad records are taken by a reporter. */
    FakeWorker tolerant() {
        tolerant = true;
        return this;
    }

    /** The worker has metrics. */
    FakeWorker showing(PluginMetrics place) {
        metrics = Optional.of(place);
        return this;
    }

    /** The partitions that the task has paused. */
    Set<TopicPartition> paused() {
        return Set.copyOf(paused);
    }

    /** Reports are complete when the future is. */
    void completeReportsWith(CompletableFuture<Void> future) {
        reportFuture = future;
    }

    ParquetSinkTask task() {
        return task;
    }

    FakeWorker start() {
        task.initialize(this);
        task.start(properties);
        open(log.keySet());
        return this;
    }

    void open(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> positions.put(
                partition,
                committed.getOrDefault(
                        partition,
                        log.get(partition).isEmpty() ? 0 : log.get(partition).firstKey())));
        task.open(partitions);
        rewind();
    }

    /** One iteration of the worker's loop; delivers at most so many records of each partition. */
    void poll(int recordsMax) {
        rewind();
        timeoutMs = -1;
        if (batch.isEmpty()) {
            positions.replaceAll((partition, position) -> {
                if (paused.contains(partition)) {
                    return position;
                }
                long next = position;
                for (SinkRecord record :
                        log.get(partition).tailMap(position, true).values()) {
                    if (next - position >= recordsMax || record.kafkaOffset() - position >= recordsMax) {
                        break;
                    }
                    batch.add(converted(record));
                    next = record.kafkaOffset() + 1;
                }
                return next;
            });
        }
        try {
            task.put(new ArrayList<>(batch));
            batch.clear();
        } catch (RetriableException comeAgain) {
            // The batch stays for the next turn.
        }
    }

    /** Each time it is read, a record becomes another object. */
    private static SinkRecord converted(SinkRecord record) {
        return record.newRecord(
                record.topic(),
                record.kafkaPartition(),
                record.keySchema(),
                record.key(),
                record.valueSchema(),
                record.value(),
                record.timestamp(),
                record.headers());
    }

    private void rewind() {
        positions.putAll(seeks);
        seeks.clear();
    }

    /** Iterates until every record was delivered, and once more. */
    void drain(int recordsMax) {
        for (int turn = 0; turn < 1_000; turn++) {
            poll(recordsMax);
            if (isDone()) {
                return;
            }
        }
        throw new AssertionError("the task does not get on: it is at " + positions);
    }

    /** Whether every record was delivered. */
    boolean isDone() {
        return batch.isEmpty() && seeks.isEmpty() && isAtEnd();
    }

    private boolean isAtEnd() {
        return positions.entrySet().stream()
                .allMatch(entry -> log.get(entry.getKey()).ceilingKey(entry.getValue()) == null);
    }

    /** The offsets that the worker commits to Kafka. */
    Map<TopicPartition, Long> commit() {
        Map<TopicPartition, OffsetAndMetadata> consumed = new HashMap<>();
        positions.forEach((partition, position) -> consumed.put(partition, new OffsetAndMetadata(position)));
        return commit(consumed);
    }

    private Map<TopicPartition, Long> commit(Map<TopicPartition, OffsetAndMetadata> consumed) {
        task.preCommit(consumed).forEach((partition, offset) -> committed.put(partition, offset.offset()));
        return committed;
    }

    void close(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> consumed = new HashMap<>();
        partitions.forEach(partition -> consumed.put(partition, new OffsetAndMetadata(positions.get(partition))));
        commit(consumed);
        take(partitions);
    }

    /** Lost partitions are closed without a commit, unlike revoked ones. */
    void lose(Collection<TopicPartition> partitions) {
        take(partitions);
    }

    private void take(Collection<TopicPartition> partitions) {
        task.close(partitions);
        partitions.forEach(positions::remove);
        // Under the name that a transformation gave it, as the framework does.
        batch.removeIf(record -> partitions.contains(new TopicPartition(record.topic(), record.kafkaPartition())));
    }

    void stop() {
        close(List.copyOf(positions.keySet()));
        task.stop();
    }

    /** The offsets that the task told the consumer since the last poll. */
    Map<TopicPartition, Long> seeks() {
        return Map.copyOf(seeks);
    }

    List<SinkRecord> reported() {
        return reported;
    }

    List<Throwable> reasons() {
        return reasons;
    }

    /** How long the worker would wait for records; -1 when the task did not say. */
    long timeoutMs() {
        return timeoutMs;
    }

    @Override
    public Map<String, String> configs() {
        return properties;
    }

    @Override
    public void offset(Map<TopicPartition, Long> offsets) {
        seeks.putAll(offsets);
    }

    @Override
    public void offset(TopicPartition partition, long offset) {
        seeks.put(partition, offset);
    }

    @Override
    public void timeout(long ms) {
        timeoutMs = ms;
    }

    @Override
    public Set<TopicPartition> assignment() {
        return positions.keySet();
    }

    @Override
    public void pause(TopicPartition... partitions) {
        paused.addAll(List.of(partitions));
    }

    @Override
    public void resume(TopicPartition... partitions) {
        paused.removeAll(List.of(partitions));
    }

    @Override
    public void requestCommit() {
        throw new AssertionError("the task requests no commit");
    }

    @Override
    public ErrantRecordReporter errantRecordReporter() {
        return tolerant ? this::report : null;
    }

    private Future<Void> report(SinkRecord record, Throwable reason) {
        reported.add(record);
        reasons.add(reason);
        return reportFuture;
    }

    @Override
    public PluginMetrics pluginMetrics() {
        return metrics.orElse(null);
    }
}
