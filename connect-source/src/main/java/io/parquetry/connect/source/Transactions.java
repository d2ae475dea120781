package io.parquetry.connect.source;

import io.parquetry.connect.source.config.TransactionSettings;
import io.parquetry.connect.source.config.TransactionUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.TransactionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says where transactions end, when the worker asks the connector: behind a file, a row group or a batch, and before they
 * become too large, or so old that the broker would abort them. Without a context it says nothing.
 */
final class Transactions {
    private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);

    private final TransactionSettings settings;
    private final Optional<TransactionContext> context;
    private final LongSupplier clockMs;
    private long records;
    private long begunMs;

    /** What was cut last: one warning is enough where a slow replay cuts the same file again and again. */
    private String cut = "";

    Transactions(TransactionSettings settings, Optional<TransactionContext> context, LongSupplier clockMs) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.context = Objects.requireNonNull(context, "context");
        this.clockMs = Objects.requireNonNull(clockMs, "clockMs");
    }

    /** Whether somebody wants to know. */
    boolean areOurs() {
        return context.isPresent();
    }

    TransactionUnit unit() {
        return settings.unit();
    }

    /**
     * Notes a record that is given to the worker.
     *
     * @param path of its file
     * @param endsUnit whether the unit ends with it
     */
    void sent(SourceRecord record, String path, boolean endsUnit) {
        if (context.isEmpty()) {
            return;
        }
        if (records == 0) {
            begunMs = clockMs.getAsLong();
        }
        records++;
        if (endsUnit) {
            end(record);
        } else if (records >= settings.recordsMax()) {
            noteCut(path, records + " records");
            end(record);
        } else if (isOld()) {
            noteCut(path, settings.msMax() + " ms");
            end(record);
        }
    }

    private void end(SourceRecord record) {
        context.orElseThrow().commitTransaction(record);
        records = 0;
    }

    /** Notes that the records up to here are given to the worker together. */
    void batchEnds() {
        if (records > 0 && settings.unit() == TransactionUnit.BATCH) {
            endBatch();
        }
    }

    /** Whether a transaction that waits for its other records has waited too long; if so, it ends with the next batch. */
    boolean endIfOld() {
        if (records == 0 || !isOld()) {
            return false;
        }
        noteCut("what was sent last", settings.msMax() + " ms");
        endBatch();
        return true;
    }

    private void endBatch() {
        context.ifPresent(TransactionContext::commitTransaction);
        records = 0;
    }

    private boolean isOld() {
        return clockMs.getAsLong() - begunMs >= settings.msMax();
    }

    private void noteCut(String path, String limit) {
        if (settings.unit() != TransactionUnit.BATCH && !path.equals(cut)) {
            cut = path;
            LOG.warn(
                    "The transaction with rows of {} ends after {}, before its {} does; readers may see a part of it."
                            + " Allow more records or a longer producer.override.transaction.timeout.ms, or choose a"
                            + " smaller unit",
                    path,
                    limit,
                    settings.unit() == TransactionUnit.FILE ? "file" : "row group");
        }
    }
}
