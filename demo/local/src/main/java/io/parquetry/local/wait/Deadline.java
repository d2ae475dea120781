package io.parquetry.local.wait;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;

/** The time limit of a wait, on the monotonic clock, which changes of the system clock do not affect. */
public final class Deadline {
    private static final long PAUSE_MS = 50;

    private final Duration timeout;
    private final long startNanos = System.nanoTime();

    private Deadline(Duration timeout) {
        this.timeout = timeout;
    }

    public static Deadline after(Duration timeout) {
        return new Deadline(Objects.requireNonNull(timeout, "timeout"));
    }

    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    public boolean expired() {
        return elapsed().compareTo(timeout) >= 0;
    }

    /**
     * Waits 50 ms before the next check.
     *
     * @param goal the event that is waited for, for the message
     * @throws CancellationException when the thread is interrupted
     */
    public void pause(String goal) {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("Interrupted while waiting for " + goal);
        }
    }
}
