package io.parquetry.connect.source.rate;

import io.parquetry.connect.source.config.PaceSettings;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;

/** How fast a task sends: so many records and bytes in a second, and as fast as the records came once. */
public final class RateLimiter {
    private final Optional<TokenBucket> records;
    private final Optional<TokenBucket> bytes;
    private final boolean isLimited;
    private final Optional<Replay> replay;
    private final LongSupplier clockMs;
    private long nextMs;

    /**
     * The pace of one of several tasks.
     *
     * @param tasks among which the rates are divided equally
     * @param clockMs milliseconds that never go back
     */
    public RateLimiter(PaceSettings settings, int tasks, LongSupplier clockMs) {
        this.clockMs = Objects.requireNonNull(clockMs, "clockMs");
        this.records = bucket(settings.recordsPerSecond(), tasks);
        this.bytes = bucket(settings.bytesPerSecond(), tasks);
        this.isLimited = records.isPresent() || bytes.isPresent();
        this.replay = settings.replays() ? Optional.of(new Replay(settings.replaySpeed())) : Optional.empty();
        this.nextMs = clockMs.getAsLong();
    }

    private Optional<TokenBucket> bucket(long perSecond, int tasks) {
        return perSecond == 0
                ? Optional.empty()
                : Optional.of(new TokenBucket((double) perSecond / tasks, clockMs.getAsLong()));
    }

    /** Whether the rates allow another record now. */
    public boolean isOpen() {
        if (!isLimited) {
            return true;
        }
        long nowMs = clockMs.getAsLong();
        long waitMs = Math.max(waitMs(records, nowMs), waitMs(bytes, nowMs));
        nextMs = nowMs + waitMs;
        return waitMs == 0;
    }

    private static long waitMs(Optional<TokenBucket> bucket, long nowMs) {
        return bucket.isEmpty() ? 0 : bucket.get().waitMs(nowMs);
    }

    /**
     * Whether a record is due now that had this time.
     *
     * @param timeMs null for a record without time, which is always due
     */
    public boolean isDue(Long timeMs) {
        if (replay.isEmpty() || timeMs == null) {
            return true;
        }
        long nowMs = clockMs.getAsLong();
        long waitMs = replay.get().waitMs(timeMs, nowMs);
        nextMs = nowMs + waitMs;
        return waitMs == 0;
    }

    /** Notes that a record goes. */
    public void spend(long recordBytes) {
        if (isLimited) {
            records.ifPresent(bucket -> bucket.spend(1));
            bytes.ifPresent(bucket -> bucket.spend(recordBytes));
        }
    }

    /** How long it is, from now on, until what was refused last may go. */
    public long waitMs() {
        return Math.max(0, nextMs - clockMs.getAsLong());
    }
}
