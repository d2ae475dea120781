package io.parquetry.connect.source.rate;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.config.PaceSettings;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Rates are kept on average with a bounded burst, and times keep the distances that they had. */
class RateLimiterTest {
    private long nowMs = 5_000;

    private RateLimiter pace(long records, long bytes, double speed, int tasks) {
        return new RateLimiter(new PaceSettings(records, bytes, speed), tasks, () -> nowMs);
    }

    /** How many records of this size go until then, by one who asks every {@code stepMs}. */
    private long sent(RateLimiter pace, long forMs, long stepMs, long bytes) {
        long sent = 0;
        for (long end = nowMs + forMs; nowMs < end; nowMs += stepMs) {
            while (pace.isOpen()) {
                pace.spend(bytes);
                sent++;
            }
        }
        return sent;
    }

    @Property(tries = 200)
    void records_go_at_their_rate_on_average(
            @ForAll @LongRange(min = 1, max = 50_000) long rate,
            @ForAll @IntRange(min = 1, max = 7) int tasks,
            @ForAll @LongRange(min = 1, max = 200) long stepMs) {
        long seconds = 20;
        double share = (double) rate / tasks;

        long sent = sent(pace(rate, 0, 0, tasks), seconds * 1_000, stepMs, 10);

        assertThat((double) sent).isBetween(share * (seconds - 0.2) - 1, share * seconds + 2);
    }

    @Property(tries = 100)
    void bytes_go_at_their_rate_on_average_however_large_the_records(
            @ForAll @LongRange(min = 100, max = 100_000) long rate,
            @ForAll @LongRange(min = 1, max = 1_000_000) long bytes) {
        long seconds = 100;

        long sent = sent(pace(0, rate, 0, 1), seconds * 1_000, 100, bytes) * bytes;

        assertThat(sent).isBetween(rate * (seconds - 1) - bytes, rate * seconds + rate + bytes);
    }

    @Test
    void after_a_pause_no_more_goes_at_once_than_a_second_allows() {
        RateLimiter pace = pace(100, 0, 0, 1);
        sent(pace, 1_000, 10, 1);
        nowMs += 3_600_000;

        assertThat(sent(pace, 1, 1, 1)).isBetween(100L, 101L);
    }

    @Test
    void the_stricter_rate_counts_and_says_how_long_to_wait() {
        RateLimiter pace = pace(1_000, 10, 0, 1);
        nowMs += 1;
        assertThat(pace.isOpen()).isTrue();
        pace.spend(20);

        assertThat(pace.isOpen()).isFalse();
        assertThat(pace.waitMs()).isBetween(1_990L, 2_001L);
        nowMs += pace.waitMs();
        assertThat(pace.isOpen()).isTrue();
    }

    @Test
    void without_limits_everything_goes() {
        RateLimiter pace = pace(0, 0, 0, 3);

        assertThat(pace.isOpen()).isTrue();
        assertThat(pace.isDue(Long.MAX_VALUE)).isTrue();
    }

    @Test
    void records_keep_their_distances_divided_by_the_speed() {
        RateLimiter pace = pace(0, 0, 60, 2);

        assertThat(pace.isDue(1_000_000L)).isTrue();
        assertThat(pace.isDue(1_060_000L)).isFalse();
        assertThat(pace.waitMs()).isEqualTo(1_000);
        nowMs += 999;
        assertThat(pace.isDue(1_060_000L)).isFalse();
        nowMs += 1;
        assertThat(pace.isDue(1_060_000L)).isTrue();
        assertThat(pace.isDue(1_060_060L)).isFalse();
        assertThat(pace.waitMs()).isEqualTo(1);
    }

    @Test
    void a_slow_replay_waits_longer_than_it_was() {
        RateLimiter pace = pace(0, 0, 0.5, 1);
        pace.isDue(0L);

        assertThat(pace.isDue(100L)).isFalse();
        assertThat(pace.waitMs()).isEqualTo(200);
    }

    @Test
    void what_has_an_earlier_time_or_none_goes_at_once_and_changes_nothing() {
        RateLimiter pace = pace(0, 0, 1, 1);
        pace.isDue(10_000L);
        nowMs += 5_000;

        assertThat(pace.isDue(15_000L)).isTrue();
        assertThat(pace.isDue(2_000L)).isTrue();
        assertThat(pace.isDue(null)).isTrue();
        assertThat(pace.isDue(15_001L)).isFalse();
        assertThat(pace.waitMs()).isEqualTo(1);
    }

    @Test
    void who_falls_behind_makes_up_for_a_second_only() {
        RateLimiter pace = pace(0, 0, 1, 1);
        pace.isDue(0L);
        nowMs += 60_000;

        assertThat(pace.isDue(1_000L)).isTrue();
        assertThat(pace.isDue(2_000L)).isTrue();
        assertThat(pace.isDue(2_001L)).isFalse();
        assertThat(pace.waitMs()).isEqualTo(1);
    }

    @Test
    void a_time_at_the_end_of_all_days_is_waited_for() {
        RateLimiter pace = pace(0, 0, 0.001, 1);
        pace.isDue(0L);

        assertThat(pace.isDue(Long.MAX_VALUE)).isFalse();
        assertThat(pace.waitMs()).isGreaterThan(1L << 60);
    }
}
