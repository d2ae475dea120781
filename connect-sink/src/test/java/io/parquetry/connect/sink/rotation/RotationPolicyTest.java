package io.parquetry.connect.sink.rotation;

import static io.parquetry.connect.sink.rotation.RotationLimits.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.sink.rotation.RotationPolicy.Deadline;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** A file is closed exactly at each limit, at the first of several limits, and never by a limit of 0. */
class RotationPolicyTest {
    private static RotationPolicy byRecords(long records) {
        return policy(Map.of("flush.size", records));
    }

    private static RotationPolicy bySpan(long spanMs) {
        return policy(Map.of("rotate.interval.ms", spanMs));
    }

    private static RotationPolicy byClock(long ageMs, long idleMs) {
        return policy(Map.of("rotate.max.age.ms", ageMs, "rotate.idle.ms", idleMs));
    }

    private static Optional<RotationReason> beforeRecord(RotationPolicy policy, long firstMs, long timeMs) {
        return policy.beforeRecord(policy.traits(record(firstMs)), policy.traits(record(timeMs)));
    }

    private static SinkRecord record(Long timeMs) {
        return new SinkRecord("t", 0, null, null, null, null, 0, timeMs, TimestampType.CREATE_TIME);
    }

    @Test
    void aFileIsClosedWithTheRecordThatFillsIt() {
        assertThat(byRecords(3).afterRecord(2, bytes -> true)).isEmpty();
        assertThat(byRecords(3).afterRecord(3, bytes -> false)).contains(RotationReason.RECORDS);
        assertThat(byRecords(3).afterRecord(4, bytes -> false)).contains(RotationReason.RECORDS);
    }

    @Test
    void aFileIsClosedWhenItHasItsBytes() {
        RotationPolicy policy = policy(Map.of("file.size.bytes", 100L));
        assertThat(policy.afterRecord(1_000_000, bytes -> 99 >= bytes)).isEmpty();
        assertThat(policy.afterRecord(1, bytes -> 100 >= bytes)).contains(RotationReason.BYTES);
    }

    @Test
    void theLimitOfRecordsIsReportedBeforeTheLimitOfBytes() {
        RotationPolicy policy = policy(Map.of("flush.size", 3L, "file.size.bytes", 100L));
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
        RotationPolicy policy =
                policy(Map.of("rotate.max.age.ms", 600_000L, "rotate.schedule.interval.ms", 3_600_000L));
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
        assertThat(beforeRecord(bySpan(60), 1_000, 1_059)).isEmpty();
        assertThat(beforeRecord(bySpan(60), 1_000, 1_060)).contains(RotationReason.SPAN);
    }

    @Test
    void aLateRecordClosesNothing() {
        assertThat(beforeRecord(bySpan(60), 1_000, 999)).isEmpty();
        assertThat(beforeRecord(bySpan(60), 1_000, Long.MIN_VALUE)).isEmpty();
    }

    @Test
    void timesAtTheEndsOfTheScaleAreFarApart() {
        assertThat(beforeRecord(bySpan(60), Long.MIN_VALUE, Long.MAX_VALUE)).contains(RotationReason.SPAN);
        assertThat(beforeRecord(bySpan(Long.MAX_VALUE), Long.MIN_VALUE, Long.MAX_VALUE))
                .contains(RotationReason.SPAN);
        assertThat(beforeRecord(bySpan(60), Long.MIN_VALUE, Long.MIN_VALUE + 59))
                .isEmpty();
    }

    @Test
    void aLimitOfZeroIsNone() {
        assertThat(byClock(1, 1).afterRecord(Long.MAX_VALUE, bytes -> true)).isEmpty();
        assertThat(byRecords(1).afterOpening(0)).isEqualTo(Deadline.NEVER);
        assertThat(byRecords(1).afterWriting(0)).isEqualTo(Deadline.NEVER);
        assertThat(beforeRecord(byRecords(1), 0, Long.MAX_VALUE)).isEmpty();
        assertThat(byRecords(1).traits(record(null)))
                .as("of a record without a time")
                .isNotNull();
    }
}
