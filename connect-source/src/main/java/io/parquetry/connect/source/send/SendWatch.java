package io.parquetry.connect.source.send;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.convert.TargetTopics;
import io.parquetry.connect.source.offset.SentRecord;
import java.io.Closeable;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Fails a task whose records cannot be sent because a topic lacks a partition. The worker sends on the task's thread,
 * and its producer waits for a missing partition for ever, so neither poll nor any callback is reached. Therefore a
 * thread of this class looks at the task's thread, and interrupts it: then the producer throws, and the worker fails
 * the task. The worker's message does not name the cause; the log does.
 *
 * <ol type="a">
 *   <li>The task's thread is interrupted only between two polls, and only while the producer waits for metadata. That
 *       no record of the batch got further, and that the producer waited at each look, is what tells a missing
 *       partition from many topics that are found one by one.
 *   <li>If the thread goes on at that moment, the next poll throws instead.
 * </ol>
 */
public final class SendWatch implements Closeable {
    private static final Log LOG = Log.of(SendWatch.class);

    private static final long LOOK_MS_MAX = 1_000;
    private static final int LOOKS = 10;

    private final long timeoutMs;
    private final TargetTopics targets;
    private final Predicate<Thread> waiting;
    private final Thread watcher;

    /** The batch that the worker sends; null while a poll runs. */
    private List<SourceRecord> batch;

    private Thread sender;
    private boolean closed;
    private String failure;

    /** The state of the batch at the last look. */
    private List<SourceRecord> lastBatch;

    private long lastTaken;
    private long sinceNanos;
    private boolean warned;

    /** @param waiting whether the producer waits on the thread for a topic or partition */
    public SendWatch(String task, long timeoutMs, TargetTopics targets, Predicate<Thread> waiting) {
        this.timeoutMs = timeoutMs;
        this.targets = Objects.requireNonNull(targets, "targets");
        this.waiting = Objects.requireNonNull(waiting, "waiting");
        this.watcher = new Thread(this::watch, "parquetry-source-watch-" + task);
        watcher.setDaemon(true);
        watcher.start();
    }

    /** Whether a Kafka producer waits on the thread for the metadata of a topic. */
    static boolean waitsForMetadata(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getClassName().endsWith(".KafkaProducer")
                    && frame.getMethodName().equals("waitOnMetadata")) {
                return true;
            }
        }
        return false;
    }

    /** A poll begins: the worker has sent the last batch. */
    public synchronized void beginPoll() {
        batch = null;
        if (failure != null) {
            String message = failure;
            failure = null;
            clearInterruption();
            throw new ConnectException(message);
        }
    }

    /** The worker gets a batch, which it sends on this thread. */
    public synchronized void handOver(List<SourceRecord> records) {
        if (records != null && !records.isEmpty()) {
            sender = Thread.currentThread();
            batch = records;
        }
    }

    private synchronized void watch() {
        try {
            while (!closed) {
                wait(Math.min(LOOK_MS_MAX, Math.max(1, timeoutMs / LOOKS)));
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        if (batch == null || !waiting.test(sender)) {
            lastBatch = null;
            return;
        }
        long nowNanos = System.nanoTime();
        long taken = batch.stream().filter(SendWatch::isTaken).count();
        if (batch != lastBatch || taken != lastTaken) {
            lastBatch = batch;
            lastTaken = taken;
            sinceNanos = nowNanos;
            warned = false;
            return;
        }
        long waitedMs = (nowNanos - sinceNanos) / 1_000_000;
        if (waitedMs >= timeoutMs) {
            failure = "the producer of the worker has waited " + waitedMs + " ms " + targets.missing(sending(batch))
                    + ". It sends " + places(sending(batch))
                    + ". The task fails now; what it has not sent is sent when it is restarted";
            LOG.error("{}", failure);
            batch = null;
            sender.interrupt();
        } else if (waitedMs >= timeoutMs / 2 && !warned) {
            warned = true;
            LOG.warn(
                    "The producer of the worker has waited {} ms {}. It sends {}. The task fails in {} ms",
                    waitedMs,
                    targets.missing(sending(batch)),
                    places(sending(batch)),
                    timeoutMs - waitedMs);
        }
    }

    private static boolean isTaken(SourceRecord sent) {
        return sent instanceof SentRecord ours && ours.state().isTaken();
    }

    /**
     * The records of which the producer sends one: the last one that was taken and the first one that was not, since a
     * worker with exactly-once takes a record after it is sent.
     */
    private static List<SourceRecord> sending(List<SourceRecord> batch) {
        int next = 0;
        while (next < batch.size() && isTaken(batch.get(next))) {
            next++;
        }
        return batch.subList(Math.max(0, next - 1), Math.min(batch.size(), next + 1));
    }

    private static String places(List<SourceRecord> records) {
        return records.stream()
                .map(sent -> sent instanceof SentRecord ours ? ours.state().place() : "a record")
                .collect(Collectors.joining(" or "));
    }

    /** The interruption was meant for the producer, which does not clear it; closing files must not see it. */
    private void clearInterruption() {
        if (Thread.currentThread() == sender) {
            Thread.interrupted();
        }
    }

    @Override
    public synchronized void close() {
        if (failure != null) {
            clearInterruption();
        }
        closed = true;
        batch = null;
        notifyAll();
    }
}
