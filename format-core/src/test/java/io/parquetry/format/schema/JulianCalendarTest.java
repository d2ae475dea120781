package io.parquetry.format.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

/** Judged by the calendar of the JDK, which changes from the Julian to the Gregorian one in 1582. */
class JulianCalendarTest {
    private static final long DAY_MILLIS = 86_400_000;

    private final GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"));

    private long expected(long julian) {
        calendar.setTimeInMillis(julian * DAY_MILLIS);
        int year = calendar.get(Calendar.YEAR);
        boolean isBeforeChrist = calendar.get(Calendar.ERA) == GregorianCalendar.BC;
        return LocalDate.of(isBeforeChrist ? 1 - year : year, calendar.get(Calendar.MONTH) + 1, 1)
                .plusDays(calendar.get(Calendar.DAY_OF_MONTH) - 1)
                .toEpochDay();
    }

    @Test
    void aDateIsTheSameInBothCalendars() {
        assertThat(JulianCalendar.gregorian(-719_164))
                .isEqualTo(LocalDate.of(1, 1, 1).toEpochDay());
        assertThat(JulianCalendar.gregorian(-141_428))
                .isEqualTo(LocalDate.of(1582, 10, 4).toEpochDay());
        assertThat(JulianCalendar.gregorian(-141_427)).isEqualTo(-141_427);
        for (long day = -900_000; day < -141_000; day++) {
            assertThat(JulianCalendar.gregorian(day)).isEqualTo(expected(day));
        }
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            int day = random.nextInt();
            assertThat(JulianCalendar.gregorian(day)).isEqualTo(expected(day));
        }
        assertThat(JulianCalendar.gregorian(Integer.MIN_VALUE)).isEqualTo(expected(Integer.MIN_VALUE));
    }

    @Test
    void theWayBackFindsAllDays() {
        Map<Long, List<Long>> julian = new HashMap<>();
        for (long day = -900_000; day < -141_000; day++) {
            julian.computeIfAbsent(JulianCalendar.gregorian(day), none -> new ArrayList<>())
                    .add(day);
        }
        long next = -900_000;
        for (long day = -890_000; day < -141_000; day++) {
            assertThat(JulianCalendar.julian(day)).isEqualTo(julian.getOrDefault(day, List.of()));
            while (JulianCalendar.gregorian(next) < day) {
                next++;
            }
            assertThat(JulianCalendar.firstJulian(day)).isEqualTo(next);
        }
        for (int day : new Random(2).ints(100_000).toArray()) {
            assertThat(JulianCalendar.julian(day)).allMatch(each -> JulianCalendar.gregorian(each) == day);
            assertThat(JulianCalendar.julian(JulianCalendar.gregorian(day))).contains((long) day);
        }
    }
}
