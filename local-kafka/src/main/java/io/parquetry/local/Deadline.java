package io.parquetry.local;

import java.time.Duration;
import java.util.Objects;

/** A moment after which waiting is given up; measured on the monotonic clock, so a clock change does not move it. */
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

    /** Waits a moment before the next look.
     *
     * @param what what is waited for; part of the message when the thread is interrupted
     */
    public void pause(String what) {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackException("Interrupted while waiting for " + what, e);
        }
    }
}
