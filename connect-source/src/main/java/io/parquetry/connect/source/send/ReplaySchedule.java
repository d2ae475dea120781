package io.parquetry.connect.source.send;

/**
 * When records are due by their timestamps: a record is due as long after the first one as its timestamp is after the
 * first timestamp, divided by the speed. A record with an earlier timestamp than one before it is due at once. A replay
 * that is late by more than a second catches up one second only; the rest of the delay stays.
 */
final class ReplaySchedule {
    private static final long CATCH_UP_MS_MAX = 1_000;

    private final double speed;
    private boolean started;
    private long firstTimestampMs;
    private long lastTimestampMs;
    private long startMs;

    ReplaySchedule(double speed) {
        this.speed = speed;
    }

    /**
     * Schedules the next record. The same record may be scheduled again.
     *
     * @return how long it has to wait; 0 when it is due now
     */
    long schedule(long timestampMs, long nowMs) {
        if (!started) {
            started = true;
            firstTimestampMs = timestampMs;
            lastTimestampMs = timestampMs;
            startMs = nowMs;
        }
        if (timestampMs < lastTimestampMs) {
            return 0;
        }
        lastTimestampMs = timestampMs;
        long dueAfterMs = (long) Math.min((timestampMs - firstTimestampMs) / speed, Long.MAX_VALUE / 4.0);
        long lateMs = nowMs - startMs - dueAfterMs;
        if (lateMs > CATCH_UP_MS_MAX) {
            startMs += lateMs - CATCH_UP_MS_MAX;
        }
        return Math.max(0, -lateMs);
    }
}
