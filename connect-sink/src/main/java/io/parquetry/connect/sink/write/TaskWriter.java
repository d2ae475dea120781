package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.commit.EntryAges;
import io.parquetry.connect.sink.commit.HaltedException;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.errors.BadRecords;
import io.parquetry.connect.sink.errors.DeadLetters;
import io.parquetry.connect.sink.memory.MemoryBudget;
import io.parquetry.connect.sink.memory.MemoryPause;
import io.parquetry.connect.sink.memory.PathLimit;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import io.parquetry.connect.sink.rotation.RotationReason;
import io.parquetry.connect.sink.table.TaskTables;
import io.parquetry.connect.sink.write.ReadPosition.Redelivery;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Writes all topic-partitions that a task is given, and keeps them in step with the framework.
 *
 * <ol type="a">
 *   <li>When the storage fails, the partitions that it failed for return to the position of their ledger, and the
 *       framework is asked to deliver the batch again; see {@link RedeliveredBatch}.
 *   <li>Only a redelivered batch may hold records that were handled before.
 *   <li>An exception or error that leaves {@code preCommit} would make the framework rewind to older offsets and go
 *       on, so none does; it is thrown by the next {@code put}, unless it is one partition's, which is closed before.
 *   <li>A partition that another task has taken over is lost like one that the framework reports as lost. If the
 *       framework does not take it away, it is taken over once more, and fails the task if that happens again.
 * </ol>
 */
public final class TaskWriter {
    private static final Log LOG = Log.of(TaskWriter.class);

    private final Storage storage;
    private final SinkTaskContext context;
    private final Clock clock;
    private final MemoryBudget.Account account;
    private final MemoryPause pause;
    private final TaskResources task;
    private final TaskFiles files;
    private final Optional<DeadLetters> deadLetters;
    private final Map<TopicPartition, PartitionWriter> writers = new LinkedHashMap<>();

    /**
     * Forgotten when the last call was no {@code preCommit}: the framework commits revoked partitions right before it
     * closes them, and does not commit lost ones.
     */
    private final GroupOffsets groupOffsets = new GroupOffsets();

    private final RedeliveredBatch redelivered = new RedeliveredBatch();
    private final ConsumedOffsets consumedOffsets = new ConsumedOffsets();

    /** What the clock showed at the last {@code put}. */
    private long lastMs = Long.MIN_VALUE;

    /** Thrown while a partition was committed by {@code preCommit}, for the next {@code put}. */
    private final Map<TopicPartition, RuntimeException> unthrown = new LinkedHashMap<>();

    /** Anything else that {@code preCommit} met, such as want of memory, for the next {@code put}; null for nothing. */
    private ConnectException commitFailure;

    /**
     * @param entryAges what this process knows of ledgers
     * @param account of the task's open files; closed by {@link #stop}
     * @param tables that have the files; the caller closes them
     * @param topicIds that the brokers are asked for
     */
    public TaskWriter(
            SinkSettings settings,
            Storage storage,
            SinkTaskContext context,
            Clock clock,
            EntryAges entryAges,
            MemoryBudget.Account account,
            Optional<TaskTables> tables,
            Optional<TopicIds> topicIds,
            SinkTaskMetrics metrics) {
        this.storage = storage;
        this.context = context;
        this.clock = clock;
        this.account = account;
        this.pause = new MemoryPause(account, context);
        this.task = TaskResources.of(settings, storage, clock, entryAges, account, tables, topicIds, metrics);
        this.deadLetters = Optional.ofNullable(context.errantRecordReporter())
                .map(reporter -> new DeadLetters(reporter, context.configs()));
        this.files = new TaskFiles(
                storage, account, new PathLimit(settings.rotation().openPathsMax(), task.partitioner()));
    }

    /** The reasons for which files are closed, as {@link SinkTaskMetrics} count them. */
    public static List<String> rotationReasons() {
        return Stream.of(RotationReason.values()).map(RotationReason::text).toList();
    }

    /**
     * Takes partitions over. After the first failure of the storage the others are not tried: each may take as long
     * as the storage's timeout, within a rebalance. They are taken over by the next {@link #put}.
     */
    public void open(Collection<TopicPartition> partitions) {
        groupOffsets.forget();
        task.tables().ifPresent(tables -> tables.open(partitions));
        task.topics().require(topicsOf(partitions));
        boolean failed = false;
        for (TopicPartition partition : partitions) {
            PartitionWriter writer = new PartitionWriter(
                    task,
                    files,
                    partition,
                    new BadRecords(task.settings().errors().onBadRecord(), deadLetters, task.metrics()));
            writers.put(partition, writer);
            consumedOffsets.moved(partition);
            if (!failed) {
                failed = !tryBegin(writer, partitions.size());
            }
        }
    }

    private static Set<String> topicsOf(Collection<TopicPartition> partitions) {
        return partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet());
    }

    private boolean tryBegin(PartitionWriter writer, int partitions) {
        try {
            begin(writer);
            return true;
        } catch (IOException e) {
            LOG.warn(
                    "{}: cannot be opened, so the partitions after it, of {} in all, are not tried. The task tries"
                            + " again: {}",
                    writer.partition(),
                    partitions,
                    e.toString());
            return false;
        }
    }

    /** Returns whether the consumer was told to read from another offset. */
    private boolean begin(PartitionWriter writer) throws IOException {
        OptionalLong position = writer.begin();
        position.ifPresent(offset -> tell(writer.partition(), offset));
        return position.isPresent();
    }

    /** Has the consumer read from another offset. */
    private void tell(TopicPartition partition, long offset) {
        context.offset(partition, offset);
        consumedOffsets.moved(partition);
    }

    /**
     * Writes records and commits the files that are due, with or without records.
     *
     * @throws RetriableException when the storage failed; the batch can be delivered again
     */
    public void put(Collection<SinkRecord> records) {
        long nowMs = clock.millis();
        throwFailure();
        noteTime(nowMs);
        writers.values().forEach(writer -> writer.endFencing(nowMs));
        groupOffsets.forget();
        Redelivery redelivery = redelivered.arrive();
        consumedOffsets.batchArrives(redelivery);
        task.topics().learn();
        task.tables().ifPresent(tables -> tables.startBatch(records));
        StorageFailures failures = new StorageFailures();
        beginStopped(failures);
        take(records, redelivery, nowMs, failures);
        writeTaken(nowMs, failures);
        finishBatch(records, nowMs, failures);
        if (redelivery == Redelivery.YES) {
            tellAgain();
        }
    }

    /** Gives each record to the writer of its partition, which keeps it until {@link #writeTaken}. */
    private void take(Collection<SinkRecord> records, Redelivery redelivery, long nowMs, StorageFailures failures) {
        TopicPartition partition = null;
        PartitionWriter writer = null;
        boolean skipped = false;
        for (SinkRecord record : records) {
            if (redelivered.isOrphaned(record)) {
                continue;
            }
            if (partition == null || !RedeliveredBatch.isOf(record, partition)) {
                partition = RedeliveredBatch.partitionOf(record);
                writer = requireGiven(writers.get(partition), partition);
                skipped = redelivered.isSkipped(partition);
            }
            if (skipped) {
                continue;
            }
            if (!writer.isRunning()) {
                writer.notePosition(record.originalKafkaOffset());
            } else {
                try {
                    writer.take(record, redelivery, nowMs);
                } catch (IOException e) {
                    failures.add(e);
                }
            }
        }
    }

    /**
     * Writes, one run after the other, so that a limit on open files holds within a batch, too. After the first failure
     * of the storage the others are not tried: their records are kept, and written when the batch comes again.
     */
    private void writeTaken(long nowMs, StorageFailures failures) {
        for (PartitionWriter each : writers.values()) {
            try {
                if (each.isRunning()) {
                    each.keepBeginning();
                }
                while (each.advance()) {
                    each.runs().write(nowMs);
                    files.limitOpenFiles(nowMs);
                }
            } catch (IOException e) {
                failures.add(e);
                return;
            }
        }
    }

    /** What is due by the clock must not wait until a clock that was put back shows that time again. */
    private void noteTime(long nowMs) {
        if (nowMs < lastMs) {
            LOG.info("the clock was put back by {} ms; the ages of open files begin anew", lastMs - nowMs);
            writers.values().forEach(writer -> writer.clockPutBack(nowMs));
        }
        lastMs = nowMs;
    }

    /**
     * Requests the offsets again that were requested since the framework read the batch that it has now accepted. It
     * may commit them for the group, so none is requested that is not the position of the ledger.
     */
    private void tellAgain() {
        for (TopicPartition partition : consumedOffsets.movedSinceRead()) {
            PartitionWriter writer = writers.get(partition);
            if (writer != null && writer.isRunning()) {
                OptionalLong committed = writer.committed();
                if (committed.isPresent() && committed.equals(writer.expectedOffset())) {
                    tell(partition, committed.getAsLong());
                } else {
                    consumedOffsets.setUnknown(partition);
                }
            }
        }
    }

    private void throwFailure() {
        if (commitFailure != null) {
            throw commitFailure;
        }
        if (!unthrown.isEmpty()) {
            throw unthrown.values().iterator().next();
        }
    }

    /**
     * Begins the partitions again for which the storage failed, and those that are taken over once more, done once with
     * each batch. The first failure ends it: the partition that failed has its next turn after the others.
     */
    private void beginStopped(StorageFailures failures) {
        for (PartitionWriter writer : List.copyOf(writers.values())) {
            if (writer.mustBegin()) {
                failures.during(() -> {
                    if (begin(writer)) {
                        redelivered.partitionRewound(writer.partition());
                    }
                });
                if (failures.first().isPresent()) {
                    writers.remove(writer.partition());
                    writers.put(writer.partition(), writer);
                    return;
                }
            }
        }
    }

    private PartitionWriter requireGiven(PartitionWriter writer, TopicPartition partition) {
        if (writer == null) {
            throw new ConnectException("a record came for " + partition + ", which was not given to this task; it has "
                    + writers.keySet());
        }
        return writer;
    }

    private void finishBatch(Collection<SinkRecord> records, long nowMs, StorageFailures failures) {
        failures.during(() -> {
            files.freeMemoryForOthers(nowMs);
            files.freeTemporarySpace();
            pause.update(writers.keySet(), nowMs);
            account.publish();
        });
        for (PartitionWriter writer : List.copyOf(writers.values())) {
            if (writer.isRunning()) {
                writer.explainGap();
            }
        }
        beginElsewhere(nowMs, failures);
        commitDue((writer, limit) -> failures.during(() -> writer.commitDue(nowMs, limit)));
        publishMetrics();
        if (failures.first().isPresent()) {
            requestAgain(records, failures.first().get());
        }
        task.retries().succeeded(task.entryAges().nowMs());
        redelivered.done();
        consumedOffsets.batchAccepted(records);
        requestCallInTime(nowMs);
    }

    /** What was found of each partition is kept before the first of them fails the task. */
    private void beginElsewhere(long nowMs, StorageFailures failures) {
        List<HaltedException> halted = new ArrayList<>();
        for (PartitionWriter writer : List.copyOf(writers.values())) {
            if (writer.isRunning() || writer.hasFoundBeginning()) {
                failures.during(() -> {
                    try {
                        beginElsewhere(writer, nowMs);
                    } catch (HaltedException e) {
                        halted.add(e);
                    }
                });
            }
        }
        if (!halted.isEmpty()) {
            throw halted.get(0);
        }
    }

    /**
     * Has the consumer read from another offset if what came says so. If the batch comes again for another partition,
     * its records of this one are not to be taken.
     */
    private void beginElsewhere(PartitionWriter writer, long nowMs) throws IOException {
        if (writer.isRunning()) {
            writer.haltIfFound(nowMs);
            writer.beginPassedOver().ifPresent(offset -> tell(writer.partition(), offset));
        }
        if (writer.mustBegin()) {
            begin(writer);
        }
        if (consumedOffsets.isMoving(writer.partition())) {
            redelivered.partitionRewound(writer.partition());
        }
    }

    /**
     * Commits what is due in one partition after the other until the time of a slice is up. The next call continues
     * with the partitions that had no turn.
     */
    private void commitDue(BiConsumer<PartitionWriter, TimeLimit> commit) {
        TimeLimit limit = TimeLimit.of(task.settings().poll().sliceMs(), clock);
        for (PartitionWriter writer : List.copyOf(writers.values())) {
            if (limit.isUp()) {
                return;
            }
            if (writer.isRunning()) {
                commit.accept(writer, limit);
            }
            writers.remove(writer.partition());
            writers.put(writer.partition(), writer);
        }
    }

    /** Asks for the batch again; the consumer reads from the offsets that it is told only after it. */
    private void requestAgain(Collection<SinkRecord> records, IOException cause) {
        long pauseMs = task.retries().failed(cause, task.entryAges().nowMs());
        redelivered.request(
                records,
                writers.values().stream()
                        .filter(PartitionWriter::mustBegin)
                        .map(PartitionWriter::partition)
                        .collect(Collectors.toSet()));
        context.timeout(pauseMs);
        throw new RetriableException(
                "storage " + storage.url() + " failed; the partitions concerned return to their committed position."
                        + " The batch is tried again in " + pauseMs + " ms: " + cause,
                cause);
    }

    /** Without records the framework calls again after this time, so that files are closed in time. */
    private void requestCallInTime(long nowMs) {
        long inMs = pause.recheckMs();
        for (PartitionWriter writer : writers.values()) {
            OptionalLong dueAtMs = writer.dueAtMs();
            if (dueAtMs.isPresent()) {
                inMs = Math.min(inMs, Math.max(1, dueAtMs.getAsLong() - nowMs));
            }
        }
        if (inMs < Long.MAX_VALUE) {
            context.timeout(inMs);
        }
    }

    private void publishMetrics() {
        task.metrics().set(SinkMetric.OPEN_FILES, account.files());
        task.metrics().set(SinkMetric.RETAINED_BYTES, account.ownBytes());
        task.metrics().set(SinkMetric.WORKER_RETAINED_BYTES, account.allBytes());
        task.metrics().set(SinkMetric.BUDGET_BYTES, account.limitBytes());
        task.metrics().set(SinkMetric.PAUSED, pause.isPaused() ? 1 : 0);
        task.metrics().publishRows();
        long uncommitted = 0;
        long sinceMs = Long.MAX_VALUE;
        for (PartitionWriter writer : writers.values()) {
            uncommitted += writer.uncommittedRecords();
            sinceMs = Math.min(sinceMs, writer.uncommittedSinceMs());
        }
        task.metrics().set(SinkMetric.UNCOMMITTED_RECORDS, uncommitted);
        task.metrics().uncommittedSince(sinceMs);
        task.tables()
                .ifPresent(tables -> task.metrics().set(SinkMetric.TABLE_WAITING_ENTRIES, tables.waitingEntries()));
    }

    /**
     * Commits the files that are due, and returns the positions of the ledgers.
     *
     * @param consumed offsets up to which the framework has read the partitions that it wants to commit
     * @return offsets for the consumer group; {@link #close} may change them
     */
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> consumed) {
        try {
            groupOffsets.preCommit(consumed);
            consumed.forEach(this::noteConsumed);
            task.topics().ask(topicsOf(writers.keySet()));
            commitDue(this::commitDueQuietly);
            writers.values().forEach(this::noteGroupOffset);
        } catch (RuntimeException | Error e) {
            // A task that is stopped has no next put.
            LOG.error("the task's partitions could not be committed: {}", e.toString(), e);
            if (commitFailure == null) {
                commitFailure = new ConnectException("the task's partitions could not be committed: " + e, e);
            }
        }
        return groupOffsets.ofPreCommit();
    }

    private void noteConsumed(TopicPartition partition, OffsetAndMetadata consumed) {
        PartitionWriter writer = writers.get(partition);
        if (writer != null && writer.isRunning() && consumedOffsets.isTrue(partition)) {
            writer.consumedUntil(consumed.offset(), clock.millis());
        }
    }

    private void noteGroupOffset(PartitionWriter writer) {
        writer.committed().ifPresent(offset -> groupOffsets.committed(writer.partition(), offset));
    }

    private void commitDueQuietly(PartitionWriter writer, TimeLimit limit) {
        try {
            writer.commitHandled(clock.millis(), limit);
        } catch (IOException e) {
            task.retries().record(e, task.entryAges().nowMs());
        } catch (RuntimeException e) {
            unthrown.putIfAbsent(writer.partition(), e);
        }
    }

    /**
     * Gives partitions back. Revoked partitions are committed before; what cannot be committed is read again by the
     * next owner. Lost partitions have another owner already: their files are discarded. When the storage has failed
     * and the time is over, the others are not tried: each may take as long as the storage's timeout, within a
     * rebalance.
     */
    public void close(Collection<TopicPartition> partitions) {
        pause.forget(partitions);
        task.tables().ifPresent(tables -> tables.close(partitions));
        boolean mayBeRevoked = partitions.containsAll(groupOffsets.partitions());
        TimeLimit limit = TimeLimit.of(task.settings().poll().onCloseMs(), clock);
        int left = partitions.size();
        Optional<IOException> failure = Optional.empty();
        for (TopicPartition partition : partitions) {
            PartitionWriter writer = writers.remove(partition);
            redelivered.partitionClosed(partition);
            consumedOffsets.closed(partition);
            unthrown.remove(partition);
            boolean revoked = mayBeRevoked && groupOffsets.partitions().contains(partition);
            if (writer != null && writer.isFenced()) {
                LOG.info("{}: given back, after it was fenced", partition);
            } else if (writer != null && !revoked) {
                LOG.info("{}: lost; what was not committed is discarded, and its next owner reads it again", partition);
                task.metrics().add(SinkMetric.LOST_PARTITIONS, 1);
                writer.discard();
            } else if (writer != null && failure.isPresent() && limit.isUp() && !writer.hasUnkeptHalt()) {
                warnOfUncommitted(partition, failure.get());
                writer.abandon();
                noteGroupOffset(writer);
            } else if (writer != null) {
                try {
                    writer.close(clock.millis(), limit.share(left));
                } catch (IOException e) {
                    failure = Optional.of(e);
                    warnOfUncommitted(partition, e);
                } catch (RuntimeException e) {
                    // Whatever the failure is, the other partitions must be given back too.
                    warnOfUncommitted(partition, e);
                }
                noteGroupOffset(writer);
            }
            left--;
        }
    }

    private static void warnOfUncommitted(TopicPartition partition, Exception reason) {
        LOG.warn(
                "{}: its last records could not be committed; they are read again by the partition's next owner",
                partition,
                reason);
    }

    /** Gives the remaining partitions back, without a commit. */
    public void stop() {
        try {
            writers.values().forEach(PartitionWriter::discard);
        } finally {
            // The account belongs to a budget that outlives the task.
            account.close();
            task.topics().close();
            deadLetters.ifPresent(DeadLetters::close);
            writers.clear();
            redelivered.done();
        }
    }
}
