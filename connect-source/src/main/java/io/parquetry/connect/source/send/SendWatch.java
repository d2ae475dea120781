package io.parquetry.connect.source.send;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.convert.TargetTopics;
import io.parquetry.connect.source.offset.SentRecord;
import io.parquetry.connect.source.offset.SourceOffset;
import java.io.Closeable;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
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
 *   <li>The task's thread is interrupted only between two polls, and only while the producer waits for metadata or for
 *       the end of a transaction. That no record of the batch got further, and that the producer waited at each look,
 *       is what tells a missing partition from many topics that are found one by one.
 *   <li>If the thread goes on at that moment, the next poll throws instead.
 *   <li>A record that the producer took and no broker confirms, because its topic was deleted since, is named. It fails
 *       the task only if the brokers say that the topic is not there: those that are away come back.
 * </ol>
 */
public final class SendWatch implements Closeable {
    private static final Log LOG = Log.of(SendWatch.class);

    private static final long LOOK_MS_MAX = 1_000;
    private static final int LOOKS = 10;
    private static final long NANOS_PER_MS = 1_000_000;

    private final long timeoutMs;
    private final TargetTopics targets;
    private final UnconfirmedRecords unconfirmed;
    private final boolean answersComeAtOnce;
    private final Function<Thread, Waits> waiting;
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

    /** The oldest record that is not confirmed, while an answer is due; null for none. */
    private SourceOffset due;

    private long dueSinceNanos;
    private boolean dueIsNamed;

    /** What the producer on a thread waits for. */
    public enum Waits {
        FOR_METADATA,
        FOR_COMMIT,
        FOR_NOTHING;

        /** What a Kafka producer on the thread waits for. */
        static Waits of(Thread thread) {
            for (StackTraceElement frame : thread.getStackTrace()) {
                if (frame.getClassName().endsWith(".KafkaProducer")) {
                    switch (frame.getMethodName()) {
                        case "waitOnMetadata":
                            return FOR_METADATA;
                        case "commitTransaction":
                            return FOR_COMMIT;
                        default:
                    }
                }
            }
            return FOR_NOTHING;
        }
    }

    /**
     * @param answersComeAtOnce whether the brokers confirm a record before its transaction ends
     * @param waiting what the producer on a thread waits for
     */
    public SendWatch(
            String task,
            long timeoutMs,
            TargetTopics targets,
            UnconfirmedRecords unconfirmed,
            boolean answersComeAtOnce,
            Function<Thread, Waits> waiting) {
        this.timeoutMs = timeoutMs;
        this.targets = Objects.requireNonNull(targets, "targets");
        this.unconfirmed = Objects.requireNonNull(unconfirmed, "unconfirmed");
        this.answersComeAtOnce = answersComeAtOnce;
        this.waiting = Objects.requireNonNull(waiting, "waiting");
        this.watcher = new Thread(this::watch, "parquetry-source-watch-" + task);
        watcher.setDaemon(true);
        watcher.start();
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

    private void watch() {
        try {
            while (waitForLook()) {
                Optional<SourceOffset> late = look();
                if (late.isPresent()) {
                    // Brokers that are away answer late, which must not hold up the task.
                    name(late.get(), targets.isGone(late.get().topic()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean waitForLook() throws InterruptedException {
        long endNanos = System.nanoTime() + Math.min(LOOK_MS_MAX, Math.max(1, timeoutMs / LOOKS)) * NANOS_PER_MS;
        while (!closed && System.nanoTime() < endNanos) {
            wait(Math.max(1, (endNanos - System.nanoTime()) / NANOS_PER_MS));
        }
        return !closed;
    }

    /** Returns the record that should have been confirmed long ago, if there is one. */
    private synchronized Optional<SourceOffset> look() {
        Waits waits = batch == null ? Waits.FOR_NOTHING : waiting.apply(sender);
        lookForMissing(waits);
        return lookForUnconfirmed(waits);
    }

    private void lookForMissing(Waits waits) {
        if (waits != Waits.FOR_METADATA) {
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
        long waitedMs = (nowNanos - sinceNanos) / NANOS_PER_MS;
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

    private Optional<SourceOffset> lookForUnconfirmed(Waits waits) {
        SourceOffset oldest = answersComeAtOnce || waits == Waits.FOR_COMMIT
                ? unconfirmed.oldest().orElse(null)
                : null;
        long nowNanos = System.nanoTime();
        if (oldest == null || oldest != due) {
            due = oldest;
            dueIsNamed = false;
            dueSinceNanos = nowNanos;
            return Optional.empty();
        }
        if ((nowNanos - dueSinceNanos) / NANOS_PER_MS < timeoutMs) {
            return Optional.empty();
        }
        dueSinceNanos = nowNanos;
        return Optional.of(oldest);
    }

    private synchronized void name(SourceOffset late, boolean topicIsGone) {
        if (late != due || closed) {
            return;
        }
        if (topicIsGone) {
            failure = "the topic " + late.topic() + " is not there any more, and " + late.place()
                    + " was sent to it. Create the topic, and restart the task; what is not confirmed is sent again";
            LOG.error("{}", failure);
            if (batch != null && waiting.apply(sender) == Waits.FOR_COMMIT) {
                batch = null;
                sender.interrupt();
            }
        } else if (!dueIsNamed) {
            dueIsNamed = true;
            LOG.warn(
                    "The brokers have not confirmed {} for {} ms, which the worker has sent to topic {}. Check that"
                            + " the topic is there and its brokers answer; restart the task if it was deleted",
                    late.place(),
                    timeoutMs,
                    late.topic());
        }
    }

    private static boolean isTaken(SourceRecord sent) {
        return sent instanceof SentRecord ours && ours.offset().isTaken();
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
                .map(sent -> sent instanceof SentRecord ours ? ours.offset().place() : "a record")
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
