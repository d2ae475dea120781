package io.parquetry.connect.source.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.config.DeliverySettings.RateSettings;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Rates are kept on average with a bounded burst, and a replay keeps the intervals between timestamps. */
class RateLimiterTest {
    private long nowMs = 5_000;

    private RateLimiter limiter(long records, long bytes, double speed, int tasks) {
        return new RateLimiter(new RateSettings(records, bytes, speed), tasks, () -> nowMs);
    }

    /** How many records of this size are sent in this time by a task that polls every {@code stepMs}. */
    private long sent(RateLimiter limiter, long forMs, long stepMs, long bytes) {
        long sent = 0;
        for (long end = nowMs + forMs; nowMs < end; nowMs += stepMs) {
            while (limiter.tryNext()) {
                limiter.consume(bytes);
                sent++;
            }
        }
        return sent;
    }

    @Property(tries = 200)
    void recordsAreSentAtTheirRateOnAverage(
            @ForAll @LongRange(min = 1, max = 50_000) long rate,
            @ForAll @IntRange(min = 1, max = 7) int tasks,
            @ForAll @LongRange(min = 1, max = 200) long stepMs) {
        long seconds = 20;
        double share = (double) rate / tasks;

        long sent = sent(limiter(rate, 0, 0, tasks), seconds * 1_000, stepMs, 10);

        assertThat((double) sent).isBetween(share * (seconds - 0.2) - 1, share * seconds + 2);
    }

    @Property(tries = 100)
    void bytesAreSentAtTheirRateOnAverageHoweverLargeTheRecords(
            @ForAll @LongRange(min = 100, max = 100_000) long rate,
            @ForAll @LongRange(min = 1, max = 1_000_000) long bytes) {
        long seconds = 100;

        long sent = sent(limiter(0, rate, 0, 1), seconds * 1_000, 100, bytes) * bytes;

        assertThat(sent).isBetween(rate * (seconds - 1) - bytes, rate * seconds + rate + bytes);
    }

    @Test
    void afterAPauseAtMostTheRecordsOfOneSecondAreSentAtOnce() {
        RateLimiter limiter = limiter(100, 0, 0, 1);
        sent(limiter, 1_000, 10, 1);
        nowMs += 3_600_000;

        assertThat(sent(limiter, 1, 1, 1)).isBetween(100L, 101L);
    }

    @Test
    void theStricterRateDecidesHowLongToWait() {
        RateLimiter limiter = limiter(1_000, 10, 0, 1);
        nowMs += 1;
        assertThat(limiter.tryNext()).isTrue();
        limiter.consume(20);

        assertThat(limiter.tryNext()).isFalse();
        assertThat(limiter.waitMs()).isBetween(1_990L, 2_001L);
        nowMs += limiter.waitMs();
        assertThat(limiter.tryNext()).isTrue();
    }

    @Test
    void withoutLimitsEveryRecordMayBeSent() {
        RateLimiter limiter = limiter(0, 0, 0, 3);

        assertThat(limiter.tryNext()).isTrue();
        assertThat(limiter.tryReplay(Long.MAX_VALUE)).isTrue();
    }

    @Test
    void recordsKeepTheirIntervalsDividedByTheSpeed() {
        RateLimiter limiter = limiter(0, 0, 60, 2);

        assertThat(limiter.tryReplay(1_000_000L)).isTrue();
        assertThat(limiter.tryReplay(1_060_000L)).isFalse();
        assertThat(limiter.waitMs()).isEqualTo(1_000);
        nowMs += 999;
        assertThat(limiter.tryReplay(1_060_000L)).isFalse();
        nowMs += 1;
        assertThat(limiter.tryReplay(1_060_000L)).isTrue();
        assertThat(limiter.tryReplay(1_060_060L)).isFalse();
        assertThat(limiter.waitMs()).isEqualTo(1);
    }

    @Test
    void aSlowReplayStretchesTheIntervals() {
        RateLimiter limiter = limiter(0, 0, 0.5, 1);
        limiter.tryReplay(0L);

        assertThat(limiter.tryReplay(100L)).isFalse();
        assertThat(limiter.waitMs()).isEqualTo(200);
    }

    @Test
    void aRecordWithAnEarlierTimestampOrNoneIsDueAtOnceAndChangesNothing() {
        RateLimiter limiter = limiter(0, 0, 1, 1);
        limiter.tryReplay(10_000L);
        nowMs += 5_000;

        assertThat(limiter.tryReplay(15_000L)).isTrue();
        assertThat(limiter.tryReplay(2_000L)).isTrue();
        assertThat(limiter.tryReplay(null)).isTrue();
        assertThat(limiter.tryReplay(15_001L)).isFalse();
        assertThat(limiter.waitMs()).isEqualTo(1);
    }

    @Test
    void aLateReplayCatchesUpOneSecondOnly() {
        RateLimiter limiter = limiter(0, 0, 1, 1);
        limiter.tryReplay(0L);
        nowMs += 60_000;

        assertThat(limiter.tryReplay(1_000L)).isTrue();
        assertThat(limiter.tryReplay(2_000L)).isTrue();
        assertThat(limiter.tryReplay(2_001L)).isFalse();
        assertThat(limiter.waitMs()).isEqualTo(1);
    }

    @Test
    void theLargestTimestampIsWaitedFor() {
        RateLimiter limiter = limiter(0, 0, 0.001, 1);
        limiter.tryReplay(0L);

        assertThat(limiter.tryReplay(Long.MAX_VALUE)).isFalse();
        assertThat(limiter.waitMs()).isGreaterThan(1L << 60);
    }
}
