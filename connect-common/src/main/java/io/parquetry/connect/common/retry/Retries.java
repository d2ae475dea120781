package io.parquetry.connect.common.retry;

import java.io.IOException;
import java.util.function.DoubleSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long a storage that fails is tried again. Pauses double from failure to failure, with a fifth more or less by
 * chance, so that tasks that failed together do not come back together. What counts as the same trouble ends with
 * progress, or when nothing has failed for as long as failing is allowed: a storage that can do one thing and not the
 * other fails only now and then, and still fails. The log says once that it fails and once that it answers again.
 */
public final class Retries {
    /** Is told what happens, to show it. */
    public interface Listener {
        /** Whether the storage fails has changed. */
        void failing(boolean failing);

        /** The storage will be tried again. */
        void retried();
    }

    private static final Logger LOG = LoggerFactory.getLogger(Retries.class);
    private static final int DOUBLINGS_MAX = 20;
    private static final double CHANCE = 0.2;
    private static final long NEVER = Long.MIN_VALUE;

    private final RetrySettings settings;
    private final String storage;
    private final DoubleSupplier chance;
    private final Listener listener;
    private long firstFailureMs = NEVER;
    private long lastFailureMs = NEVER;
    private int failures;
    private boolean failing;

    /**
     * @param storage its name, for messages
     * @param chance gives numbers from 0 to 1
     */
    public Retries(RetrySettings settings, String storage, DoubleSupplier chance, Listener listener) {
        this.settings = settings;
        this.storage = storage;
        this.chance = chance;
        this.listener = listener;
    }

    /**
     * The storage has failed.
     *
     * @return how long to wait before it is tried again
     * @throws ConnectException when it has failed for too long
     */
    public long failed(IOException cause, long nowMs) {
        note(cause, nowMs);
        long failingMs = nowMs - firstFailureMs;
        if (failingMs >= settings.timeoutMs()) {
            throw new ConnectException(
                    "the storage " + storage + " has failed " + failures + " times in " + failingMs
                            + " ms without getting any further, and " + RetryKeys.RETRY_TIMEOUT_MS + " allows "
                            + settings.timeoutMs()
                            + ". Nothing is lost: when the task is restarted it goes on from"
                            + " what is committed. The last failure was: " + cause,
                    cause);
        }
        listener.retried();
        return pauseMs();
    }

    /** The storage has failed where nobody can wait for it; the failure that follows from that comes as another. */
    public void note(IOException cause, long nowMs) {
        boolean another = firstFailureMs == NEVER || !failing && nowMs - lastFailureMs > settings.timeoutMs();
        if (another) {
            firstFailureMs = nowMs;
            failures = 0;
        }
        lastFailureMs = nowMs;
        failures++;
        if (!failing) {
            failing = true;
            listener.failing(true);
            LOG.warn(
                    "the storage {} fails; work goes on from what is committed, and it is tried again for up to {} ms: {}",
                    storage,
                    settings.timeoutMs(),
                    cause.toString());
        } else {
            LOG.debug("the storage {} still fails", storage, cause);
        }
    }

    private long pauseMs() {
        long doubled = settings.backoffMs() << Math.min(failures - 1, DOUBLINGS_MAX);
        double chanced = Math.min(doubled, settings.backoffMaxMs()) * (1 - CHANCE + 2 * CHANCE * chance.getAsDouble());
        return Math.max(1, Math.min(settings.backoffMaxMs(), (long) chanced));
    }

    /** Everything that was tried went by without trouble. */
    public void worked(long nowMs) {
        if (failing) {
            failing = false;
            listener.failing(false);
            LOG.info("the storage {} answers again, {} ms after it failed first", storage, nowMs - firstFailureMs);
        }
    }

    /** Something was achieved for good: what fails next is another trouble. */
    public void progressed() {
        firstFailureMs = NEVER;
    }
}
