package io.parquetry.connect.sink.rotation;

import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * The moments at which the clock of a time zone shows a multiple of an interval since midnight, midnight included.
 * When the clock is put forward, the moments that it skips become one moment, at the transition. When it is put back,
 * moments that it shows twice are there twice.
 *
 * @param intervalMs 1 ms to 24 hours
 */
public record RotationSchedule(long intervalMs, ZoneId zone) {
    private static final long DAY_MS = 86_400_000;

    public RotationSchedule {
        if (intervalMs < 1 || intervalMs > DAY_MS) {
            throw new IllegalArgumentException("the interval of " + intervalMs + " ms is not within 1 ms and a day");
        }
    }

    /** The first moment after {@code afterMs}, both in milliseconds since the epoch. */
    public long next(long afterMs) {
        ZoneRules rules = zone.getRules();
        long atMs = afterMs;
        while (true) {
            long localMs = localMs(rules, atMs);
            long nextMs = atMs + nextLocal(localMs) - localMs;
            ZoneOffsetTransition transition = rules.nextTransition(Instant.ofEpochMilli(atMs));
            if (transition == null || transition.toEpochSecond() * 1000 >= nextMs) {
                return nextMs;
            }
            long transitionMs = transition.toEpochSecond() * 1000;
            long localBefore = transitionMs - atMs + localMs;
            long localAfter = localMs(rules, transitionMs);
            if (nextLocal(localBefore - 1) <= localAfter && localAfter > localBefore || isMoment(localAfter)) {
                return transitionMs;
            }
            atMs = transitionMs;
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
