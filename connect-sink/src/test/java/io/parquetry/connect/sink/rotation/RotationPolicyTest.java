package io.parquetry.connect.sink.rotation;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.sink.rotation.RotationPolicy.Deadline;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A file is closed exactly at each limit, at the first of several limits, and never by a limit of 0. */
class RotationPolicyTest {
    private static final RotationPolicy NONE = new RotationPolicy(0, 0, 0, 0, 0, Optional.empty());

    private static RotationPolicy byRecords(long records) {
        return new RotationPolicy(records, 0, 0, 0, 0, Optional.empty());
    }

    private static RotationPolicy bySpan(long spanMs) {
        return new RotationPolicy(0, 0, 0, 0, spanMs, Optional.empty());
    }

    private static RotationPolicy byClock(long ageMs, long idleMs) {
        return new RotationPolicy(0, 0, ageMs, idleMs, 0, Optional.empty());
    }

    @Test
    void aFileIsClosedWithTheRecordThatFillsIt() {
        assertThat(byRecords(3).afterRecord(2, bytes -> true)).isEmpty();
        assertThat(byRecords(3).afterRecord(3, bytes -> false)).contains(RotationReason.RECORDS);
        assertThat(byRecords(3).afterRecord(4, bytes -> false)).contains(RotationReason.RECORDS);
    }

    @Test
    void aFileIsClosedWhenItHasItsBytes() {
        RotationPolicy policy = new RotationPolicy(0, 100, 0, 0, 0, Optional.empty());
        assertThat(policy.afterRecord(1_000_000, bytes -> 99 >= bytes)).isEmpty();
        assertThat(policy.afterRecord(1, bytes -> 100 >= bytes)).contains(RotationReason.BYTES);
    }

    @Test
    void theLimitOfRecordsIsReportedBeforeTheLimitOfBytes() {
        RotationPolicy policy = new RotationPolicy(3, 100, 0, 0, 0, Optional.empty());
        assertThat(policy.afterRecord(3, bytes -> true)).contains(RotationReason.RECORDS);
    }

    @Test
    void aFileIsClosedByItsAgeHoweverMuchIsWritten() {
        assertThat(byClock(60, 0).afterOpening(1_000)).isEqualTo(new Deadline(1_060, RotationReason.AGE));
        assertThat(byClock(60, 0).afterWriting(1_050)).isEqualTo(Deadline.NEVER);
    }

    @Test
    void aFileIsClosedWhenItHasBeenIdle() {
        assertThat(byClock(0, 60).afterOpening(1_000)).isEqualTo(Deadline.NEVER);
        assertThat(byClock(0, 60).afterWriting(1_050)).isEqualTo(new Deadline(1_110, RotationReason.IDLE));
    }

    @Test
    void aScheduleClosesAFileAtItsNextTimeAndAgeIfThatIsEarlier() {
        RotationSchedule hourly = new RotationSchedule(3_600_000, ZoneOffset.UTC);
        RotationPolicy policy = new RotationPolicy(0, 0, 600_000, 0, 0, Optional.of(hourly));
        assertThat(policy.afterOpening(3_000_000)).isEqualTo(new Deadline(3_600_000, RotationReason.SCHEDULE));
        assertThat(policy.afterOpening(2_999_999)).isEqualTo(new Deadline(3_599_999, RotationReason.AGE));
        assertThat(policy.afterOpening(3_000_001)).isEqualTo(new Deadline(3_600_000, RotationReason.SCHEDULE));
        assertThat(policy.afterOpening(3_600_000)).isEqualTo(new Deadline(4_200_000, RotationReason.AGE));
    }

    @Test
    void theEarlierOfTwoDeadlinesCounts() {
        Deadline early = new Deadline(1, RotationReason.IDLE);
        Deadline late = new Deadline(2, RotationReason.AGE);
        assertThat(early.earlier(late)).isEqualTo(early);
        assertThat(late.earlier(early)).isEqualTo(early);
        assertThat(Deadline.NEVER.earlier(late)).isEqualTo(late);
    }

    @Test
    void aSwitchedOffLimitIsNeverReached() {
        RotationPolicy policy = byClock(Long.MAX_VALUE, Long.MAX_VALUE);
        assertThat(policy.afterOpening(1_000).atMs()).isEqualTo(Long.MAX_VALUE);
        assertThat(policy.afterWriting(1_000).atMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aFileIsClosedBeforeARecordThatIsTooFarFromItsFirst() {
        assertThat(bySpan(60).isClosedBefore(1_000, 1_059)).isFalse();
        assertThat(bySpan(60).isClosedBefore(1_000, 1_060)).isTrue();
    }

    @Test
    void aLateRecordClosesNothing() {
        assertThat(bySpan(60).isClosedBefore(1_000, 999)).isFalse();
        assertThat(bySpan(60).isClosedBefore(1_000, Long.MIN_VALUE)).isFalse();
    }

    @Test
    void timesAtTheEndsOfTheScaleAreFarApart() {
        assertThat(bySpan(60).isClosedBefore(Long.MIN_VALUE, Long.MAX_VALUE)).isTrue();
        assertThat(bySpan(Long.MAX_VALUE).isClosedBefore(Long.MIN_VALUE, Long.MAX_VALUE))
                .isTrue();
        assertThat(bySpan(60).isClosedBefore(Long.MIN_VALUE, Long.MIN_VALUE + 59))
                .isFalse();
    }

    @Test
    void aLimitOfZeroIsNone() {
        assertThat(NONE.afterRecord(Long.MAX_VALUE, bytes -> true)).isEmpty();
        assertThat(NONE.afterOpening(0)).isEqualTo(Deadline.NEVER);
        assertThat(NONE.afterWriting(0)).isEqualTo(Deadline.NEVER);
        assertThat(NONE.isClosedBefore(0, Long.MAX_VALUE)).isFalse();
        assertThat(NONE.usesTimes()).isFalse();
        assertThat(bySpan(1).usesTimes()).isTrue();
    }
}
