package io.parquetry.connect.source;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.complete.SentRecord;
import io.parquetry.connect.source.config.FindKeys;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.config.TaskShare;
import io.parquetry.connect.source.discover.Scanner;
import io.parquetry.connect.source.read.Catalog;
import io.parquetry.connect.source.read.Clocks;
import io.parquetry.connect.source.read.Positions;
import io.parquetry.format.ParquetException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.apache.kafka.connect.source.TransactionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the rows of its share of the files, each with the position behind it. Trouble of the storage is tried again, ever
 * more slowly; what is wrong with a file fails the task.
 */
public final class ParquetSourceTask extends SourceTask {
    private static final Logger LOG = LoggerFactory.getLogger(ParquetSourceTask.class);

    /** The framework stops a task between two polls, so that none may wait for long. */
    private static final long WAIT_MS_MAX = 200;

    private static final long RETRY_MS_LEAST = 100;
    private static final long RETRY_MS_MOST = 30_000;

    private final Clocks clocks;
    private final Function<StorageSettings, Storage> storages;
    private final long waitMsMax;

    /** Held while the feed is used; whoever stops the task closes the feed, or leaves it to the one who holds this. */
    private final ReentrantLock inUse = new ReentrantLock();

    private final CountDownLatch stopping = new CountDownLatch(1);
    private SourceSettings settings;
    private Transactions transactions;
    private Feed feed;
    private long nextScanMs;
    private long nextFinishMs;
    private long nextTryMs;
    private int failures;

    /** For the framework. */
    public ParquetSourceTask() {
        this(Clocks.SYSTEM, Storages::open, WAIT_MS_MAX);
    }

    ParquetSourceTask(Clocks clocks, Function<StorageSettings, Storage> storages, long waitMsMax) {
        this.clocks = clocks;
        this.storages = storages;
        this.waitMsMax = waitMsMax;
    }

    @Override
    public String version() {
        return Version.TEXT;
    }

    @Override
    public void start(Map<String, String> config) {
        settings = SourceSettings.of(config);
        TaskShare share = TaskShare.fromMap(config);
        Storage storage = storages.apply(settings.storage());
        Catalog catalog = new Catalog(
                settings, storage, new Scanner(storage, settings, share), new Positions(this::committed), clocks);
        transactions = new Transactions(settings.transaction(), transactionContext(), clocks::steadyMs);
        feed = new Feed(settings, storage, catalog, transactions, this::isStopping);
        nextScanMs = clocks.steadyMs();
        nextFinishMs = nextScanMs;
        nextTryMs = nextScanMs;
        LOG.info(
                "Task {} of {} reads {} in {}",
                share.index() + 1,
                share.count(),
                settings.find().include(),
                storage.url());
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
            }
        }
    }

    @Override
    public List<SourceRecord> poll() throws InterruptedException {
        long nowMs = clocks.steadyMs();
        if (nowMs < nextTryMs) {
            return idle(nextTryMs - nowMs);
        }
        inUse.lock();
        try {
            List<SourceRecord> batch = isStopping() ? List.of() : read(nowMs);
            if (!batch.isEmpty() || !isStopping() && transactions.endIfOld()) {
                return batch;
            }
        } catch (IOException e) {
            throw later(e, nowMs);
        } catch (ParquetException e) {
            throw new ConnectException(
                    "cannot send a file of " + settings.storage().url() + ": " + e.getMessage()
                            + ". Repair the file, move it away, or leave it out by " + FindKeys.PATH_EXCLUDE,
                    e);
        } finally {
            if (isStopping()) {
                closeFeed();
            }
            inUse.unlock();
        }
        return idle(nextScanMs - nowMs);
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
        List<SourceRecord> batch = feed.next();
        failures = 0;
        return batch;
    }

    /** The framework polls again at once after this, so the pause is ours to make. */
    private RetriableException later(IOException trouble, long nowMs) {
        long pauseMs = Math.min(RETRY_MS_MOST, RETRY_MS_LEAST << Math.min(failures, 20));
        failures++;
        nextTryMs = nowMs + pauseMs;
        nextScanMs = nextTryMs;
        return new RetriableException(
                "cannot read from " + settings.storage().url() + ": " + trouble + "; trying again in " + pauseMs
                        + " ms",
                trouble);
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
