package io.parquetry.connect.source;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.config.DeliverySettings.TransactionSettings;
import io.parquetry.connect.source.config.DeliverySettings.TransactionUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.TransactionContext;

/**
 * Commits transactions where the worker leaves that to the connector: after a file, a row group or a batch, and before
 * they have too many records, or are so old that the broker would abort them. Without a context nothing is committed
 * here.
 */
final class TransactionBoundaries {
    private static final Log LOG = Log.of(TransactionBoundaries.class);

    private final TransactionSettings settings;
    private final Optional<TransactionContext> context;
    private final LongSupplier clockMs;
    private long records;
    private long begunMs;

    /** The file whose transaction was committed early last: one warning is enough for many parts of a file. */
    private String lastSplit = "";

    TransactionBoundaries(TransactionSettings settings, Optional<TransactionContext> context, LongSupplier clockMs) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.context = Objects.requireNonNull(context, "context");
        this.clockMs = Objects.requireNonNull(clockMs, "clockMs");
    }

    /** Whether the connector commits the transactions. */
    boolean areOurs() {
        return context.isPresent();
    }

    TransactionUnit unit() {
        return settings.unit();
    }

    /**
     * Takes a record that is added to the batch.
     *
     * @param path of its file
     * @param endsUnit whether it is the last one of its unit
     */
    void add(SourceRecord record, String path, boolean endsUnit) {
        if (context.isEmpty()) {
            return;
        }
        if (records == 0) {
            begunMs = clockMs.getAsLong();
        }
        records++;
        if (endsUnit) {
            commitAfter(record);
        } else if (records >= settings.recordsMax()) {
            warnOfSplit(path, records + " records");
            commitAfter(record);
        } else if (isOld()) {
            warnOfSplit(path, settings.msMax() + " ms");
            commitAfter(record);
        }
    }

    private void commitAfter(SourceRecord record) {
        context.orElseThrow().commitTransaction(record);
        records = 0;
    }

    /** Notes that the batch is complete. */
    void endBatch() {
        if (records > 0 && settings.unit() == TransactionUnit.BATCH) {
            commitAfterBatch();
        }
    }

    /**
     * Commits a transaction that has waited too long for its other records. The worker does so with the next batch,
     * which may be empty.
     *
     * @return whether there is such a transaction
     */
    boolean commitIfOld() {
        if (records == 0 || !isOld()) {
            return false;
        }
        warnOfSplit("the last batch", settings.msMax() + " ms");
        commitAfterBatch();
        return true;
    }

    private void commitAfterBatch() {
        context.ifPresent(TransactionContext::commitTransaction);
        records = 0;
    }

    private boolean isOld() {
        return clockMs.getAsLong() - begunMs >= settings.msMax();
    }

    private void warnOfSplit(String path, String limit) {
        if (settings.unit() != TransactionUnit.BATCH && !path.equals(lastSplit)) {
            lastSplit = path;
            LOG.warn(
                    "The transaction with rows of {} is committed after {}, before the end of its {}; consumers may see"
                            + " a part of it. Allow more records or a longer"
                            + " producer.override.transaction.timeout.ms, or choose a smaller unit",
                    path,
                    limit,
                    settings.unit() == TransactionUnit.FILE ? "file" : "row group");
        }
    }
}
