package io.parquetry.it;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Beats at equal intervals; a beat that is late moves no other. */
final class Pulse {
    private final long periodNanos;
    private final long startNanos = System.nanoTime();
    private long beats;

    Pulse(long periodMs) {
        this.periodNanos = TimeUnit.MILLISECONDS.toNanos(periodMs);
    }

    /** Waits for the next beat and returns its number, from 1 on. */
    long next() {
        beats++;
        long at = startNanos + beats * periodNanos;
        for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return beats;
    }
}
