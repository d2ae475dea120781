package io.parquetry.connect.sink.errors;

import io.parquetry.connect.sink.config.ErrorSettings;
import io.parquetry.connect.sink.metrics.Figure;
import io.parquetry.connect.sink.metrics.TaskFigures;
import java.io.IOException;
import java.util.function.DoubleSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long a storage that fails is tried again. Pauses double from failure to failure, with a fifth more or less by
 * chance, so that tasks that failed together do not come back together. What counts as the same trouble ends with a
 * commit, or when nothing has failed for as long as failing is allowed: a storage that can be read but not written fails
 * only now and then, and still fails.
 */
public final class Retries {
    private static final Logger LOG = LoggerFactory.getLogger(Retries.class);
    private static final int DOUBLINGS_MAX = 20;
    private static final double CHANCE = 0.2;
    private static final long NEVER = Long.MIN_VALUE;

    private final ErrorSettings settings;
    private final String storage;
    private final DoubleSupplier chance;
    private final TaskFigures figures;
    private long firstFailureMs = NEVER;
    private long lastFailureMs = NEVER;
    private int failures;
    private boolean failing;

    /**
     * @param storage its name, for messages
     * @param chance gives numbers from 0 to 1
     */
    public Retries(ErrorSettings settings, String storage, DoubleSupplier chance, TaskFigures figures) {
        this.settings = settings;
        this.storage = storage;
        this.chance = chance;
        this.figures = figures;
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
        if (failingMs >= settings.retryTimeoutMs()) {
            throw new ConnectException(
                    "the storage " + storage + " has failed " + failures + " times in " + failingMs
                            + " ms without a commit in between, and retry.timeout.ms allows "
                            + settings.retryTimeoutMs()
                            + ". Nothing is lost: when the task is restarted it goes on from"
                            + " what is committed. The last failure was: " + cause,
                    cause);
        }
        figures.add(Figure.RETRIES, 1);
        return pauseMs();
    }

    /** The storage has failed where nobody can wait for it; the failure that follows from that comes as another. */
    public void note(IOException cause, long nowMs) {
        boolean another = firstFailureMs == NEVER || !failing && nowMs - lastFailureMs > settings.retryTimeoutMs();
        if (another) {
            firstFailureMs = nowMs;
            failures = 0;
        }
        lastFailureMs = nowMs;
        failures++;
        if (!failing) {
            failing = true;
            figures.set(Figure.STORAGE_FAILING, 1);
            LOG.warn(
                    "the storage {} fails; partitions concerned go back to what is committed, and it is tried again for up"
                            + " to {} ms: {}",
                    storage,
                    settings.retryTimeoutMs(),
                    cause.toString());
        } else {
            LOG.debug("the storage {} still fails", storage, cause);
        }
    }

    private long pauseMs() {
        long doubled = settings.retryBackoffMs() << Math.min(failures - 1, DOUBLINGS_MAX);
        double chanced =
                Math.min(doubled, settings.retryBackoffMaxMs()) * (1 - CHANCE + 2 * CHANCE * chance.getAsDouble());
        return Math.max(1, Math.min(settings.retryBackoffMaxMs(), (long) chanced));
    }

    /** A batch went by without trouble. */
    public void worked(long nowMs) {
        if (failing) {
            failing = false;
            figures.set(Figure.STORAGE_FAILING, 0);
            LOG.info("the storage {} answers again, {} ms after it failed first", storage, nowMs - firstFailureMs);
        }
    }

    /** Something was committed. */
    public void committed() {
        firstFailureMs = NEVER;
    }
}
