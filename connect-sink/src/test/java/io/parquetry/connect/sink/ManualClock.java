package io.parquetry.connect.sink;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that shows the time that was set. */
final class ManualClock extends Clock {
    private long nowMs = Instant.parse("2026-07-01T12:00:00Z").toEpochMilli();

    void advance(long ms) {
        nowMs += ms;
    }

    @Override
    public long millis() {
        return nowMs;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(nowMs);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new AssertionError("nobody asks this clock for its zone");
    }
}
