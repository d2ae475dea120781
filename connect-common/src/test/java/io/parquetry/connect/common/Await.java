package io.parquetry.connect.common;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition, checks it every 20 ms and fails when the patience ends. */
public final class Await {
    private static final long INTERVAL_NANOS = 20_000_000;

    private Await() {}

    /** @param goal the condition in words, for the message of the failure */
    public static void until(String goal, Duration patience, Callable<Boolean> condition) throws Exception {
        long startNanos = System.nanoTime();
        while (!condition.call()) {
            if (System.nanoTime() - startNanos > patience.toNanos()) {
                throw new AssertionError(goal + " was expected within " + patience.toSeconds() + " s");
            }
            LockSupport.parkNanos(INTERVAL_NANOS);
        }
    }
}
