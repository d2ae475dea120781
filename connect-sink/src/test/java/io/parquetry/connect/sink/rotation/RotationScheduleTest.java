package io.parquetry.connect.sink.rotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Files are closed when the clock of the zone shows a round time, also on the days on which it is changed. */
class RotationScheduleTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    /** The moments between two local times, as the clock shows them, with the offset from UTC. */
    private static List<String> moments(ZoneId zone, Duration interval, String from, String to) {
        RotationSchedule schedule = new RotationSchedule(interval.toMillis(), zone);
        long end = ZonedDateTime.parse(to).toInstant().toEpochMilli();
        List<String> moments = new ArrayList<>();
        long at = schedule.next(ZonedDateTime.parse(from).toInstant().toEpochMilli());
        while (at <= end) {
            ZonedDateTime local = Instant.ofEpochMilli(at).atZone(zone);
            moments.add(local.toLocalTime() + local.getOffset().getId());
            at = schedule.next(at);
        }
        return moments;
    }

    @Test
    void momentsAreRoundTimesOfTheZoneNotOfUtc() {
        ZoneId kathmandu = ZoneId.of("Asia/Kathmandu");
        assertThat(moments(kathmandu, Duration.ofHours(6), "2026-07-01T23:59:59+05:45", "2026-07-02T23:59:59+05:45"))
                .containsExactly("00:00+05:45", "06:00+05:45", "12:00+05:45", "18:00+05:45");
    }

    @Test
    void aMomentIsAfterTheTimeThatIsGiven() {
        RotationSchedule hourly = new RotationSchedule(3_600_000, ZoneId.of("UTC"));
        assertThat(hourly.next(3_599_999)).isEqualTo(3_600_000);
        assertThat(hourly.next(3_600_000)).isEqualTo(7_200_000);
        assertThat(hourly.next(-1)).isZero();
    }

    @Test
    void anIntervalThatDoesNotDivideTheDayStartsAgainAtMidnight() {
        assertThat(moments(BERLIN, Duration.ofHours(7), "2026-07-01T00:00:00+02:00", "2026-07-02T08:00:00+02:00"))
                .containsExactly("07:00+02:00", "14:00+02:00", "21:00+02:00", "00:00+02:00", "07:00+02:00");
    }

    @Test
    void aDayOfTwentyThreeHoursKeepsItsRoundTimes() {
        // 29 March 2026: two o'clock becomes three.
        assertThat(moments(BERLIN, Duration.ofHours(6), "2026-03-28T23:00:00+01:00", "2026-03-29T23:00:00+02:00"))
                .containsExactly("00:00+01:00", "06:00+02:00", "12:00+02:00", "18:00+02:00");
        assertThat(moments(BERLIN, Duration.ofHours(1), "2026-03-29T00:30:00+01:00", "2026-03-29T04:30:00+02:00"))
                .containsExactly("01:00+01:00", "03:00+02:00", "04:00+02:00");
    }

    @Test
    void momentsThatTheClockSkipsAreAtTheTransition() {
        assertThat(moments(BERLIN, Duration.ofMinutes(50), "2026-03-29T01:00:00+01:00", "2026-03-29T04:30:00+02:00"))
                .containsExactly("01:40+01:00", "03:00+02:00", "03:20+02:00", "04:10+02:00");
        // An hour and a half: half past one, three, half past four. There is no time between two and three.
        assertThat(moments(BERLIN, Duration.ofMinutes(90), "2026-03-29T01:00:00+01:00", "2026-03-29T05:00:00+02:00"))
                .containsExactly("01:30+01:00", "03:00+02:00", "04:30+02:00");
    }

    @Test
    void aDayOfTwentyFiveHoursKeepsItsRoundTimes() {
        // 25 October 2026: three o'clock becomes two.
        assertThat(moments(BERLIN, Duration.ofHours(6), "2026-10-24T23:00:00+02:00", "2026-10-25T23:00:00+01:00"))
                .containsExactly("00:00+02:00", "06:00+01:00", "12:00+01:00", "18:00+01:00");
    }

    @Test
    void momentsThatTheClockShowsTwiceAreThereTwice() {
        assertThat(moments(BERLIN, Duration.ofMinutes(30), "2026-10-25T01:45:00+02:00", "2026-10-25T03:15:00+01:00"))
                .containsExactly("02:00+02:00", "02:30+02:00", "02:00+01:00", "02:30+01:00", "03:00+01:00");
    }

    @Test
    void aDayThatBeginsAtOneBeginsAtOne() {
        // Beirut, 29 March 2026: midnight becomes one o'clock.
        ZoneId beirut = ZoneId.of("Asia/Beirut");
        assertThat(moments(beirut, Duration.ofDays(1), "2026-03-28T12:00:00+02:00", "2026-03-30T12:00:00+03:00"))
                .containsExactly("01:00+03:00", "00:00+03:00");
    }

    @Property(tries = 500)
    void noTwoMomentsAreFurtherApartThanTheIntervalAndAnHour(
            @ForAll @LongRange(min = 1_700_000_000_000L, max = 1_900_000_000_000L) long afterMs,
            @ForAll @LongRange(min = 60_000, max = 86_400_000) long intervalMs) {
        long next = new RotationSchedule(intervalMs, BERLIN).next(afterMs);
        assertThat(next).isGreaterThan(afterMs).isLessThanOrEqualTo(afterMs + intervalMs + 3_600_000);
        LocalTime shown = Instant.ofEpochMilli(next).atZone(BERLIN).toLocalTime();
        assertThat(shown.toNanoOfDay() / 1_000_000 % intervalMs == 0 || shown.equals(LocalTime.of(3, 0)))
                .as("%s is round, or the leap of spring", shown)
                .isTrue();
    }

    @Test
    void anIntervalIsAtMostADay() {
        assertThatThrownBy(() -> new RotationSchedule(86_400_001, BERLIN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RotationSchedule(0, BERLIN)).isInstanceOf(IllegalArgumentException.class);
    }
}
