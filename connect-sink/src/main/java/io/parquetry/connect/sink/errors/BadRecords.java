package io.parquetry.connect.sink.errors;

import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.sink.config.ErrorSettings.OnBadRecord;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The bad records of one topic-partition. Depending on {@code on.bad.record} they are reported (to a dead letter
 * queue), skipped and counted, or the first one fails the task. {@link #await} must return before the offsets of
 * reported records are committed.
 *
 * <p>A record that was reported stays a bad one when it is read again after a failure of the storage. Otherwise it
 * would be stored as well where what refused it has changed since: the schemas before it, a table's columns, or the
 * clock.
 */
public final class BadRecords {
    private static final int PENDING_MAX = 1_000;

    private static final Log LOG = Log.of(BadRecords.class);
    private static final long SKIPS_BETWEEN_MESSAGES = 1_000;

    private final OnBadRecord policy;
    private final Optional<DeadLetters> deadLetters;
    private final SinkTaskMetrics metrics;
    private long skipped;
    private final List<Pending> pending = new ArrayList<>();

    /** The offsets of reported records that may be read again. */
    private OffsetSet reported = OffsetSet.from(0);

    private record Pending(long offset, DeadLetters.Report report) {}

    public BadRecords(OnBadRecord policy, Optional<DeadLetters> deadLetters, SinkTaskMetrics metrics) {
        this.policy = policy;
        this.deadLetters = deadLetters;
        this.metrics = metrics;
    }

    /**
     * Handles a record that cannot be stored.
     *
     * @param reason its message names the field that is the cause, if there is one
     * @throws ConnectException when the record is neither reported nor skipped
     */
    public void add(SinkRecord record, RuntimeException reason) {
        ConnectException failure = new ConnectException(
                "cannot store the record of " + place(record) + ": " + reason.getMessage(), reason);
        switch (policy) {
            case FAIL -> throw failure;
            case SKIP -> skip(failure);
            case REPORT -> report(record, failure);
        }
        metrics.add(SinkMetric.BAD_RECORDS, 1);
    }

    private void skip(ConnectException failure) {
        metrics.add(SinkMetric.SKIPPED_RECORDS, 1);
        if (skipped++ % SKIPS_BETWEEN_MESSAGES == 0) {
            LOG.warn(
                    "{}; it is skipped because of on.bad.record=skip, and is number {} of its partition. One in {} is"
                            + " logged",
                    failure.getMessage(),
                    skipped,
                    SKIPS_BETWEEN_MESSAGES);
        }
    }

    private void report(SinkRecord record, ConnectException failure) {
        if (deadLetters.isEmpty()) {
            throw failure;
        }
        if (pending.size() >= PENDING_MAX) {
            await();
        }
        long offset = record.originalKafkaOffset();
        pending.add(new Pending(offset, deadLetters.get().report(record, failure)));
        remember(offset);
    }

    private void remember(long offset) {
        if (reported.isEmpty()
                || Math.max(offset, reported.last()) - Math.min(offset, reported.base()) > OffsetSet.DISTANCE_MAX) {
            reported = OffsetSet.from(offset);
        } else if (offset < reported.base()) {
            reported = OffsetSet.union(offset, List.of(reported));
        }
        reported.add(offset);
    }

    /** Whether the record with this offset was reported, and is not to be stored. */
    public boolean isReported(long offset) {
        return reported.contains(offset);
    }

    /** Records below the offset are not read again. */
    public void settledUntil(long offset) {
        if (offset > reported.base() && !reported.isEmpty()) {
            reported = OffsetSet.union(offset, List.of(reported));
        }
    }

    /** Topic, partition and offset of a record in Kafka. */
    public static String place(SinkRecord record) {
        return "topic " + record.originalTopic() + ", partition " + record.originalKafkaPartition() + ", offset "
                + record.originalKafkaOffset();
    }

    /** Waits until all reported records have reached the reporter's destination. */
    public void await() {
        for (Pending reported : pending) {
            try {
                deadLetters.orElseThrow().await(reported.report());
            } catch (ExecutionException e) {
                throw new ConnectException(
                        "the bad record with offset " + reported.offset() + " could not be reported: "
                                + e.getCause().getMessage(),
                        e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ConnectException(
                        "interrupted while the bad record with offset " + reported.offset() + " was being reported", e);
            }
        }
        pending.clear();
    }

    /** Forgets what was reported: the records are another owner's now, or others have their offsets. */
    public void forget() {
        pending.clear();
        reported = OffsetSet.from(0);
    }
}
