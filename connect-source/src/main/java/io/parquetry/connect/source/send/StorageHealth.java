package io.parquetry.connect.source.send;

import io.parquetry.connect.common.retry.Retries;
import io.parquetry.connect.source.read.FileAccessException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Which accesses to the storage fail at present: its listing, or files. A file counts as failing until one of its rows
 * is read, or all rows there were to send are sent; reading other files meanwhile does not show that the storage works.
 * While anything fails, the task pauses after each failure.
 */
final class StorageHealth {
    private static final String LISTING = "";

    private final Retries retries;
    private final LongSupplier clockMs;
    private final Set<String> failing = new HashSet<>();
    private long nextTryMs;

    StorageHealth(Retries retries, LongSupplier clockMs) {
        this.retries = Objects.requireNonNull(retries, "retries");
        this.clockMs = Objects.requireNonNull(clockMs, "clockMs");
        this.nextTryMs = clockMs.getAsLong();
    }

    /**
     * Notes a failure.
     *
     * @throws ConnectException when the storage has failed for longer than the configuration allows
     */
    void failed(IOException failure) {
        long nowMs = clockMs.getAsLong();
        failing.add(failure instanceof FileAccessException file ? file.path() : LISTING);
        nextTryMs = nowMs + retries.failed(failure, nowMs);
    }

    /** How long the task pauses before it accesses the storage again. */
    long pauseMs() {
        return Math.max(0, nextTryMs - clockMs.getAsLong());
    }

    /** Whether an access to a file failed, and no row of the file has been read since. */
    boolean isFailing(String path) {
        return failing.contains(path);
    }

    /** Notes that the storage was listed. */
    void listed() {
        recovered(LISTING);
    }

    /** Notes that a row of a file was read. */
    void rowRead(String path) {
        recovered(path);
    }

    private void recovered(String what) {
        if (!failing.isEmpty() && failing.remove(what)) {
            resetRetriesIfHealthy();
        }
    }

    /** Notes that all rows there were to send are sent. */
    void allSent() {
        if (!failing.isEmpty()) {
            failing.clear();
            resetRetriesIfHealthy();
        }
    }

    private void resetRetriesIfHealthy() {
        if (failing.isEmpty()) {
            retries.succeeded(clockMs.getAsLong());
            retries.progressed();
        }
    }
}
