package io.parquetry.connect.source;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.FileOrder;
import io.parquetry.connect.source.config.SendMode;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.convert.RecordConverter;
import io.parquetry.connect.source.metrics.Backlog;
import io.parquetry.connect.source.metrics.SourceTaskMetrics;
import io.parquetry.connect.source.offset.Stream;
import io.parquetry.connect.source.rate.RateLimiter;
import io.parquetry.connect.source.read.BatchBudget;
import io.parquetry.connect.source.read.FileCursor;
import io.parquetry.connect.source.read.FileTracker;
import io.parquetry.connect.source.read.SourceRecordSize;
import io.parquetry.connect.source.read.StreamScheduler;
import io.parquetry.connect.source.read.StreamWork;
import io.parquetry.connect.source.topic.TargetTopics;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.kafka.connect.source.SourceRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records of a task, batch after batch, as fast as the pace allows. Streams take turns: one is sent as far as it
 * goes, then comes the next by name, and when it is time to look for files again, those that were found meanwhile. Where
 * the records' times set the pace, streams go side by side.
 *
 * <p>A batch that trouble cuts short is given as it is; the trouble comes with the next one. What was given was noted
 * in the catalog, so that whatever fails, reading goes on behind the last record given.
 */
final class RecordBatcher implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(RecordBatcher.class);

    private static final long ANNOUNCED_MS_LEAST = 60_000;

    private final SourceSettings settings;
    private final Storage storage;
    private final FileTracker catalog;
    private final TargetTopics targets;
    private final RecordConverter converter;
    private final Transactions transactions;
    private final StorageFailure storageTrouble;
    private final SourceTaskMetrics figures;
    private final BooleanSupplier stopping;

    private final SourceRecordSize sizes;
    private final RateLimiter pace;
    private final boolean replays;
    private final StreamScheduler lanes;
    private String announced = "";
    private boolean backlogIsAnnounced;
    private int lastBatch;
    private Exception trouble;

    /** What the rows of a batch take in their files. */
    private double fileBytes;

    RecordBatcher(
            SourceSettings settings,
            Storage storage,
            FileTracker catalog,
            Transactions transactions,
            TargetTopics targets,
            RateLimiter pace,
            StorageFailure storageTrouble,
            SourceTaskMetrics figures,
            BooleanSupplier stopping) {
        this.settings = settings;
        this.storage = storage;
        this.catalog = catalog;
        this.converter = new RecordConverter(settings.send(), targets);
        this.targets = targets;
        this.transactions = transactions;
        this.storageTrouble = storageTrouble;
        this.figures = figures;
        this.stopping = stopping;
        this.pace = pace;
        this.sizes = new SourceRecordSize(smallBytesMax(settings));
        this.replays = settings.pace().replays();
        this.lanes = new StreamScheduler(catalog, replays ? Optional.of(this::orderMs) : Optional.empty());
    }

    /** So many bytes a record may have without a batch of such records being too large. */
    private static long smallBytesMax(SourceSettings settings) {
        return settings.pace().bytesPerSecond() > 0
                ? 0
                : settings.read().batchBytesMax() / settings.read().batchRecordsMax();
    }

    /** Whether a stream is being read, so that a look for files can wait. */
    boolean isReading() {
        return lanes.isReading();
    }

    /** How long it is until the next record of what is being read may go. */
    long waitMs() {
        return pace.waitMs();
    }

    /** Does what is to be done with files that were sent for good. */
    void finish() {
        catalog.finish();
    }

    /** Looks for files. */
    void refresh() throws IOException {
        catalog.refresh();
        storageTrouble.listed();
        Backlog backlog = catalog.backlog();
        figures.recordBacklog(backlog);
        announce(backlog);
        List<StreamWork> found = catalog.work();
        requireTargets(found);
        lanes.take(healthyFirst(inTurn(found)));
    }

    /** Once, what the task has before it. */
    private void announce(Backlog backlog) {
        if (!backlogIsAnnounced) {
            backlogIsAnnounced = true;
            LOG.info(
                    "The first look shows {} files of this task, of which {} with {} bytes are to be sent",
                    backlog.filesFound(),
                    backlog.filesLeft(),
                    backlog.bytesLeft());
        }
    }

    /** What could not be read lately is tried again after everything else, so that it holds up nothing. */
    private List<StreamWork> healthyFirst(List<StreamWork> found) {
        List<StreamWork> sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparing(
                stream -> stream.files().stream().anyMatch(file -> storageTrouble.isWith(file.path()))));
        return sorted;
    }

    /** Where all rows are records that come back, the names of their files tell where to, before any of them is sent. */
    private void requireTargets(List<StreamWork> found) {
        if (settings.send().mode() == SendMode.RESTORE) {
            found.stream()
                    .flatMap(stream -> stream.files().get(0).stream().stream())
                    .sorted(Comparator.comparingInt(Stream::partition).reversed())
                    .forEach(stream -> targets.require(stream.topic(), stream.partition()));
        }
    }

    /** Streams may grow for ever, so after each look it is the turn of those behind the last one. */
    private List<StreamWork> inTurn(List<StreamWork> found) {
        if (settings.order().order() != FileOrder.OFFSET) {
            return found;
        }
        List<StreamWork> turned = new ArrayList<>(found);
        int behind = (int) found.stream()
                .filter(candidate -> candidate.name().compareTo(lanes.lastStream()) <= 0)
                .count();
        Collections.rotate(turned, -behind);
        return turned;
    }

    /** The next records; none when all that can be sent now was given. */
    List<SourceRecord> next() throws IOException {
        throwTrouble();
        List<SourceRecord> batch = new ArrayList<>(lastBatch);
        fileBytes = 0;
        BatchBudget budget = new BatchBudget(
                settings.read().batchRecordsMax(), settings.read().batchBytesMax());
        try {
            fill(batch, budget);
            if (lanes.isDone()) {
                storageTrouble.allSent();
            }
        } catch (IOException | RuntimeException e) {
            trouble = e;
            giveUpAfter(e);
            if (batch.isEmpty()) {
                throwTrouble();
            }
        }
        figures.recordSent(batch.size(), budget.bytes(), fileBytes);
        transactions.batchEnds();
        lastBatch = batch.size();
        return batch;
    }

    private void throwTrouble() throws IOException {
        Exception now = trouble;
        trouble = null;
        if (now instanceof IOException e) {
            throw e;
        } else if (now instanceof RuntimeException e) {
            throw e;
        }
    }

    private void fill(List<SourceRecord> batch, BatchBudget budget) throws IOException {
        while (!budget.isSpent() && !stopping.getAsBoolean() && pace.tryNext() && lanes.next()) {
            FileCursor cursor = lanes.current();
            if (replays && !pace.tryReplay(timeMs(cursor))) {
                lanes.putOff();
                announceLongWait(cursor);
                return;
            }
            StoredRecord row = cursor.record();
            SourceRecord record = converter.convert(cursor.file().path(), cursor.row(), row, cursor.offset());
            cursor.markSent();
            batch.add(record);
            storageTrouble.read(cursor.file().path());
            long bytes = sizes.of(row);
            budget.spend(bytes);
            fileBytes += cursor.bytesPerRow();
            pace.consume(bytes);
            if (transactions.areOurs()) {
                transactions.sent(record, cursor.file().path(), endsUnit(cursor));
            }
            if (targets.takeProbe()) {
                return;
            }
        }
    }

    /** A timestamp that is far ahead by mistake would otherwise look like a task that hangs. */
    private void announceLongWait(FileCursor cursor) {
        if (pace.waitMs() > ANNOUNCED_MS_LEAST) {
            String row = "row " + cursor.row() + " of " + cursor.file().path();
            if (!row.equals(announced)) {
                announced = row;
                LOG.info("The next record to be replayed, {}, is due in {} s", row, pace.waitMs() / 1_000);
            }
        }
    }

    private Long timeMs(FileCursor cursor) {
        return converter.timestampMs(cursor.file().path(), cursor.row(), cursor.record());
    }

    /** A row that has no time comes before all others. */
    private long orderMs(FileCursor cursor) {
        Long timeMs = timeMs(cursor);
        return timeMs == null ? Long.MIN_VALUE : timeMs;
    }

    private boolean endsUnit(FileCursor cursor) {
        return switch (transactions.unit()) {
            case FILE -> lanes.isBetweenFiles();
            case ROW_GROUP -> cursor.endsRowGroup();
            case BATCH -> false;
        };
    }

    /** Whatever fails now must not take the batch with it: its records are noted as given. */
    private void giveUpAfter(Exception cause) {
        try {
            lanes.giveUp();
        } catch (IOException | RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public void close() throws IOException {
        try (storage;
                targets) {
            lanes.close();
        }
    }
}
