package io.parquetry.connect.sink.errors;

import io.parquetry.connect.common.log.Log;
import java.io.Closeable;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Where the bad records of a task are reported, which must not hold the task for ever. Connect's producer of dead
 * letters waits without end for a topic that is not there, on the task's thread, and for brokers that do not answer. So
 * a wait is logged after a time, and then ends. The time is that of the report, not of the wait: when partitions are
 * given back, each of them waits, and all together must be done before the consumer's next poll.
 */
public final class DeadLetters implements Closeable {
    private static final Log LOG = Log.of(DeadLetters.class);
    private static final String TOPIC_KEY = "errors.deadletterqueue.topic.name";
    private static final long WARN_MS = 60_000;
    private static final long FAIL_MS = 120_000;

    private final ErrantRecordReporter reporter;
    private final String topic;
    private final long warnMs;
    private final long failMs;
    private final LongSupplier clockMs;
    private final ScheduledThreadPoolExecutor watcher;

    /**
     * A report that the reporter has taken.
     *
     * @param place of the record
     * @param sinceMs by a monotonic clock
     */
    record Report(String place, Future<Void> reported, long sinceMs) {}

    /** A call of the reporter on the task's thread. */
    private static final class Call {
        private final Thread caller = Thread.currentThread();
        private final String place;
        private boolean ended;
        private boolean interrupted;

        private Call(String place) {
            this.place = place;
        }

        private synchronized void interrupt() {
            if (!ended) {
                interrupted = true;
                caller.interrupt();
            }
        }

        /** Returns whether the call was interrupted; that was meant for the producer, which does not clear it. */
        private synchronized boolean end() {
            ended = true;
            if (interrupted) {
                Thread.interrupted();
            }
            return interrupted;
        }
    }

    /** @param properties of the task */
    public DeadLetters(ErrantRecordReporter reporter, Map<String, String> properties) {
        this(reporter, properties.getOrDefault(TOPIC_KEY, ""), WARN_MS, FAIL_MS, () -> System.nanoTime() / 1_000_000);
    }

    /**
     * @param topic of the dead letters
     * @param warnMs after which a wait is logged
     * @param failMs after which it ends
     * @param clockMs a monotonic clock
     */
    DeadLetters(ErrantRecordReporter reporter, String topic, long warnMs, long failMs, LongSupplier clockMs) {
        this.reporter = reporter;
        this.topic = topic;
        this.warnMs = warnMs;
        this.failMs = failMs;
        this.clockMs = clockMs;
        this.watcher = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "parquetry-sink-dead-letters");
            thread.setDaemon(true);
            return thread;
        });
        watcher.setRemoveOnCancelPolicy(true);
    }

    /**
     * Reports a record.
     *
     * @throws ConnectException when the reporter did not take it in time
     */
    Report report(SinkRecord record, ConnectException reason) {
        Call call = new Call(BadRecords.place(record));
        ScheduledFuture<?> warning = watcher.schedule(() -> warn(call.place), warnMs, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> end = watcher.schedule(call::interrupt, failMs, TimeUnit.MILLISECONDS);
        try {
            return new Report(call.place, reporter.report(record, reason), clockMs.getAsLong());
        } catch (RuntimeException e) {
            throw call.end() ? tooLate(call.place, e) : e;
        } finally {
            call.end();
            warning.cancel(false);
            end.cancel(false);
        }
    }

    /**
     * Waits until a report has arrived.
     *
     * @throws ConnectException when it did not arrive in time
     */
    void await(Report report) throws InterruptedException, ExecutionException {
        try {
            report.reported().get(leftMs(report, warnMs), TimeUnit.MILLISECONDS);
            return;
        } catch (TimeoutException late) {
            if (leftMs(report, failMs) > 0) {
                warn(report.place());
            }
        }
        try {
            report.reported().get(leftMs(report, failMs), TimeUnit.MILLISECONDS);
        } catch (TimeoutException tooLate) {
            throw tooLate(report.place(), tooLate);
        }
    }

    private long leftMs(Report report, long ofMs) {
        return Math.max(0, report.sinceMs() + ofMs - clockMs.getAsLong());
    }

    private void warn(String place) {
        LOG.warn(
                "the dead letter topic {} has not taken the bad record of {} for {} ms. Check that the topic is there"
                        + " and its brokers answer; the task fails in {} ms",
                topic,
                place,
                warnMs,
                failMs - warnMs);
    }

    private ConnectException tooLate(String place, Exception cause) {
        return new ConnectException(
                "the dead letter topic " + topic + " has not taken the bad record of " + place + " within " + failMs
                        + " ms. Create the topic, or check its brokers and the rights of the worker, and restart the"
                        + " task",
                cause);
    }

    @Override
    public void close() {
        watcher.shutdownNow();
    }
}
