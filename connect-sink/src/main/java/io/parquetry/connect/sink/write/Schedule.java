package io.parquetry.connect.sink.write;

import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * The moments at which the clock of a zone shows a multiple of an interval since midnight, midnight included. When clocks
 * are put forward, moments that the clock leaps over come as one, at the leap; when they are put back, moments that it
 * shows twice come twice.
 *
 * @param intervalMs 1 ms to 24 hours
 */
record Schedule(long intervalMs, ZoneId zone) {
    private static final long DAY_MS = 86_400_000;

    Schedule {
        if (intervalMs < 1 || intervalMs > DAY_MS) {
            throw new IllegalArgumentException("the interval of " + intervalMs + " ms is not within 1 ms and a day");
        }
    }

    /** The first moment after {@code afterMs}, both in milliseconds since the epoch. */
    long next(long afterMs) {
        ZoneRules rules = zone.getRules();
        long atMs = afterMs;
        while (true) {
            long localMs = localMs(rules, atMs);
            long nextMs = atMs + nextLocal(localMs) - localMs;
            ZoneOffsetTransition leap = rules.nextTransition(Instant.ofEpochMilli(atMs));
            if (leap == null || leap.toEpochSecond() * 1000 >= nextMs) {
                return nextMs;
            }
            long leapMs = leap.toEpochSecond() * 1000;
            long localBefore = leapMs - atMs + localMs;
            long localAfter = localMs(rules, leapMs);
            if (nextLocal(localBefore - 1) <= localAfter && localAfter > localBefore || isMoment(localAfter)) {
                return leapMs;
            }
            atMs = leapMs;
        }
    }

    private static long localMs(ZoneRules rules, long atMs) {
        return atMs + rules.getOffset(Instant.ofEpochMilli(atMs)).getTotalSeconds() * 1000L;
    }

    private boolean isMoment(long localMs) {
        return Math.floorMod(localMs, DAY_MS) % intervalMs == 0;
    }

    private long nextLocal(long localMs) {
        long inDay = Math.floorMod(localMs, DAY_MS);
        return localMs - inDay + Math.min((inDay / intervalMs + 1) * intervalMs, DAY_MS);
    }
}
