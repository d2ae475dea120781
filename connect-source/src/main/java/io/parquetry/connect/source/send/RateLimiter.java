package io.parquetry.connect.source.send;

import io.parquetry.connect.source.config.DeliverySettings.RateSettings;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Limits how fast a task sends: by records and bytes per second, and in a replay by the timestamps of the records. */
public final class RateLimiter {
    private final Optional<TokenBucket> records;
    private final Optional<TokenBucket> bytes;
    private final boolean isLimited;
    private final Optional<ReplaySchedule> replay;
    private final LongSupplier clockMs;
    private long nextMs;

    /**
     * The limiter of one of several tasks.
     *
     * @param tasks among which the rates are divided equally
     * @param clockMs milliseconds that never go back
     */
    public RateLimiter(RateSettings settings, int tasks, LongSupplier clockMs) {
        this.clockMs = Objects.requireNonNull(clockMs, "clockMs");
        this.records = bucket(settings.recordsPerSecond(), tasks);
        this.bytes = bucket(settings.bytesPerSecond(), tasks);
        this.isLimited = records.isPresent() || bytes.isPresent();
        this.replay = settings.replays() ? Optional.of(new ReplaySchedule(settings.replaySpeed())) : Optional.empty();
        this.nextMs = clockMs.getAsLong();
    }

    private Optional<TokenBucket> bucket(long perSecond, int tasks) {
        return perSecond == 0
                ? Optional.empty()
                : Optional.of(new TokenBucket((double) perSecond / tasks, clockMs.getAsLong()));
    }

    /** Refills the token buckets, and says whether they allow another record now; {@link #waitMs} then says when. */
    public boolean tryNext() {
        if (!isLimited) {
            return true;
        }
        long nowMs = clockMs.getAsLong();
        long waitMs = Math.max(refill(records, nowMs), refill(bytes, nowMs));
        nextMs = nowMs + waitMs;
        return waitMs == 0;
    }

    private static long refill(Optional<TokenBucket> bucket, long nowMs) {
        if (bucket.isEmpty()) {
            return 0;
        }
        bucket.get().refillIfEmpty(nowMs);
        return bucket.get().waitMs();
    }

    /**
     * Schedules the next record of a replay, and says whether it is due now; {@link #waitMs} then says when.
     *
     * @param timestampMs null for a record without timestamp, which is always due
     */
    public boolean tryReplay(Long timestampMs) {
        if (replay.isEmpty() || timestampMs == null) {
            return true;
        }
        long nowMs = clockMs.getAsLong();
        long waitMs = replay.get().schedule(timestampMs, nowMs);
        nextMs = nowMs + waitMs;
        return waitMs == 0;
    }

    /** Counts a record that is sent. */
    public void consume(long recordBytes) {
        if (isLimited) {
            records.ifPresent(bucket -> bucket.consume(1));
            bytes.ifPresent(bucket -> bucket.consume(recordBytes));
        }
    }

    /** How long it is, from now on, until the record that was refused last may be sent. */
    public long waitMs() {
        return Math.max(0, nextMs - clockMs.getAsLong());
    }
}
