package io.parquetry.connect.source.send;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.config.DiscoverySettings.FileOrder;
import io.parquetry.connect.source.config.SendSettings.SendMode;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.convert.BadRowException;
import io.parquetry.connect.source.convert.BadRows;
import io.parquetry.connect.source.convert.RecordConverter;
import io.parquetry.connect.source.convert.TargetTopics;
import io.parquetry.connect.source.memory.OpenFileMemory;
import io.parquetry.connect.source.merge.ReadPlanner;
import io.parquetry.connect.source.merge.ReadableFile;
import io.parquetry.connect.source.merge.ReadableFileFactory;
import io.parquetry.connect.source.merge.StreamPlan;
import io.parquetry.connect.source.merge.StreamScheduler;
import io.parquetry.connect.source.metrics.Backlog;
import io.parquetry.connect.source.metrics.SourceMetric;
import io.parquetry.connect.source.metrics.SourceTaskMetrics;
import io.parquetry.connect.source.offset.DroppedPosition;
import io.parquetry.connect.source.offset.SentRecord;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.offset.SourceOffset;
import io.parquetry.connect.source.read.FileRows;
import io.parquetry.connect.source.tracking.FileTracker;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * The records of a task, batch after batch, as fast as the rate limits allow. After each scan, the streams after the
 * last one that was read come first, so that a stream that grows for ever does not delay the others.
 *
 * <p>A batch that a failure interrupts is returned as it is; the failure is thrown at the next call. The rows in a
 * returned batch are marked as sent, so that reading goes on after the last of them, whatever fails.
 */
final class RecordBatcher implements Closeable {
    private static final Log LOG = Log.of(RecordBatcher.class);

    /** A longer wait for the next record of a replay is logged. */
    private static final long LOGGED_WAIT_MS_MIN = 60_000;

    /** How often a task tries to open a file for which there was no memory. */
    private static final long MEMORY_WAIT_MS = 50;

    /** A batch is given after so long at the latest, so that the first record need not wait for the last one. */
    private static final long BATCH_MS_MAX = 1_000;

    /** Reading the clock for each record would cost more than a few of them. */
    private static final int RECORDS_PER_CLOCK = 64;

    private final SourceSettings settings;
    private final FileTracker tracker;
    private final ReadPlanner planner;
    private final TargetTopics targets;
    private final RecordConverter converter;
    private final BadRows badRows;
    private final TransactionBoundaries transactions;
    private final StorageHealth health;
    private final SourceTaskMetrics metrics;
    private final OpenFileMemory.Account memory;
    private final BooleanSupplier stopping;
    private final LongSupplier clockMs;
    private final long batchMsMax;

    private final SourceRecordSize sizes;
    private final long smallBytesMax;
    private final SourceRecordSize heapSizes;
    private final TextBytes textBytes = new TextBytes();
    private final RateLimiter limiter;
    private final boolean replays;
    private final StreamScheduler scheduler;
    private String loggedWait = "";
    private boolean backlogIsLogged;
    private int lastBatch;
    private long batchBeganMs;
    private Exception failure;

    /** Of the records of the last batch. */
    private List<SourceOffset> offsets = List.of();

    /** The size of the batch's records as they are sent. */
    private long batchBytes;

    /** The size of the batch's rows in their files. */
    private double fileBytes;

    /** The size of a row's texts, if it is more than a limit. One for all rows: one for each would slow the source. */
    private static final class TextBytes implements LongUnaryOperator {
        private final SourceRecordSize sizes = SourceRecordSize.ofTexts();
        private StoredRecord row;

        LongUnaryOperator of(StoredRecord measured) {
            row = measured;
            return this;
        }

        @Override
        public long applyAsLong(long limit) {
            return sizes.above(row, limit);
        }
    }

    RecordBatcher(
            SourceSettings settings,
            FileTracker tracker,
            ReadableFileFactory files,
            TransactionBoundaries transactions,
            TargetTopics targets,
            RateLimiter limiter,
            StorageHealth health,
            SourceTaskMetrics metrics,
            BooleanSupplier stopping) {
        this.settings = settings;
        this.tracker = tracker;
        this.planner = new ReadPlanner(settings, tracker::committedOffset);
        this.converter = new RecordConverter(settings.send(), targets);
        this.targets = targets;
        this.transactions = transactions;
        this.health = health;
        this.metrics = metrics;
        this.stopping = stopping;
        this.clockMs = files.clocks()::steadyMs;
        this.batchMsMax = Math.min(BATCH_MS_MAX, settings.discovery().scanIntervalMs());
        this.memory = files.memory();
        this.limiter = limiter;
        this.badRows = new BadRows(settings.failure().badRows(), targets);
        this.smallBytesMax = smallBytesMax(settings);
        this.sizes = SourceRecordSize.sent(smallBytesMax);
        this.heapSizes = SourceRecordSize.inMemory(
                settings.delivery().batchBytesMax() / settings.delivery().batchRecordsMax());
        this.replays = settings.delivery().rate().replays();
        this.scheduler =
                new StreamScheduler(files, replays ? Optional.of(this::replayTimeMs) : Optional.empty(), this::isDue);
    }

    /** A record of so many bytes is small: a batch of such records is not too large. */
    private static long smallBytesMax(SourceSettings settings) {
        return settings.delivery().rate().bytesPerSecond() > 0
                        || settings.failure().badRows().bytesMax() > 0
                ? 0
                : settings.delivery().batchBytesMax() / settings.delivery().batchRecordsMax();
    }

    /** Whether the batch is to be given as it is. */
    private boolean isDue() {
        return stopping.getAsBoolean() || clockMs.getAsLong() - batchBeganMs >= batchMsMax;
    }

    /** Whether a stream is being read, so that the next scan can wait. */
    boolean isReading() {
        return scheduler.isReading();
    }

    /** How long it is until the rate limits, or the memory of others, may allow the next record. */
    long waitMs() {
        return scheduler.waitsForMemory() ? Math.max(MEMORY_WAIT_MS, limiter.waitMs()) : limiter.waitMs();
    }

    /** Completes the files whose last offset is committed. */
    void completeFiles() {
        tracker.completeFiles();
    }

    /** Scans the storage, and plans what is sent next. */
    void scan() throws IOException {
        tracker.scan();
        health.listed();
        Backlog backlog = tracker.backlog();
        metrics.recordBacklog(backlog);
        metrics.recordBrokenLedgers(tracker.brokenLedgers());
        metrics.recordUnlistedDirectories(tracker.unlistedDirectories());
        metrics.recordMissingOffsets(tracker.missingOffsets());
        logFirst(backlog);
        List<StreamPlan> plans = planner.plan(tracker.unsentFiles());
        requireTargets(plans);
        scheduler.setPlans(failingLast(inTurn(plans)));
    }

    private void logFirst(Backlog backlog) {
        if (!backlogIsLogged) {
            backlogIsLogged = true;
            LOG.info(
                    "The first scan found {} files of this task, of which {} with {} bytes are to be sent",
                    backlog.filesFound(),
                    backlog.filesLeft(),
                    backlog.bytesLeft());
        }
    }

    /** Files that could not be read lately are tried again after all others, so that they do not delay them. */
    private List<StreamPlan> failingLast(List<StreamPlan> plans) {
        List<StreamPlan> sorted = new ArrayList<>(plans);
        sorted.sort(
                Comparator.comparing(plan -> plan.files().stream().anyMatch(file -> health.isFailing(file.path()))));
        return sorted;
    }

    /** Where all rows are restored, the names of their files say to which topics, before any of the rows is sent. */
    private void requireTargets(List<StreamPlan> plans) {
        if (settings.send().mode() == SendMode.RESTORE && badRows.failTask()) {
            plans.stream()
                    .flatMap(plan -> plan.files().get(0).stream().stream())
                    .sorted(Comparator.comparingInt(SinkStream::partition).reversed())
                    .flatMap(stream -> targets.refusalOf(stream.topic(), stream.partition()).stream())
                    .findFirst()
                    .ifPresent(refusal -> {
                        throw refusal;
                    });
        }
    }

    private List<StreamPlan> inTurn(List<StreamPlan> plans) {
        if (settings.discovery().order() != FileOrder.OFFSET) {
            return plans;
        }
        List<StreamPlan> rotated = new ArrayList<>(plans);
        int upToLast = (int) plans.stream()
                .filter(plan -> plan.name().compareTo(scheduler.lastStream()) <= 0)
                .count();
        Collections.rotate(rotated, -upToLast);
        return rotated;
    }

    /**
     * The next records. None when all rows that can be sent now were returned, or when none was found within the time
     * of a batch.
     */
    List<SourceRecord> next() throws IOException {
        throwFailure();
        batchBeganMs = clockMs.getAsLong();
        if (!transactions.areOurs()) {
            scheduler.makeWay();
        }
        List<SourceRecord> batch = new ArrayList<>(lastBatch);
        offsets = new ArrayList<>(lastBatch);
        fileBytes = 0;
        BatchBudget budget = new BatchBudget(
                settings.delivery().batchRecordsMax(),
                Math.min(settings.delivery().batchBytesMax(), BatchMemory.OF_WORKER.batchBytesMax()));
        batchBytes = 0;
        try {
            fill(batch, budget);
            if (scheduler.isDone()) {
                health.allSent();
            }
        } catch (IOException | RuntimeException e) {
            failure = e;
            abandonAfter(e);
            if (batch.isEmpty()) {
                throwFailure();
            }
        }
        scheduler.accountMemory();
        metrics.recordSent(batch.size(), batchBytes, fileBytes);
        recordMemory();
        transactions.endBatch();
        lastBatch = batch.size();
        return batch;
    }

    /** The offsets of the records that {@link #next} has returned last. */
    List<SourceOffset> offsets() {
        return offsets;
    }

    private void recordMemory() {
        memory.batchEnded();
        metrics.recordMemory(memory.ownBytes(), memory.allBytes(), memory.limitBytes(), memory.waits());
    }

    private void throwFailure() throws IOException {
        Exception thrown = failure;
        failure = null;
        if (thrown instanceof IOException e) {
            throw e;
        } else if (thrown instanceof RuntimeException e) {
            throw e;
        }
    }

    private void fill(List<SourceRecord> batch, BatchBudget budget) throws IOException {
        ReadableFile last = null;
        for (int rows = 1; !budget.isSpent() && !stopping.getAsBoolean() && limiter.tryNext(); rows++) {
            if (rows % RECORDS_PER_CLOCK == 0 && isDue()) {
                return;
            }
            ReadableFile file = scheduler.next();
            if (file == null) {
                return;
            }
            FileRows reader = file.reader();
            if (replays && !limiter.tryReplay(timestampMs(file))) {
                scheduler.putBack();
                logLongWait(reader);
                return;
            }
            StoredRecord row = reader.record();
            long bytes = sizes.of(row);
            SentRecord record = record(file, row, bytes);
            health.rowRead(file.path());
            if (record == null) {
                file.passOver();
                if (transactions.areOurs() && endsUnit(reader) && transactions.endUnit()) {
                    return;
                }
                continue;
            }
            file.markSent();
            if (file == last && transactions.goesOn()) {
                dropPosition(batch.get(batch.size() - 1));
            }
            last = file;
            batch.add(record);
            offsets.add(record.offset());
            if (bytes > smallBytesMax) {
                record.offset().measured(bytes);
            }
            targets.sending(record);
            batchBytes += bytes;
            budget.spend(heapSizes.of(row));
            fileBytes += reader.bytesPerRow();
            limiter.consume(bytes);
            if (transactions.areOurs()) {
                transactions.add(record, file.path(), endsUnit(reader));
            }
            if (targets.takeProbe()) {
                return;
            }
        }
    }

    /** Has a record carry a position that is to be dropped. Another record of its file follows in its transaction. */
    private void dropPosition(SourceRecord record) {
        if (record instanceof SentRecord sent) {
            Optional<DroppedPosition> dropped = tracker.nextDroppedPosition();
            if (dropped.isPresent()) {
                sent.carry(dropped.get());
            }
        }
    }

    /** The record of the current row; null when the row is passed over. */
    private SentRecord record(ReadableFile file, StoredRecord row, long bytes) {
        long number = file.reader().row();
        SourceOffset offset = file.offset();
        LongUnaryOperator bytesMin = textBytes.of(row);
        try {
            if (badRows.isTooLarge(bytes)) {
                throw badRows.tooLarge(file.path(), number, bytes);
            }
            SentRecord record = converter.convert(file.path(), number, row, offset);
            Optional<String> refusal = targets.refusal(record, bytesMin);
            if (refusal.isPresent()) {
                throw new BadRowException(file.path(), number, refusal.get(), null);
            }
            return record;
        } catch (BadRowException e) {
            SentRecord dead = badRows.replace(file.path(), number, row, bytes, bytesMin, offset, e)
                    .orElse(null);
            metrics.add(SourceMetric.ROWS_BAD, 1);
            return dead;
        }
    }

    /** Without it, a timestamp that is far in the future by mistake makes the task appear to hang. */
    private void logLongWait(FileRows reader) {
        if (limiter.waitMs() > LOGGED_WAIT_MS_MIN) {
            String row = "row " + reader.row() + " of " + reader.file().path();
            if (!row.equals(loggedWait)) {
                loggedWait = row;
                LOG.info("The next record to be replayed, {}, is due in {} s", row, limiter.waitMs() / 1_000);
            }
        }
    }

    private Long timestampMs(ReadableFile file) {
        try {
            return converter.timestampMs(
                    file.path(), file.reader().row(), file.reader().record());
        } catch (BadRowException e) {
            if (badRows.failTask()) {
                throw e;
            }
            // The row is replaced or passed over, at once.
            return null;
        }
    }

    /** A row without a timestamp comes before all others. */
    private long replayTimeMs(ReadableFile file) {
        Long timestampMs = timestampMs(file);
        return timestampMs == null ? Long.MIN_VALUE : timestampMs;
    }

    private boolean endsUnit(FileRows reader) {
        return switch (transactions.unit()) {
            case FILE -> scheduler.endsFiles();
            case ROW_GROUP -> reader.endsRowGroup();
            case BATCH -> false;
        };
    }

    /** A second failure must not lose the batch: the rows in it are marked as sent. */
    private void abandonAfter(Exception cause) {
        try {
            scheduler.abandon();
        } catch (IOException | RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            scheduler.close();
        } finally {
            memory.close();
        }
    }
}
