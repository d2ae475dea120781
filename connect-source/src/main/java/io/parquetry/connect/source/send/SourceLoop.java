package io.parquetry.connect.source.send;

import io.parquetry.connect.common.log.Escaped;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.metrics.TaskName;
import io.parquetry.connect.common.metrics.WorkerMetrics;
import io.parquetry.connect.common.retry.Retries;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.OpenFileSettings;
import io.parquetry.connect.source.config.SelectionSettings;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.convert.TargetTopics;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.discover.StorageScanner;
import io.parquetry.connect.source.discover.TaskAssignment;
import io.parquetry.connect.source.errors.BadFileHandler;
import io.parquetry.connect.source.errors.TaskId;
import io.parquetry.connect.source.memory.OpenFileMemory;
import io.parquetry.connect.source.merge.ReadableFileFactory;
import io.parquetry.connect.source.metrics.SourceTaskMetrics;
import io.parquetry.connect.source.offset.SentRecord;
import io.parquetry.connect.source.read.FileOpener;
import io.parquetry.connect.source.select.Selection;
import io.parquetry.connect.source.tracking.Clocks;
import io.parquetry.connect.source.tracking.CommittedPositions;
import io.parquetry.connect.source.tracking.FileTracker;
import io.parquetry.format.MemoryLimitException;
import io.parquetry.format.ParquetException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.source.TransactionContext;

/**
 * The work of a task: scans, reads and completes files, and waits where there is nothing to do. Accesses to the storage
 * that fail are tried again with growing pauses, for as long as the configuration allows. A bad file fails the task,
 * unless {@code on.bad.file} says otherwise.
 */
public final class SourceLoop {
    private static final Log LOG = Log.of(SourceLoop.class);

    private final Clocks clocks;
    private final long waitMsMax;
    private final SourceTaskContext context;

    /**
     * Held while the batcher is used. The thread that stops the task closes the batcher, or leaves that to the holder.
     */
    private final ReentrantLock inUse = new ReentrantLock();

    private final CountDownLatch stopping = new CountDownLatch(1);
    private final SourceSettings settings;
    private final Storage storage;
    private final TransactionBoundaries transactions;
    private final StorageHealth health;
    private final TargetTopics targets;
    private final SendWatch watch;
    private final UnconfirmedRecords unconfirmed;
    private final Optional<WorkerMetrics> workerMetrics;

    /** Null when it is closed. */
    private RecordBatcher batcher;

    private long nextScanMs;
    private long nextAskMs;
    private long nextCompletionMs;

    public SourceLoop(Map<String, String> config, SourceTaskContext context, TaskHost host) {
        this.context = context;
        this.clocks = host.clocks();
        this.waitMsMax = host.pollWaitMsMax();
        settings = SourceSettings.of(config);
        TaskAssignment assignment = TaskAssignment.fromMap(config);
        storage = host.storages().apply(settings.storage());
        SourceTaskMetrics metrics = new SourceTaskMetrics(clocks::steadyMs, clocks::wallMs);
        TaskId task = new TaskId(config.getOrDefault("name", ""), assignment.index());
        BadFileHandler badFiles = new BadFileHandler(settings.failure(), storage, task, clocks::wallMs, metrics);
        targets = openTargets(host);
        unconfirmed = new UnconfirmedRecords(targets.areRowsChecked());
        Selection selection = new Selection(settings);
        FileTracker tracker = new FileTracker(
                settings,
                storage,
                new StorageScanner(storage, settings, assignment, file -> noteStream(selection, file)),
                new CommittedPositions(this::committed),
                selection,
                badFiles,
                clocks,
                task,
                this::isStopping);
        OpenFileMemory.Account memory = host.openFiles()
                .open(settings.openFiles().bytesMax(), "task " + task.task() + " of " + task.connector());
        FileOpener opener = new FileOpener(storage, settings, selection, memory, this::isStopping);
        ReadableFileFactory files = new ReadableFileFactory(settings, tracker, opener, badFiles, clocks, metrics);
        transactions = new TransactionBoundaries(
                settings.delivery().transaction(), transactionContext(), clocks::steadyMs, task);
        health = new StorageHealth(
                new Retries(host.pauses(), settings.failure().retryTimeoutMs(), storage.url(), metrics),
                clocks::steadyMs);
        RateLimiter limiter = new RateLimiter(settings.delivery().rate(), assignment.count(), clocks::steadyMs);
        batcher = new RecordBatcher(
                settings, tracker, files, transactions, targets, limiter, health, metrics, this::isStopping);
        // Last, since nobody stops a loop that was not made.
        watch = new SendWatch(
                task.connector() + "-" + task.task(),
                host.partitionWaitMsMax(),
                targets,
                unconfirmed,
                transactions.endWithPoll(),
                SendWatch.Waits::of);
        workerMetrics = WorkerMetrics.of(() -> context.pluginMetrics(), TaskName.of("source-task", config));
        workerMetrics.ifPresent(metrics::show);
        nextScanMs = clocks.steadyMs();
        nextAskMs = nextScanMs;
        nextCompletionMs = nextScanMs;
        LOG.info(
                "Task {} of {} reads {} in {}",
                assignment.index() + 1,
                assignment.count(),
                settings.discovery().include(),
                storage.url());
    }

    /** Closes the storage where there is no client for the brokers: nobody stops a loop that was not made. */
    private TargetTopics openTargets(TaskHost host) {
        try {
            return new TargetTopics(settings.send(), settings.send().brokers().map(host.brokers()), clocks::wallMs);
        } catch (RuntimeException e) {
            try {
                storage.close();
            } catch (IOException onClose) {
                e.addSuppressed(onClose);
            }
            throw e;
        }
    }

    private void noteStream(Selection selection, DataFile file) {
        if (file.name().isPresent() && !selection.leavesOut(file)) {
            targets.stored(file.name().get().topic(), file.name().get().partition());
        }
    }

    /**
     * Workers before Kafka 3.3 have no method for the context; workers without exactly-once support have no context.
     */
    private Optional<TransactionContext> transactionContext() {
        if (!settings.delivery().transaction().isConnectorDefined()) {
            return Optional.empty();
        }
        Optional<TransactionContext> transactions = Optional.ofNullable(context.transactionContext());
        if (transactions.isEmpty()) {
            LOG.warn("transaction.boundary=connector and transaction.* have no effect on this worker: it has no"
                    + " exactly.once.source.support=enabled. Consumers may see a part of a file, and records again"
                    + " after a failure; enable it on all workers, or remove the keys");
        }
        return transactions;
    }

    private Map<Map<String, String>, Map<String, Object>> committed(Collection<Map<String, String>> partitions) {
        return context.offsetStorageReader().offsets(partitions);
    }

    /** The record is in its topic or, without metadata, was dropped by a transformation. */
    public void commitRecord(SourceRecord record, RecordMetadata metadata) {
        if (record instanceof SentRecord sent) {
            if (metadata == null) {
                sent.drop();
            } else {
                sent.acknowledge();
                targets.arrived(record.topic(), record.kafkaPartition());
            }
        }
    }

    /** The records of the next batch; null when there are none after a short wait. */
    public List<SourceRecord> poll() throws InterruptedException {
        watch.beginPoll();
        try {
            List<SourceRecord> batch = nextBatch();
            watch.handOver(batch);
            return batch;
        } catch (RuntimeException e) {
            throw Escaped.exception(e);
        }
    }

    private List<SourceRecord> nextBatch() throws InterruptedException {
        long waitMs;
        inUse.lock();
        try {
            List<SourceRecord> batch = isStopping() ? List.of() : read();
            if (!batch.isEmpty() || !isStopping() && transactions.commitIfOld()) {
                return batch;
            }
            waitMs = waitMs();
        } catch (MemoryLimitException e) {
            throw new ConnectException(
                    "no memory to send a file of " + settings.storage().url() + ": " + e.getMessage()
                            + ". The file is not bad; restart the task with a larger heap"
                            + " (KAFKA_HEAP_OPTS)," + OpenFileSettings.OPEN_FILES_MEMORY_BYTES
                            + " larger than the " + settings.openFiles().bytesMax() + " that it is, or fewer "
                            + SelectionSettings.COLUMNS,
                    e);
        } catch (ParquetException e) {
            throw new ConnectException(
                    "cannot send a file of " + settings.storage().url() + ": " + e.getMessage()
                            + ". Repair the file, move it away, leave it out by " + DiscoverySettings.PATH_EXCLUDE
                            + ", or set " + FailureSettings.ON_BAD_FILE + " to skip or quarantine",
                    e);
        } finally {
            if (isStopping()) {
                closeBatcher();
            }
            inUse.unlock();
        }
        return idle(waitMs);
    }

    private long waitMs() {
        boolean isReading = batcher != null && batcher.isReading();
        return Math.max(health.pauseMs(), isReading ? batcher.waitMs() : nextScanMs - clocks.steadyMs());
    }

    /** The records that can be sent now; none while the storage is left alone after a failure. */
    private List<SourceRecord> read() {
        if (health.pauseMs() > 0) {
            return List.of();
        }
        long nowMs = clocks.steadyMs();
        try {
            doDueWork(nowMs);
            List<SourceRecord> batch = batcher.next();
            unconfirmed.handOver(batcher.offsets());
            return batch;
        } catch (IOException e) {
            if (!isStopping()) {
                health.failed(e);
            }
            nextScanMs = nowMs;
            return List.of();
        }
    }

    /** Does what comes in intervals, beside the reading. */
    private void doDueWork(long nowMs) throws IOException {
        workerMetrics.ifPresent(worker -> worker.retry(nowMs));
        if (nowMs >= nextCompletionMs) {
            batcher.completeFiles();
            nextCompletionMs = nowMs + settings.discovery().scanIntervalMs();
        }
        // No scan comes for as long as a file is read, which may be days.
        if (nowMs >= nextAskMs) {
            targets.askAgain();
            nextAskMs = nowMs + settings.discovery().scanIntervalMs();
        }
        if (nowMs >= nextScanMs && !batcher.isReading()) {
            batcher.scan();
            nextScanMs = nowMs + settings.discovery().scanIntervalMs();
        }
    }

    private List<SourceRecord> idle(long wishedMs) throws InterruptedException {
        stopping.await(Math.max(1, Math.min(wishedMs, waitMsMax)), TimeUnit.MILLISECONDS);
        return null;
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    public void stop() {
        stopping.countDown();
        watch.close();
        unconfirmed.log();
        if (inUse.tryLock()) {
            try {
                transactions.stop();
                closeBatcher();
            } finally {
                inUse.unlock();
            }
        }
    }

    private void closeBatcher() {
        workerMetrics.ifPresent(WorkerMetrics::close);
        if (batcher == null) {
            return;
        }
        Storage closedLast = storage;
        TargetTopics closedSecond = targets;
        RecordBatcher closedFirst = batcher;
        try (closedLast;
                closedSecond;
                closedFirst) {
            batcher = null;
        } catch (IOException e) {
            LOG.warn("Cannot close the open files of {}: {}", settings.storage().url(), e.toString());
        }
    }
}
