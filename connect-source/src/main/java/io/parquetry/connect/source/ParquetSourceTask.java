package io.parquetry.connect.source;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.FindKeys;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.config.TaskShare;
import io.parquetry.connect.source.discover.Scanner;
import io.parquetry.connect.source.offset.SourcePartition;
import io.parquetry.connect.source.offset.SourcePosition;
import io.parquetry.connect.source.read.Catalog;
import io.parquetry.format.ParquetException;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
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

    private final LongSupplier clockMs;
    private final Function<StorageSettings, Storage> storages;
    private final long waitMsMax;

    /** Held while the feed is used; whoever stops the task closes the feed, or leaves it to the one who holds this. */
    private final ReentrantLock inUse = new ReentrantLock();

    private final CountDownLatch stopping = new CountDownLatch(1);
    private SourceSettings settings;
    private Feed feed;
    private long nextScanMs;
    private long nextTryMs;
    private int failures;

    /** For the framework. */
    public ParquetSourceTask() {
        this(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()), Storages::open, WAIT_MS_MAX);
    }

    ParquetSourceTask(LongSupplier clockMs, Function<StorageSettings, Storage> storages, long waitMsMax) {
        this.clockMs = clockMs;
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
        Scanner scanner = new Scanner(storage, settings.find(), share);
        Catalog catalog = new Catalog(settings, storage, scanner, this::committed, clockMs);
        feed = new Feed(settings, storage, catalog, () -> stopping.getCount() == 0);
        nextScanMs = clockMs.getAsLong();
        nextTryMs = nextScanMs;
        LOG.info(
                "Task {} of {} reads {} in {}",
                share.index() + 1,
                share.count(),
                settings.find().scanDirectory().isEmpty()
                        ? "all files"
                        : settings.find().scanDirectory(),
                storage.url());
    }

    private Map<String, SourcePosition> committed(Collection<String> paths) {
        List<Map<String, String>> partitions =
                paths.stream().map(SourcePartition::toMap).toList();
        Map<String, SourcePosition> positions = new HashMap<>();
        context.offsetStorageReader().offsets(partitions).forEach((partition, offset) -> {
            if (offset != null) {
                positions.put(SourcePartition.fromMap(partition), SourcePosition.fromMap(offset));
            }
        });
        return positions;
    }

    @Override
    public List<SourceRecord> poll() throws InterruptedException {
        long nowMs = clockMs.getAsLong();
        if (nowMs < nextTryMs) {
            return idle(nextTryMs - nowMs);
        }
        inUse.lock();
        try {
            List<SourceRecord> batch = isStopping() ? List.of() : read(nowMs);
            if (!batch.isEmpty()) {
                return batch;
            }
        } catch (IOException e) {
            throw later(e, nowMs);
        } catch (ParquetException e) {
            throw new ConnectException(
                    "cannot send a file of " + settings.storage().url() + ": " + e.getMessage()
                            + ". Repair the file, move it away, or exclude it by " + FindKeys.FILE_PATTERN,
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
