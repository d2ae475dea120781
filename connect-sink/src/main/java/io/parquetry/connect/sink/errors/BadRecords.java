package io.parquetry.connect.sink.errors;

import io.parquetry.connect.sink.config.ErrorSettings.OnBadRecord;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bad records of one topic-partition. Where they are reported (a dead letter queue, tolerance of errors) they are
 * handed over, and {@link #await} must return before their offsets count as settled; where they are skipped they are
 * counted; else the first ends the task.
 */
public final class BadRecords {
    private static final int PENDING_MAX = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(BadRecords.class);
    private static final long SKIPS_BETWEEN_MESSAGES = 1_000;

    private final OnBadRecord policy;
    private final Optional<ErrantRecordReporter> reporter;
    private final SinkTaskMetrics figures;
    private long skipped;
    private final List<Pending> pending = new ArrayList<>();

    private record Pending(long offset, Future<Void> reported) {}

    public BadRecords(OnBadRecord policy, Optional<ErrantRecordReporter> reporter, SinkTaskMetrics figures) {
        this.policy = policy;
        this.reporter = reporter;
        this.figures = figures;
    }

    /**
     * Deals with a record that cannot be stored.
     *
     * @param reason its message names the field, where one is to blame
     * @throws ConnectException when it is neither reported nor skipped
     */
    public void add(SinkRecord record, RuntimeException reason) {
        ConnectException fault = new ConnectException(
                "cannot store the record of " + place(record) + ": " + reason.getMessage(), reason);
        switch (policy) {
            case FAIL -> throw fault;
            case SKIP -> skip(fault);
            case REPORT -> report(record, fault);
        }
        figures.add(SinkMetric.BAD_RECORDS, 1);
    }

    private void skip(ConnectException fault) {
        figures.add(SinkMetric.SKIPPED_RECORDS, 1);
        if (skipped++ % SKIPS_BETWEEN_MESSAGES == 0) {
            LOG.warn(
                    "{}; it is skipped, as on.bad.record=skip asks for, and is number {} of its partition. This is said"
                            + " of every {}th",
                    fault.getMessage(),
                    skipped,
                    SKIPS_BETWEEN_MESSAGES);
        }
    }

    private void report(SinkRecord record, ConnectException fault) {
        if (reporter.isEmpty()) {
            throw fault;
        }
        if (pending.size() >= PENDING_MAX) {
            await();
        }
        pending.add(new Pending(record.originalKafkaOffset(), reporter.get().report(record, fault)));
    }

    /** Where the record stood in Kafka. */
    public static String place(SinkRecord record) {
        return "topic " + record.originalTopic() + ", partition " + record.originalKafkaPartition() + ", offset "
                + record.originalKafkaOffset();
    }

    /** Returns when all records so far have reached the reporter's destination. */
    public void await() {
        for (Pending report : pending) {
            try {
                report.reported().get();
            } catch (ExecutionException e) {
                throw new ConnectException(
                        "the bad record with offset " + report.offset() + " could not be reported: "
                                + e.getCause().getMessage(),
                        e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ConnectException(
                        "interrupted while the bad record with offset " + report.offset() + " was being reported", e);
            }
        }
        pending.clear();
    }

    /** Forgets reports that nobody has to wait for, because their records will be read again. */
    public void forget() {
        pending.clear();
    }
}
