package io.parquetry.format.schema;

import java.util.List;
import java.util.stream.LongStream;

/**
 * Days since 1970 that were counted in the Julian calendar up to 1582-10-04, and the same dates counted in the
 * Gregorian calendar alone. A 29th of February that only the Julian calendar has becomes the 1st of March.
 */
public final class JulianCalendar {
    /** 1582-10-15, the first day of the Gregorian calendar; the day before was 1582-10-04. */
    private static final long REFORM = -141_427;

    /** Julian 0000-03-01: centuries are counted from March, since their leap day is then the last of them. */
    private static final long JULIAN_ZERO = -719_470;

    private static final long JULIAN_CENTURY = 36_525;

    /** Gregorian 0000-03-01. */
    private static final long GREGORIAN_ZERO = -719_468;

    private static final long GREGORIAN_CENTURY = 36_524;
    private static final long GREGORIAN_400_YEARS = 4 * GREGORIAN_CENTURY + 1;

    private JulianCalendar() {}

    /** Whether a Gregorian day is another one in the Julian calendar. */
    public static boolean isChanged(long gregorian) {
        return gregorian < REFORM;
    }

    /** The Gregorian day of a Julian one. */
    public static long gregorian(long julian) {
        return julian < REFORM ? julian + shift(Math.floorDiv(julian - JULIAN_ZERO, JULIAN_CENTURY)) : julian;
    }

    /** How many days later the same date is in the Gregorian calendar, in a century that begins in March. */
    private static long shift(long century) {
        return 2 - century + Math.floorDiv(century, 4);
    }

    /** The Julian days of a Gregorian one: none of a day that the reform left out, two of some 1st of March. */
    public static List<Long> julian(long gregorian) {
        if (gregorian >= REFORM) {
            return List.of(gregorian);
        }
        long days = gregorian - GREGORIAN_ZERO;
        long century = 4 * Math.floorDiv(days, GREGORIAN_400_YEARS)
                + Math.min(3, Math.floorMod(days, GREGORIAN_400_YEARS) / GREGORIAN_CENTURY);
        long day = gregorian - shift(century);
        return LongStream.of(day - 1, day)
                .filter(each -> each < REFORM && gregorian(each) == gregorian)
                .boxed()
                .toList();
    }

    /** The first Julian day that is this Gregorian one or later. */
    public static long firstJulian(long gregorian) {
        List<Long> days = julian(gregorian);
        return days.isEmpty() ? REFORM : days.get(0);
    }
}
