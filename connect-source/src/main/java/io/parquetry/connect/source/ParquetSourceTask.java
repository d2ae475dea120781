package io.parquetry.connect.source;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.metrics.WorkerMetrics;
import io.parquetry.connect.common.retry.Retries;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.version.PluginVersion;
import io.parquetry.connect.source.complete.SentRecord;
import io.parquetry.connect.source.config.AdminSettings;
import io.parquetry.connect.source.config.FailureKeys;
import io.parquetry.connect.source.config.FindKeys;
import io.parquetry.connect.source.config.RestoreSettings;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.Scanner;
import io.parquetry.connect.source.discover.TaskAssignment;
import io.parquetry.connect.source.errors.BadFileHandler;
import io.parquetry.connect.source.errors.TaskId;
import io.parquetry.connect.source.metrics.SourceTaskMetrics;
import io.parquetry.connect.source.rate.RateLimiter;
import io.parquetry.connect.source.read.Clocks;
import io.parquetry.connect.source.read.FileTracker;
import io.parquetry.connect.source.read.Positions;
import io.parquetry.connect.source.topic.AdminPartitionCounts;
import io.parquetry.connect.source.topic.PartitionCounts;
import io.parquetry.connect.source.topic.TargetTopics;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.CoreReservation;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.apache.kafka.connect.source.TransactionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the rows of its share of the files, each with the position behind it. What the storage fails to give is tried
 * again, ever more slowly, for as long as the user allows; what is wrong with a file fails the task.
 */
public final class ParquetSourceTask extends SourceTask {
    private static final Logger LOG = LoggerFactory.getLogger(ParquetSourceTask.class);

    /** The framework stops a task between two polls, so that none may wait for long. */
    private static final long WAIT_MS_MAX = 200;

    private final Clocks clocks;
    private final Function<StorageSettings, Storage> storages;
    private final Function<AdminSettings, PartitionCounts> brokers;
    private final long waitMsMax;

    /** Held while the feed is used; whoever stops the task closes the feed, or leaves it to the one who holds this. */
    private final ReentrantLock inUse = new ReentrantLock();

    private final CountDownLatch stopping = new CountDownLatch(1);
    /** Null before the start. */
    private CoreReservation core;

    private SourceSettings settings;
    private Transactions transactions;
    private StorageFailure storageTrouble;
    private TargetTopics targets;
    private RecordBatcher feed;
    private long nextScanMs;
    private long nextFinishMs;

    /** For the framework. */
    public ParquetSourceTask() {
        this(Clocks.SYSTEM, Storages::open, AdminPartitionCounts::of, WAIT_MS_MAX);
    }

    ParquetSourceTask(
            Clocks clocks,
            Function<StorageSettings, Storage> storages,
            Function<AdminSettings, PartitionCounts> brokers,
            long waitMsMax) {
        this.clocks = clocks;
        this.storages = storages;
        this.brokers = brokers;
        this.waitMsMax = waitMsMax;
    }

    @Override
    public String version() {
        return PluginVersion.TEXT;
    }

    @Override
    public void start(Map<String, String> config) {
        core = CoreReservation.take();
        settings = SourceSettings.of(config);
        TaskAssignment assignment = TaskAssignment.fromMap(config);
        Storage storage = storages.apply(settings.storage());
        SourceTaskMetrics figures = new SourceTaskMetrics(clocks::steadyMs, clocks::wallMs);
        WorkerMetrics.of(() -> context.pluginMetrics()).ifPresent(figures::show);
        TaskId task = new TaskId(config.getOrDefault("name", ""), assignment.index());
        FileTracker catalog = new FileTracker(
                settings,
                storage,
                new Scanner(storage, settings, assignment),
                new Positions(this::committed),
                new BadFileHandler(settings.trouble(), storage, task, clocks::wallMs, figures),
                figures,
                clocks,
                this::isStopping);
        transactions = new Transactions(settings.transaction(), transactionContext(), clocks::steadyMs);
        storageTrouble = new StorageFailure(retries(storage, figures), clocks::steadyMs);
        RestoreSettings restore = settings.send().restore();
        targets = new TargetTopics(restore, restore.admin().map(brokers));
        RateLimiter pace = new RateLimiter(settings.pace(), assignment.count(), clocks::steadyMs);
        feed = new RecordBatcher(
                settings, storage, catalog, transactions, targets, pace, storageTrouble, figures, this::isStopping);
        nextScanMs = clocks.steadyMs();
        nextFinishMs = nextScanMs;
        LOG.info(
                "Task {} of {} reads {} in {}",
                assignment.index() + 1,
                assignment.count(),
                settings.find().include(),
                storage.url());
    }

    private Retries retries(Storage storage, SourceTaskMetrics figures) {
        return new Retries(
                settings.trouble().retry(),
                storage.url(),
                () -> ThreadLocalRandom.current().nextDouble(),
                figures);
    }

    /** Workers before Kafka 3.3 do not know what a transaction context is; those without exactly-once have none. */
    private Optional<TransactionContext> transactionContext() {
        return settings.transaction().boundariesAreOurs()
                ? Optional.ofNullable(context.transactionContext())
                : Optional.empty();
    }

    private Map<Map<String, String>, Map<String, Object>> committed(Collection<Map<String, String>> partitions) {
        return context.offsetStorageReader().offsets(partitions);
    }

    /** The worker says that the record is in its topic, or, without metadata, that a transformation dropped it. */
    @Override
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

    @Override
    public List<SourceRecord> poll() throws InterruptedException {
        long waitMs;
        inUse.lock();
        try {
            List<SourceRecord> batch = isStopping() ? List.of() : readUnlessPaused();
            if (!batch.isEmpty() || !isStopping() && transactions.endIfOld()) {
                return batch;
            }
            waitMs = waitMs();
        } catch (ParquetException e) {
            throw new ConnectException(
                    "cannot send a file of " + settings.storage().url() + ": " + e.getMessage()
                            + ". Repair the file, move it away, leave it out by " + FindKeys.PATH_EXCLUDE
                            + ", or set " + FailureKeys.ON_BAD_FILE + " to skip or quarantine",
                    e);
        } finally {
            if (isStopping()) {
                closeFeed();
            }
            inUse.unlock();
        }
        return idle(waitMs);
    }

    private long waitMs() {
        boolean paced = feed != null && feed.isReading();
        return Math.max(storageTrouble.pauseMs(), paced ? feed.waitMs() : nextScanMs - clocks.steadyMs());
    }

    private List<SourceRecord> readUnlessPaused() {
        if (storageTrouble.pauseMs() > 0) {
            return List.of();
        }
        long nowMs = clocks.steadyMs();
        try {
            return read(nowMs);
        } catch (IOException e) {
            if (!isStopping()) {
                storageTrouble.failed(e);
            }
            nextScanMs = nowMs;
            return List.of();
        }
    }

    private List<SourceRecord> read(long nowMs) throws IOException {
        if (nowMs >= nextFinishMs) {
            feed.finish();
            nextFinishMs = nowMs + settings.find().scanIntervalMs();
        }
        if (nowMs >= nextScanMs && !feed.isReading()) {
            feed.refresh();
            nextScanMs = nowMs + settings.find().scanIntervalMs();
        }
        return feed.next();
    }

    private List<SourceRecord> idle(long wishedMs) throws InterruptedException {
        stopping.await(Math.max(1, Math.min(wishedMs, waitMsMax)), TimeUnit.MILLISECONDS);
        return null;
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    @Override
    public void stop() {
        stopping.countDown();
        if (core != null) {
            core.close();
        }
        if (inUse.tryLock()) {
            try {
                closeFeed();
            } finally {
                inUse.unlock();
            }
        }
    }

    private void closeFeed() {
        if (feed == null) {
            return;
        }
        try {
            feed.close();
        } catch (IOException e) {
            LOG.warn("Cannot close what was open in {}: {}", settings.storage().url(), e.toString());
        }
        feed = null;
    }
}
