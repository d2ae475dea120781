package io.parquetry.connect.source.send;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.DeliverySettings.TransactionSettings;
import io.parquetry.connect.source.config.DeliverySettings.TransactionUnit;
import io.parquetry.connect.source.errors.TaskId;
import io.parquetry.connect.source.offset.SentRecord;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
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

    /** Younger transactions fail for other reasons: a shorter timeout makes no sense. */
    private static final long LEARNED_AGE_MS_MIN = 5_000;

    /**
     * How long transactions of a task may stay open after an older one failed. A worker does not tell a task the
     * transaction timeout of its producer, and a transaction that the broker aborts fails the task; so the next task of
     * the name in this worker knows it from here.
     */
    private static final Map<TaskId, Long> LEARNED = new ConcurrentHashMap<>();

    private final TaskId task;
    private final TransactionSettings settings;
    private final Optional<TransactionContext> context;
    private final LongSupplier clockMs;
    private final long msMax;
    private long records;
    private long begunMs;

    /** The record that was added last. */
    private SourceRecord last;

    /** The last record of the oldest transaction whose commit the worker has not confirmed, and its begin. */
    private SourceRecord unconfirmed;

    private long unconfirmedBegunMs;

    /** The file whose transaction was committed early last: one warning is enough for many parts of a file. */
    private String lastSplit = "";

    /** @param task names the task in this worker, before and after restarts */
    TransactionBoundaries(
            TransactionSettings settings, Optional<TransactionContext> context, LongSupplier clockMs, TaskId task) {
        this.task = Objects.requireNonNull(task, "task");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.context = Objects.requireNonNull(context, "context");
        this.clockMs = Objects.requireNonNull(clockMs, "clockMs");
        this.msMax = settings.timeoutIsKnown()
                ? settings.msMax()
                : Math.min(settings.msMax(), LEARNED.getOrDefault(task, Long.MAX_VALUE));
    }

    /** Whether the connector commits the transactions. */
    boolean areOurs() {
        return context.isPresent();
    }

    /** Whether the brokers confirm the records of a poll before the next, and not when a longer transaction ends. */
    boolean endWithPoll() {
        return context.isEmpty() && !settings.isByInterval();
    }

    /** Whether the next record is in one transaction with the last one, as far as the connector decides. */
    boolean goesOn() {
        return context.isEmpty() || records > 0;
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
        last = record;
        if (endsUnit) {
            commitAfter(record);
        } else if (records >= settings.recordsMax()) {
            warnOfSplit(path, records + " records");
            commitAfter(record);
        } else if (isOld()) {
            warnOfSplit(path, msMax + " ms");
            commitAfter(record);
        }
    }

    private void expectCommit() {
        if (!(unconfirmed instanceof SentRecord sent) || sent.offset().isAnswered()) {
            unconfirmed = last;
            unconfirmedBegunMs = begunMs;
        }
        records = 0;
    }

    /**
     * The task stops. If that is because a transaction failed, the next task commits earlier: the worker had not sent
     * the last batch to its end, or not confirmed a commit.
     */
    void stop() {
        if (context.isEmpty() || settings.timeoutIsKnown()) {
            return;
        }
        long ageMs = 0;
        if (unconfirmed instanceof SentRecord sent && !sent.offset().isAnswered()) {
            ageMs = clockMs.getAsLong() - unconfirmedBegunMs;
        } else if (records > 0
                && last instanceof SentRecord sent
                && !sent.offset().isTaken()) {
            ageMs = clockMs.getAsLong() - begunMs;
        }
        if (ageMs >= LEARNED_AGE_MS_MIN) {
            long nextMs = Math.min(ageMs, msMax) / 2;
            LEARNED.put(task, nextMs);
            LOG.warn(
                    "A transaction failed {} ms after its begin. The producer may have a transaction timeout shorter"
                            + " than the {} ms that are assumed. The next task in this worker commits after {} ms;"
                            + " set {} to the timeout that the brokers allow",
                    ageMs,
                    settings.msMax() * 2,
                    nextMs,
                    DeliverySettings.TRANSACTION_TIMEOUT_MS);
        }
    }

    /**
     * Ends the unit of a transaction whose last row is not sent, with the batch.
     *
     * @return whether there is a transaction to commit
     */
    boolean endUnit() {
        if (records == 0) {
            return false;
        }
        commitAfterBatch();
        return true;
    }

    private void commitAfter(SourceRecord record) {
        context.orElseThrow().commitTransaction(record);
        expectCommit();
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
        warnOfSplit("the last batch", msMax + " ms");
        commitAfterBatch();
        return true;
    }

    private void commitAfterBatch() {
        context.ifPresent(TransactionContext::commitTransaction);
        expectCommit();
    }

    private boolean isOld() {
        return clockMs.getAsLong() - begunMs >= msMax;
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
