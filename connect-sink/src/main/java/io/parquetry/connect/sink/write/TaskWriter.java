package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.errors.BadRecords;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import io.parquetry.connect.sink.write.ReadPosition.Redelivery;
import java.io.IOException;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes all topic-partitions that a task is given, and keeps them in step with the framework.
 *
 * <ol type="a">
 *   <li>When the storage fails, the partitions that it failed for go back to their ledger, and the framework is asked to
 *       come again; what that means for the batch is {@link RedeliveredBatch}'s to know.
 *   <li>Only a batch that comes again may hold records that were dealt with.
 *   <li>An exception that leaves {@code preCommit} would make the framework read on from older offsets, so none does; it
 *       comes out of the next {@code put}.
 * </ol>
 */
public final class TaskWriter {
    private static final Logger LOG = LoggerFactory.getLogger(TaskWriter.class);

    private final Storage storage;
    private final SinkTaskContext context;
    private final Clock clock;
    private final MemoryBudget.Account account;
    private final TaskResources task;
    private final PathLimit pathLimit;
    private final Map<TopicPartition, PartitionWriter> writers = new LinkedHashMap<>();

    /**
     * The partitions that the last call was a {@code preCommit} for; empty when it was another. The framework commits
     * what is revoked right before it closes it, and does not commit what is lost.
     */
    private Set<TopicPartition> committedLast = Set.of();

    private final RedeliveredBatch repeated = new RedeliveredBatch();

    /** What came out of a {@code preCommit}. */
    private RuntimeException failure;

    /** @param budget the memory that this task shares with others */
    public TaskWriter(
            SinkSettings settings,
            Storage storage,
            SinkTaskContext context,
            Clock clock,
            MemoryBudget budget,
            SinkTaskMetrics figures) {
        this.storage = storage;
        this.context = context;
        this.clock = clock;
        this.account = budget.open(settings.memory().bufferBytes());
        this.task = TaskResources.of(settings, storage, context, clock, account, figures);
        this.pathLimit = new PathLimit(settings.rotation().openPathsMax(), task.files(), task.partitioner());
    }

    /** The reasons for which files end, as {@link SinkTaskMetrics} count them. */
    public static List<String> rotationReasons() {
        return Stream.of(RotationReason.values()).map(RotationReason::text).toList();
    }

    /** Takes partitions over. One that the storage does not give yet is taken over later. */
    public void open(Collection<TopicPartition> partitions) {
        committedLast = Set.of();
        for (TopicPartition partition : partitions) {
            PartitionWriter writer = new PartitionWriter(
                    task,
                    partition,
                    new BadRecords(task.settings().errors().onBadRecord(), reporter(), task.figures()));
            writers.put(partition, writer);
            try {
                begin(writer);
            } catch (IOException e) {
                LOG.warn("{}: cannot be opened now; it is tried again: {}", partition, e.toString());
            }
        }
    }

    private Optional<ErrantRecordReporter> reporter() {
        return Optional.ofNullable(context.errantRecordReporter());
    }

    /** Whether the consumer was told to read from another place. */
    private boolean begin(PartitionWriter writer) throws IOException {
        OptionalLong position = writer.begin();
        position.ifPresent(offset -> context.offset(writer.partition(), offset));
        return position.isPresent();
    }

    /**
     * Writes records and commits the files that are due, with or without records.
     *
     * @throws RetriableException when the storage failed; everything is in a state to go on from
     */
    public void put(Collection<SinkRecord> records) {
        throwFailure();
        committedLast = Set.of();
        Redelivery redelivery = repeated.arrive();
        StorageFailures failures = new StorageFailures();
        beginWaiting(failures);
        observe(records);
        long nowMs = clock.millis();
        write(records, redelivery, nowMs, failures);
        failures.during(() -> task.memory().settle(writers.keySet(), nowMs));
        for (PartitionWriter writer : writers.values()) {
            if (writer.isRunning()) {
                failures.during(() -> writer.commitDue(nowMs));
            }
        }
        show();
        if (failures.first().isPresent()) {
            askAgain(records, failures.first().get());
        }
        task.retries().worked(nowMs);
        repeated.done();
        askInTime(nowMs);
    }

    private void throwFailure() {
        if (failure != null) {
            RuntimeException thrown = failure;
            failure = null;
            throw thrown;
        }
    }

    /** Partitions that the storage did not give, or failed for, are tried once more with each batch. */
    private void beginWaiting(StorageFailures failures) {
        for (PartitionWriter writer : writers.values()) {
            if (!writer.isRunning()) {
                failures.during(() -> {
                    if (begin(writer)) {
                        repeated.wentBack(writer.partition());
                    }
                });
            }
        }
    }

    /** Shows the partitions what schemas the batch has, so that an open file takes all that is new in it at once. */
    private void observe(Collection<SinkRecord> records) {
        SinkRecord last = null;
        for (SinkRecord record : records) {
            boolean news = last == null
                    || record.valueSchema() != last.valueSchema()
                    || record.keySchema() != last.keySchema()
                    || record.valueSchema() == null
                    || record.originalKafkaPartition() != last.originalKafkaPartition()
                    || !record.originalTopic().equals(last.originalTopic());
            if (news) {
                PartitionWriter writer = writers.get(RedeliveredBatch.partitionOf(record));
                if (writer != null) {
                    writer.observe(record);
                }
                last = record;
            }
        }
    }

    private void write(Collection<SinkRecord> records, Redelivery redelivery, long nowMs, StorageFailures failures) {
        TopicPartition partition = null;
        PartitionWriter writer = null;
        boolean passedOver = false;
        for (SinkRecord record : records) {
            if (repeated.lingers(record)) {
                continue;
            }
            if (partition == null || !RedeliveredBatch.isOf(record, partition)) {
                partition = RedeliveredBatch.partitionOf(record);
                writer = writers.get(partition);
                requireGiven(writer, partition);
                passedOver = repeated.passesOver(partition);
            }
            if (!writer.isRunning()) {
                writer.see(record.originalKafkaOffset());
            } else if (!passedOver) {
                try {
                    writer.write(record, redelivery, nowMs);
                    pathLimit.enforce(writers.size(), nowMs);
                } catch (IOException e) {
                    failures.add(e);
                }
            }
        }
    }

    private void requireGiven(PartitionWriter writer, TopicPartition partition) {
        if (writer == null) {
            throw new ConnectException("a record came for " + partition + ", which was not given to this task; it has "
                    + writers.keySet());
        }
    }

    /** The batch comes again; the partitions that are told to go back do so after it. */
    private void askAgain(Collection<SinkRecord> records, IOException cause) {
        long pauseMs = task.retries().failed(cause, clock.millis());
        repeated.ask(
                records,
                writers.values().stream()
                        .filter(writer -> !writer.isRunning())
                        .map(PartitionWriter::partition)
                        .collect(Collectors.toSet()));
        context.timeout(pauseMs);
        throw new RetriableException(
                "storage " + storage.url() + " failed; the partitions concerned go back to what is committed and it is"
                        + " tried again in " + pauseMs + " ms: " + cause,
                cause);
    }

    /** Without records, the framework comes back when this time is over, so that files end on time. */
    private void askInTime(long nowMs) {
        long dueInMs = writers.values().stream()
                .flatMapToLong(writer -> writer.dueAtMs().stream())
                .map(dueAtMs -> Math.max(1, dueAtMs - nowMs))
                .min()
                .orElse(Long.MAX_VALUE);
        long inMs = Math.min(dueInMs, task.memory().lookAgainMs());
        if (inMs < Long.MAX_VALUE) {
            context.timeout(inMs);
        }
    }

    private void show() {
        task.memory().show();
        task.figures().publishRows();
        task.figures()
                .set(
                        SinkMetric.UNCOMMITTED_RECORDS,
                        writers.values().stream()
                                .mapToLong(PartitionWriter::uncommittedRecords)
                                .sum());
        task.figures()
                .uncommittedSince(writers.values().stream()
                        .mapToLong(PartitionWriter::uncommittedSinceMs)
                        .min()
                        .orElse(Long.MAX_VALUE));
    }

    /**
     * What the ledgers hold, after a commit of the files that are due.
     *
     * @param partitions for which the framework asks
     */
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Set<TopicPartition> partitions) {
        committedLast = Set.copyOf(partitions);
        Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
        for (PartitionWriter writer : writers.values()) {
            if (writer.isRunning()) {
                commitDueQuietly(writer);
            }
            writer.committed().ifPresent(offset -> committed.put(writer.partition(), new OffsetAndMetadata(offset)));
        }
        return committed;
    }

    private void commitDueQuietly(PartitionWriter writer) {
        try {
            writer.commitDue(clock.millis());
        } catch (IOException e) {
            task.retries().note(e, clock.millis());
        } catch (RuntimeException e) {
            if (failure == null) {
                failure = e;
            }
        }
    }

    /**
     * Gives partitions back. What was revoked is committed before, and what cannot be committed is for the next owner to
     * read again. What was lost is somebody else's already: it is discarded.
     */
    public void close(Collection<TopicPartition> partitions) {
        task.memory().forget(partitions);
        boolean mayBeRevoked = partitions.containsAll(committedLast);
        for (TopicPartition partition : partitions) {
            PartitionWriter writer = writers.remove(partition);
            repeated.givenBack(partition);
            boolean revoked = mayBeRevoked && committedLast.contains(partition);
            if (writer != null && !revoked) {
                LOG.info("{}: lost; what was not committed is discarded, and its next owner reads it again", partition);
                task.figures().add(SinkMetric.LOST_PARTITIONS, 1);
                writer.discard();
            } else if (writer != null) {
                try {
                    writer.close(clock.millis());
                } catch (IOException | RuntimeException e) {
                    // Whatever it is, the other partitions must be given back too.
                    LOG.warn(
                            "{}: its last records could not be committed; they are read again by the partition's next"
                                    + " owner",
                            partition,
                            e);
                }
            }
        }
    }

    /** Gives back what is left, without a commit. */
    public void stop() {
        writers.values().forEach(PartitionWriter::discard);
        account.close();
        writers.clear();
        repeated.done();
    }
}
