package io.parquetry.connect.source;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.FileOrder;
import io.parquetry.connect.source.config.SendMode;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.convert.RecordConverter;
import io.parquetry.connect.source.read.BatchBudget;
import io.parquetry.connect.source.read.Catalog;
import io.parquetry.connect.source.read.FileCursor;
import io.parquetry.connect.source.read.IncompleteFileException;
import io.parquetry.connect.source.read.RecordSize;
import io.parquetry.connect.source.read.StreamReader;
import io.parquetry.connect.source.read.StreamWork;
import io.parquetry.connect.source.topic.TargetTopics;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.kafka.connect.source.SourceRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records of a task, batch after batch. Streams take turns: one is sent as far as it goes, then comes the next by
 * name, and when it is time to look for files again, those that were found meanwhile.
 *
 * <p>A batch that trouble cuts short is given as it is; the trouble comes with the next one. What was given was noted
 * in the catalog, so that whatever fails, reading goes on behind the last record given.
 */
final class Feed implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Feed.class);

    private final SourceSettings settings;
    private final Storage storage;
    private final Catalog catalog;
    private final TargetTopics targets;
    private final RecordConverter converter;
    private final Transactions transactions;
    private final StorageTrouble storageTrouble;
    private final BooleanSupplier stopping;

    private final Deque<StreamWork> work = new ArrayDeque<>();
    private String lastStream = "";
    private StreamReader reader;
    private Exception trouble;

    Feed(
            SourceSettings settings,
            Storage storage,
            Catalog catalog,
            Transactions transactions,
            TargetTopics targets,
            StorageTrouble storageTrouble,
            BooleanSupplier stopping) {
        this.settings = settings;
        this.storage = storage;
        this.catalog = catalog;
        this.converter = new RecordConverter(settings.send(), targets);
        this.targets = targets;
        this.transactions = transactions;
        this.storageTrouble = storageTrouble;
        this.stopping = stopping;
    }

    /** Whether a stream is being read, so that a look for files can wait. */
    boolean isReading() {
        return reader != null;
    }

    /** Does what is to be done with files that were sent for good. */
    void finish() {
        catalog.finish();
    }

    /** Looks for files. */
    void refresh() throws IOException {
        catalog.refresh();
        storageTrouble.listed();
        work.clear();
        List<StreamWork> found = catalog.work();
        requireTargets(found);
        work.addAll(healthyFirst(inTurn(found)));
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
                .filter(candidate -> candidate.name().compareTo(lastStream) <= 0)
                .count();
        Collections.rotate(turned, -behind);
        return turned;
    }

    /** The next records; none when all that can be sent now was given. */
    List<SourceRecord> next() throws IOException {
        throwTrouble();
        List<SourceRecord> batch = new ArrayList<>();
        BatchBudget budget = new BatchBudget(
                settings.read().batchRecordsMax(), settings.read().batchBytesMax());
        try {
            while (!budget.isSpent() && !stopping.getAsBoolean() && (reader != null || nextStream())) {
                fill(batch, budget);
            }
            if (reader == null && work.isEmpty()) {
                storageTrouble.allSent();
            }
        } catch (IOException | RuntimeException e) {
            trouble = e;
            giveUpStreamAfter(e);
            if (batch.isEmpty()) {
                throwTrouble();
            }
        }
        transactions.batchEnds();
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

    private boolean nextStream() {
        StreamWork next = work.poll();
        if (next == null) {
            return false;
        }
        lastStream = next.name();
        reader = new StreamReader(next, catalog);
        return true;
    }

    private void fill(List<SourceRecord> batch, BatchBudget budget) throws IOException {
        try {
            while (!budget.isSpent() && !stopping.getAsBoolean()) {
                if (!reader.next()) {
                    giveUpStream();
                    return;
                }
                FileCursor cursor = reader.current();
                StoredRecord row = cursor.record();
                SourceRecord record = converter.convert(cursor.file().path(), cursor.row(), row, cursor::give);
                batch.add(record);
                storageTrouble.read(cursor.file().path());
                budget.spend(RecordSize.of(row));
                if (transactions.areOurs()) {
                    transactions.sent(record, cursor.file().path(), endsUnit(cursor));
                }
            }
        } catch (IncompleteFileException e) {
            LOG.info("{}; the next look will tell whether it is whole", e.getMessage());
            giveUpStream();
        } catch (NoSuchFileException e) {
            LOG.info("{} has vanished before all of it was sent", e.getMessage());
            giveUpStream();
        }
    }

    private boolean endsUnit(FileCursor cursor) {
        return switch (transactions.unit()) {
            case FILE -> reader.isBetweenFiles();
            case ROW_GROUP -> cursor.endsRowGroup();
            case BATCH -> false;
        };
    }

    private void giveUpStream() throws IOException {
        if (reader != null) {
            StreamReader done = reader;
            reader = null;
            done.close();
        }
    }

    /** Whatever fails now must not take the batch with it: its records are noted as given. */
    private void giveUpStreamAfter(Exception cause) {
        try {
            giveUpStream();
        } catch (IOException | RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public void close() throws IOException {
        try (storage;
                targets) {
            giveUpStream();
        }
    }
}
