package io.parquetry.connect.sink.write;

import java.time.Clock;

/**
 * A time within which files are closed, so that a call of the worker returns before the consumer must poll. When the
 * clock is put back the time is up.
 */
final class TimeLimit {
    private final Clock clock;
    private final long fromMs;
    private final long untilMs;

    private TimeLimit(Clock clock, long fromMs, long untilMs) {
        this.clock = clock;
        this.fromMs = fromMs;
        this.untilMs = untilMs;
    }

    static TimeLimit of(long ms, Clock clock) {
        long nowMs = clock.millis();
        return new TimeLimit(clock, nowMs, nowMs + ms);
    }

    boolean isUp() {
        return leftMs() == 0;
    }

    private long leftMs() {
        long nowMs = clock.millis();
        return nowMs < fromMs ? 0 : Math.max(0, untilMs - nowMs);
    }

    /** One of so many equal parts of the time that is left. */
    TimeLimit share(int parts) {
        return of(leftMs() / parts, clock);
    }

    /** The first part of the time that is left. */
    TimeLimit first(long ms) {
        return of(Math.min(ms, leftMs()), clock);
    }
}
