package io.parquetry.connect.source;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.convert.RecordConverter;
import io.parquetry.connect.source.offset.SourcePosition;
import io.parquetry.connect.source.read.BatchBudget;
import io.parquetry.connect.source.read.Catalog;
import io.parquetry.connect.source.read.FileCursor;
import io.parquetry.connect.source.read.IncompleteFileException;
import io.parquetry.connect.source.read.RecordSize;
import io.parquetry.connect.source.read.StreamReader;
import io.parquetry.connect.source.read.StreamWork;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
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
    private final RecordConverter converter;
    private final BooleanSupplier stopping;

    private List<StreamWork> work = List.of();
    private String lastStream = "";
    private StreamReader reader;
    private Exception trouble;

    Feed(SourceSettings settings, Storage storage, Catalog catalog, BooleanSupplier stopping) {
        this.settings = settings;
        this.storage = storage;
        this.catalog = catalog;
        this.converter = new RecordConverter(settings.send());
        this.stopping = stopping;
    }

    /** Whether a stream is being read, so that a look for files can wait. */
    boolean isReading() {
        return reader != null;
    }

    /** Looks for files. */
    void refresh() throws IOException {
        catalog.refresh();
        work = catalog.work();
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
        } catch (IOException | RuntimeException e) {
            trouble = e;
            giveUpStreamAfter(e);
            if (batch.isEmpty()) {
                throwTrouble();
            }
        }
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
        StreamWork next = null;
        for (StreamWork candidate : work) {
            if (candidate.name().compareTo(lastStream) > 0) {
                next = candidate;
                break;
            }
        }
        if (next == null) {
            lastStream = "";
            if (work.isEmpty()) {
                return false;
            }
            next = work.get(0);
        }
        StreamWork taken = next;
        work = work.stream().filter(other -> other != taken).toList();
        lastStream = taken.name();
        reader = new StreamReader(taken, file -> catalog.open(storage, file));
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
                SourcePosition after = cursor.position();
                batch.add(converter.convert(cursor.file(), after, cursor.record()));
                budget.spend(RecordSize.of(cursor.record()));
                catalog.advance(cursor.file(), after);
            }
        } catch (IncompleteFileException e) {
            LOG.info("{}; the next look will tell whether it is whole", e.getMessage());
            giveUpStream();
        }
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
        try (storage) {
            giveUpStream();
        }
    }
}
