package io.parquetry.connect.sink.errors;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The bad records of one topic-partition. With a reporter (a dead letter queue, tolerance of errors) they are handed to
 * it, and {@link #await} must return before their offsets count as settled; without one, the first ends the task.
 */
public final class BadRecords {
    private static final int PENDING_MAX = 1_000;

    private final Optional<ErrantRecordReporter> reporter;
    private final List<Pending> pending = new ArrayList<>();

    private record Pending(long offset, Future<Void> reported) {}

    public BadRecords(Optional<ErrantRecordReporter> reporter) {
        this.reporter = reporter;
    }

    /**
     * Deals with a record that cannot be stored.
     *
     * @param reason its message names the field, where one is to blame
     * @throws ConnectException when there is no reporter
     */
    public void add(SinkRecord record, RuntimeException reason) {
        ConnectException fault = new ConnectException(
                "cannot store the record of " + place(record) + ": " + reason.getMessage(), reason);
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
