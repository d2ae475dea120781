package io.parquetry.connect.source;

import io.parquetry.connect.common.retry.Retries;
import io.parquetry.connect.source.read.FileFailureException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * What of the storage fails at present: its listing, or files of it. Trouble with a file ends when the file gives a row, or
 * when all that there was to send was sent; that other files can be read meanwhile is no sign of health. While anything
 * fails, the storage is left alone for a while after each failure.
 */
final class StorageFailure {
    private static final String LISTING = "";

    private final Retries retries;
    private final LongSupplier clockMs;
    private final Set<String> failing = new HashSet<>();
    private long nextTryMs;

    StorageFailure(Retries retries, LongSupplier clockMs) {
        this.retries = Objects.requireNonNull(retries, "retries");
        this.clockMs = Objects.requireNonNull(clockMs, "clockMs");
        this.nextTryMs = clockMs.getAsLong();
    }

    /**
     * Notes a failure.
     *
     * @throws ConnectException when it has been failing for too long
     */
    void failed(IOException failure) {
        long nowMs = clockMs.getAsLong();
        failing.add(failure instanceof FileFailureException file ? file.path() : LISTING);
        nextTryMs = nowMs + retries.failed(failure, nowMs);
    }

    /** How long the storage is to be left alone. */
    long pauseMs() {
        return Math.max(0, nextTryMs - clockMs.getAsLong());
    }

    /** Whether a file failed and has not given a row since. */
    boolean isWith(String path) {
        return failing.contains(path);
    }

    /** The storage was listed. */
    void listed() {
        ended(LISTING);
    }

    /** A file has given a row. */
    void read(String path) {
        ended(path);
    }

    private void ended(String what) {
        if (!failing.isEmpty() && failing.remove(what)) {
            endIfHealthy();
        }
    }

    /** All that there was to send was sent. */
    void allSent() {
        if (!failing.isEmpty()) {
            failing.clear();
            endIfHealthy();
        }
    }

    private void endIfHealthy() {
        if (failing.isEmpty()) {
            retries.worked(clockMs.getAsLong());
            retries.progressed();
        }
    }
}
