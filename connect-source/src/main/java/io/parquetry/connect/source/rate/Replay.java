package io.parquetry.connect.source.rate;

/**
 * When a record is due that had a time: as long after the first one as it was then, divided by the speed. A record with an
 * earlier time than one before it is due at once. Who falls behind by more than a second does not make up for it: the rest
 * keeps its distances.
 */
final class Replay {
    private static final long MADE_UP_MS_MAX = 1_000;

    private final double speed;
    private boolean begun;
    private long firstTimeMs;
    private long lastTimeMs;
    private long beganMs;

    Replay(double speed) {
        this.speed = speed;
    }

    /** How long the record has to wait; 0 when it may go now. It may be asked again and again for the same record. */
    long waitMs(long timeMs, long nowMs) {
        if (!begun) {
            begun = true;
            firstTimeMs = timeMs;
            lastTimeMs = timeMs;
            beganMs = nowMs;
        }
        if (timeMs < lastTimeMs) {
            return 0;
        }
        lastTimeMs = timeMs;
        long aheadMs = (long) Math.min((timeMs - firstTimeMs) / speed, Long.MAX_VALUE / 4.0);
        long lateMs = nowMs - beganMs - aheadMs;
        if (lateMs > MADE_UP_MS_MAX) {
            beganMs += lateMs - MADE_UP_MS_MAX;
        }
        return Math.max(0, -lateMs);
    }
}
