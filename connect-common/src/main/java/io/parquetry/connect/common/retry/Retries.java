package io.parquetry.connect.common.retry;

import io.parquetry.connect.common.log.Log;
import java.io.IOException;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Pauses between attempts on a storage that fails, and the end of the attempts. Pauses double with each failure, with a
 * random fifth more or less, so that tasks that failed together do not retry together. A series of failures ends with
 * progress, or when there was no failure for the retry timeout: a storage may fail at one operation and succeed at
 * others in between. The log has one line when the storage begins to fail, and one when it answers again.
 */
public final class Retries {
    /** Is told of failures and retries, for metrics. */
    public interface Listener {
        /** The storage has begun or stopped to fail. */
        void failing(boolean failing);

        /** The storage will be tried again. */
        void retried();
    }

    private static final Log LOG = Log.of(Retries.class);
    private static final int DOUBLINGS_MAX = 20;
    private static final double JITTER = 0.2;
    private static final long NEVER = Long.MIN_VALUE;

    private final RetryPauses pauses;
    private final long timeoutMs;
    private final String storage;
    private final Listener listener;
    private long firstFailureMs = NEVER;
    private long lastFailureMs = NEVER;
    private int failures;
    private boolean failing;
    private long failingSinceMs;

    /**
     * @param timeoutMs how long a series of failures may last before the task fails
     * @param storage its URL, for messages
     */
    public Retries(RetryPauses pauses, long timeoutMs, String storage, Listener listener) {
        this.pauses = pauses;
        this.timeoutMs = timeoutMs;
        this.storage = storage;
        this.listener = listener;
    }

    /**
     * The storage has failed, and the caller will wait.
     *
     * @return how long to wait before it is tried again
     * @throws ConnectException when it has failed for too long
     */
    public long failed(IOException cause, long nowMs) {
        record(cause, nowMs);
        long failingMs = nowMs - firstFailureMs;
        if (failingMs >= timeoutMs) {
            throw new ConnectException(
                    "the storage " + storage + " has failed " + failures + " times in " + failingMs
                            + " ms without progress, and " + RetryKeys.RETRY_TIMEOUT_MS + " allows "
                            + timeoutMs
                            + ". Nothing is lost: a restarted task continues from"
                            + " what is committed. The last failure was: " + cause,
                    cause);
        }
        listener.retried();
        return pauseMs();
    }

    /** The storage has failed where the caller cannot wait; the next attempt reports its own failure. */
    public void record(IOException cause, long nowMs) {
        boolean newSeries = firstFailureMs == NEVER || !failing && nowMs - lastFailureMs > timeoutMs;
        if (newSeries) {
            firstFailureMs = nowMs;
            failures = 0;
        }
        lastFailureMs = nowMs;
        failures++;
        if (!failing) {
            failing = true;
            failingSinceMs = nowMs;
            listener.failing(true);
            LOG.warn(
                    "the storage {} fails; the task continues from what is committed, and retries for up to {} ms: {}",
                    storage,
                    timeoutMs,
                    cause.toString());
        } else {
            LOG.debug("the storage {} still fails", storage, cause);
        }
    }

    private long pauseMs() {
        long doubled = pauses.firstMs() << Math.min(failures - 1, DOUBLINGS_MAX);
        double jittered = Math.min(doubled, pauses.mostMs())
                * (1 - JITTER + 2 * JITTER * pauses.random().getAsDouble());
        return Math.max(1, Math.min(pauses.mostMs(), (long) jittered));
    }

    /** Every operation of an attempt has succeeded. */
    public void succeeded(long nowMs) {
        if (failing) {
            failing = false;
            listener.failing(false);
            LOG.info("the storage {} answers again, {} ms after its first failure", storage, nowMs - failingSinceMs);
        }
    }

    /** Work was committed: the next failure begins a new series. */
    public void progressed() {
        firstFailureMs = NEVER;
    }
}
