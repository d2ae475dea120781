package io.parquetry.connect.sink;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.commit.EntryAges;
import io.parquetry.connect.sink.memory.MemoryBudget;
import io.parquetry.connect.sink.write.TopicIds;
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
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Calls a task as a Connect worker does, with the state of Kafka's {@code WorkerSinkTask}: it seeks before it polls,
 * redelivers a batch after a {@link RetriableException} before it polls again, and commits the offsets of {@code
 * preCommit} if they differ from those that it takes for committed.
 */
final class FakeWorker implements SinkTaskContext {
    /** Why a batch came again; null if none did. */
    private RetriableException lastRedelivery;

    /** What must never leave {@code preCommit}, for {@link #stop}. */
    private Throwable ofPreCommit;

    private final Map<TopicPartition, NavigableMap<Long, SinkRecord>> log;
    private final ParquetSinkTask task;
    private final Map<String, String> properties;
    private final Map<TopicPartition, Long> positions = new LinkedHashMap<>();
    private final Map<TopicPartition, Long> seeks = new HashMap<>();

    /** The offsets of the consumer group. */
    private Map<TopicPartition, Long> committed = new HashMap<>();

    /** What the worker takes for committed: what it committed last, or where reading began. */
    private final Map<TopicPartition, OffsetAndMetadata> lastCommitted = new HashMap<>();

    /** Where reading is, up to the batches that the task has accepted. Not cleared when a partition is revoked. */
    private final Map<TopicPartition, OffsetAndMetadata> current = new HashMap<>();

    /** Where reading will be when the batch is accepted. Not cleared when a partition is revoked. */
    private final Map<TopicPartition, OffsetAndMetadata> afterBatch = new HashMap<>();

    private boolean pausedForRedelivery;
    private Predicate<SinkRecord> transformation = record -> true;
    private int groupCommits;
    private final List<SinkRecord> batch = new ArrayList<>();
    private final List<SinkRecord> reported = new ArrayList<>();
    private final List<Throwable> reasons = new ArrayList<>();
    private final Set<TopicPartition> paused = new HashSet<>();
    private Optional<PluginMetrics> metrics = Optional.empty();
    private boolean tolerant;
    private CompletableFuture<Void> reportFuture = CompletableFuture.completedFuture(null);
    private long timeoutMs = -1;
    private Optional<Reset> reset = Optional.empty();

    /** Asked where the configuration has {@code admin.bootstrap.servers}; null elsewhere. */
    private TopicIds topicIds;

    /** Where the consumer goes from an offset that the log does not have: {@code auto.offset.reset}. */
    enum Reset {
        EARLIEST,
        LATEST
    }

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
        this(log, properties, storage, clock, budget, clock::millis);
    }

    /** @param monotonicMs the clock that nobody sets */
    FakeWorker(
            Map<TopicPartition, NavigableMap<Long, SinkRecord>> log,
            Map<String, String> properties,
            Storage storage,
            Clock clock,
            MemoryBudget budget,
            LongSupplier monotonicMs) {
        this(log, properties, settings -> storage, clock, budget, new EntryAges(monotonicMs));
    }

    private FakeWorker(
            Map<TopicPartition, NavigableMap<Long, SinkRecord>> log,
            Map<String, String> properties,
            Function<StorageSettings, Storage> storages,
            Clock clock,
            MemoryBudget budget,
            EntryAges entryAges) {
        this.log = log;
        this.properties = properties;
        this.task = new ParquetSinkTask(storages, clock, entryAges, budget, settings -> topicIds);
    }

    /** On the storage that the properties name: whoever opens it has a connection, and closes it. */
    static FakeWorker onItsStorage(
            Map<TopicPartition, NavigableMap<Long, SinkRecord>> log, Map<String, String> properties, Clock clock) {
        return new FakeWorker(log, properties, Storages::open, clock, new MemoryBudget(), new EntryAges(clock::millis));
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

    /** Records for which the test is false are dropped by a transformation. */
    FakeWorker transforming(Predicate<SinkRecord> kept) {
        transformation = kept;
        return this;
    }

    /** Brokers that tell the ids of topics. */
    FakeWorker asking(TopicIds brokers) {
        topicIds = brokers;
        return this;
    }

    /** Where the consumer goes from an offset that the log does not have; without it, to the next record. */
    FakeWorker resettingTo(Reset where) {
        reset = Optional.of(where);
        return this;
    }

    private long inRange(long position, NavigableMap<Long, SinkRecord> records) {
        long start = records.isEmpty() ? 0 : records.firstKey();
        long end = records.isEmpty() ? 0 : records.lastKey() + 1;
        if (reset.isEmpty() || start <= position && position <= end) {
            return position;
        }
        return reset.get() == Reset.LATEST ? end : start;
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

    /** The consumer group is shared with other workers: these are its offsets. */
    FakeWorker inGroup(Map<TopicPartition, Long> offsets) {
        committed = offsets;
        return this;
    }

    FakeWorker start() {
        startTask();
        open(log.keySet());
        return this;
    }

    /** Starts the task without partitions. */
    void startTask() {
        task.initialize(this);
        task.start(properties);
    }

    void open(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            NavigableMap<Long, SinkRecord> records = log.get(partition);
            long position = inRange(
                    committed.getOrDefault(
                            partition,
                            reset.equals(Optional.of(Reset.LATEST))
                                    ? Long.MAX_VALUE
                                    : records.isEmpty() ? 0 : records.firstKey()),
                    records);
            positions.put(partition, position);
            lastCommitted.put(partition, new OffsetAndMetadata(position));
            current.put(partition, new OffsetAndMetadata(position));
        }
        pausedForRedelivery = pausedForRedelivery && !batch.isEmpty();
        task.open(partitions);
        rewind();
    }

    /** One iteration of the worker's loop; delivers at most so many records of each partition. */
    void poll(int recordsMax) {
        rewind();
        timeoutMs = -1;
        if (!pausedForRedelivery) {
            positions.replaceAll((partition, position) -> {
                if (paused.contains(partition)) {
                    return position;
                }
                long from = inRange(position, log.get(partition));
                NavigableMap<Long, SinkRecord> records = log.get(partition).tailMap(from, true);
                long end = records.isEmpty() ? from : records.firstKey() + recordsMax;
                long next = from;
                for (SinkRecord record : records.values()) {
                    if (record.kafkaOffset() >= end) {
                        break;
                    }
                    if (transformation.test(record)) {
                        batch.add(converted(record));
                    }
                    next = record.kafkaOffset() + 1;
                    afterBatch.put(partition, new OffsetAndMetadata(next));
                }
                return next;
            });
        }
        try {
            task.put(new ArrayList<>(batch));
            current.putAll(afterBatch);
            afterBatch.clear();
            batch.clear();
            pausedForRedelivery = false;
        } catch (RetriableException comeAgain) {
            // The batch stays for the next turn.
            pausedForRedelivery = true;
            lastRedelivery = comeAgain;
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
        seeks.forEach((partition, offset) -> {
            positions.put(partition, offset);
            lastCommitted.put(partition, new OffsetAndMetadata(offset));
            current.put(partition, new OffsetAndMetadata(offset));
        });
        seeks.clear();
    }

    /** Iterates until every record was delivered, and once more. */
    void drain(int recordsMax) {
        drain(recordsMax, 1_000);
    }

    /** The same, in at most so many turns. */
    void drain(int recordsMax, int turnsMax) {
        for (int turn = 0; turn < turnsMax; turn++) {
            poll(recordsMax);
            if (isDone()) {
                return;
            }
        }
        throw new AssertionError("the task does not get on: it is at " + positions, lastRedelivery);
    }

    /** Whether every record was delivered. */
    boolean isDone() {
        return batch.isEmpty() && !pausedForRedelivery && seeks.isEmpty() && isAtEnd();
    }

    private boolean isAtEnd() {
        return positions.entrySet().stream()
                .allMatch(entry -> log.get(entry.getKey()).ceilingKey(entry.getValue()) == null);
    }

    /** Commits as the worker does from time to time; returns the offsets of the consumer group. */
    Map<TopicPartition, Long> commit() {
        commit(positions.keySet(), () -> {});
        return committed;
    }

    /** The offsets of the consumer group. */
    Map<TopicPartition, Long> committed() {
        return Map.copyOf(committed);
    }

    /** How often offsets were written for the consumer group. */
    int groupCommits() {
        return groupCommits;
    }

    /** @param closing what is done after {@code preCommit} and before its offsets are looked at */
    private void commit(Collection<TopicPartition> partitions, Runnable closing) {
        Map<TopicPartition, OffsetAndMetadata> consumed = new HashMap<>(current);
        consumed.keySet().retainAll(partitions);
        if (consumed.isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> before = new HashMap<>(lastCommitted);
        before.keySet().retainAll(consumed.keySet());
        Map<TopicPartition, OffsetAndMetadata> given = preCommit(consumed, before);
        closing.run();
        if (given.isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> after = new HashMap<>(before);
        given.forEach((partition, offset) -> {
            if (!before.containsKey(partition)) {
                throw new AssertionError("the worker warns that " + partition + " is not assigned");
            }
            if (offset.offset() > consumed.get(partition).offset()) {
                throw new AssertionError(
                        "the worker warns that " + offset + " of " + partition + " is not consumed yet: " + consumed);
            }
            after.put(partition, offset);
        });
        if (!after.equals(before)) {
            lastCommitted.putAll(after);
            after.forEach((partition, offset) -> committed.put(partition, offset.offset()));
            groupCommits++;
        }
    }

    /** Whatever is thrown, a worker goes on, and reads again what it does not take for committed. */
    private Map<TopicPartition, OffsetAndMetadata> preCommit(
            Map<TopicPartition, OffsetAndMetadata> consumed, Map<TopicPartition, OffsetAndMetadata> before) {
        try {
            return task.preCommit(new HashMap<>(consumed));
        } catch (Throwable rewinding) {
            ofPreCommit = rewinding;
            before.forEach((partition, offset) -> positions.put(partition, offset.offset()));
            current.putAll(before);
            return Map.of();
        }
    }

    /** Partitions that are revoked are committed before they are closed. */
    void close(Collection<TopicPartition> partitions) {
        rewind();
        commit(partitions, () -> task.close(partitions));
        take(partitions);
    }

    /** Lost partitions are closed without a commit, unlike revoked ones. */
    void lose(Collection<TopicPartition> partitions) {
        rewind();
        task.close(partitions);
        afterBatch.keySet().removeAll(partitions);
        current.keySet().removeAll(partitions);
        take(partitions);
    }

    private void take(Collection<TopicPartition> partitions) {
        lastCommitted.keySet().removeAll(partitions);
        partitions.forEach(positions::remove);
        // Under the name that a transformation gave it, as the framework does.
        batch.removeIf(record -> partitions.contains(new TopicPartition(record.topic(), record.kafkaPartition())));
    }

    void stop() {
        close(List.copyOf(current.keySet()));
        task.stop();
        if (ofPreCommit != null) {
            throw new AssertionError("preCommit has thrown, and the worker went on", ofPreCommit);
        }
    }

    /** The next offsets that are delivered. */
    Map<TopicPartition, Long> positions() {
        return Map.copyOf(positions);
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
