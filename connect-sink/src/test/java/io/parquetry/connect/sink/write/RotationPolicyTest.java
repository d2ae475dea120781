package io.parquetry.connect.sink.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A file ends exactly at its limit, and a limit of 0 is none. */
class RotationPolicyTest {
    private final RotationPolicy policy = new RotationPolicy(10, 1_000, 60_000);

    @Test
    void theRecordThatReachesTheLimitIsTheLast() {
        assertThat(policy.afterRecord(9, 0)).isEmpty();
        assertThat(policy.afterRecord(10, 0)).contains(RotationReason.RECORDS);
    }

    @Test
    void theByteThatReachesTheLimitIsTheLast() {
        assertThat(policy.afterRecord(1, 999)).isEmpty();
        assertThat(policy.afterRecord(1, 1_000)).contains(RotationReason.BYTES);
    }

    @Test
    void ageCountsFromTheFirstRecord() {
        assertThat(policy.isDue(5, 60_004)).isFalse();
        assertThat(policy.isDue(5, 60_005)).isTrue();
        assertThat(policy.dueAtMs(5)).hasValue(60_005);
    }

    @Test
    void aClockThatWasSetBackEndsNothing() {
        assertThat(policy.isDue(1_000_000, 5)).isFalse();
    }

    @Test
    void zeroIsNoLimit() {
        RotationPolicy none = new RotationPolicy(0, 0, 0);
        assertThat(none.afterRecord(Long.MAX_VALUE, Long.MAX_VALUE)).isEmpty();
        assertThat(none.isDue(0, Long.MAX_VALUE)).isFalse();
        assertThat(none.dueAtMs(0)).isEmpty();
    }
}
