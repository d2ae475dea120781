package io.parquetry.simulation;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The wall clock of a process, which other processes' clocks need not agree with. */
final class SimulatedClock extends Clock {
    static final long START_MS = Instant.parse("2026-07-01T12:00:00Z").toEpochMilli();

    private final SimulatedProcess process;
    private final long skewMs;

    SimulatedClock(SimulatedProcess process) {
        this.process = process;
        this.skewMs = process.world().dice.between(-1_000, 1_000);
    }

    @Override
    public long millis() {
        process.readClock();
        return START_MS + skewMs + process.world().nowMs();
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
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
