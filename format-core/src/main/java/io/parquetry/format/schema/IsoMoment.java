package io.parquetry.format.schema;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.temporal.IsoFields;

/**
 * A date or a point in time that is given as text. All texts are parsed here: those of records, of configuration keys,
 * of filters, and of files that are imported.
 *
 * <pre>
 * moment := date | date ('T' | 't' | ' ') time [[' '] zone] | milliseconds
 * date   := [sign] year-MM-dd | yyyy-DDD | yyyy-'W'ww-d      year: 4 digits, or 4 to 10 after a sign
 *         | yyyyMMdd | yyyyDDD | yyyy'W'wwd
 * time   := (HH | HH:mm | HH:mm:ss | HHmm | HHmmss) [('.' | ',') digits]      a fraction of its last unit
 * zone   := 'Z' | 'z' | sign HH | sign HH:mm | sign HH:mm:ss | sign HHmm | sign HHmmss
 * milliseconds := 13 digits, since 1970-01-01T00:00Z
 * </pre>
 *
 * <p>24:00 is the midnight after the day. The 60th second of a leap second counts as the second before it.
 *
 * @param epochSecond since 1970-01-01T00:00Z; a moment without zone is counted as UTC
 * @param nanos of the second
 * @param isCut whether the fraction had digits that nanoseconds do not hold
 */
public record IsoMoment(Form form, long epochSecond, int nanos, boolean isCut) {
    private static final int SECONDS_PER_DAY = 86_400;
    private static final int SECONDS_PER_HOUR = 3_600;
    private static final int SECONDS_PER_MINUTE = 60;
    private static final int NANOS_PER_SECOND = 1_000_000_000;
    private static final int MILLISECONDS_DIGITS = 13;

    /** What a text says. */
    public enum Form {
        DATE,
        /** A date and time without zone. */
        LOCAL,
        INSTANT
    }

    /** A time of day. */
    public record TimeOfDay(long nanos, boolean isCut, boolean isUtc) {
        /**
         * In units since midnight.
         *
         * @throws DateTimeException when the unit does not hold its digits
         */
        public long count(TimeUnit unit) {
            requireDigits(nanos, isCut, unit);
            return nanos / unit.nanos();
        }
    }

    /** @throws DateTimeException with the reason, when the text is none of the forms */
    public static IsoMoment parse(String text) {
        return new Parser(text).moment();
    }

    /**
     * Parses a time of day; {@code Z} may follow it.
     *
     * @throws DateTimeException with the reason, when the text is no time of day
     */
    public static TimeOfDay parseTimeOfDay(String text) {
        return new Parser(text).timeOfDay();
    }

    /** @throws DateTimeException when this is not a date alone */
    public int epochDay() {
        if (form != Form.DATE) {
            throw new DateTimeException("it has a time, which a date has not");
        }
        return Math.toIntExact(Math.floorDiv(epochSecond, SECONDS_PER_DAY));
    }

    /**
     * Milliseconds since 1970-01-01T00:00Z; finer units are rounded down.
     *
     * @throws ArithmeticException when 64 bits do not hold the number
     */
    public long epochMilli() {
        return Math.addExact(Math.multiplyExact(epochSecond, 1_000L), nanos / 1_000_000);
    }

    /**
     * In units since 1970-01-01T00:00Z.
     *
     * @throws DateTimeException when the unit does not hold the digits of the fraction
     * @throws ArithmeticException when 64 bits do not hold the number
     */
    public long count(TimeUnit unit) {
        requireDigits(nanos, isCut, unit);
        return unit.sinceEpoch(epochSecond, nanos);
    }

    private static void requireDigits(long nanos, boolean isCut, TimeUnit unit) {
        if (isCut || nanos % unit.nanos() != 0) {
            throw new DateTimeException("it has more digits than " + unit);
        }
    }

    /** Reads from the left; each method begins at the place where the one before it ended. */
    private static final class Parser {
        private static final int FRACTION_DIGITS = 9;
        private static final int ZONE_HOURS_MAX = 18;
        private static final int YEAR_DIGITS = 4;
        private static final int YEAR_DIGITS_MAX = 10;

        private final String text;
        private int at;
        private int fractionNanos;
        private boolean isCut;
        private boolean isLeapSecond;

        Parser(String text) {
            this.text = text;
        }

        IsoMoment moment() {
            if (text.length() == MILLISECONDS_DIGITS && digits(0) == MILLISECONDS_DIGITS) {
                long milliseconds = Long.parseLong(text);
                return new IsoMoment(
                        Form.INSTANT, milliseconds / 1_000, (int) (milliseconds % 1_000) * 1_000_000, false);
            }
            long midnight = date().toEpochDay() * SECONDS_PER_DAY;
            if (at == text.length()) {
                return new IsoMoment(Form.DATE, midnight, 0, false);
            }
            if (!skip('T') && !skip('t') && !skip(' ')) {
                throw unfit();
            }
            long local = midnight + time();
            if (at == text.length()) {
                return moment(Form.LOCAL, local);
            }
            skip(' ');
            return moment(Form.INSTANT, local - zone());
        }

        private IsoMoment moment(Form form, long second) {
            if (at < text.length()) {
                throw unfit();
            }
            if (isLeapSecond && Math.floorMod(second, SECONDS_PER_DAY) != SECONDS_PER_DAY - 1) {
                throw new DateTimeException("it has a second 60, which only 23:59 in UTC can have");
            }
            return new IsoMoment(form, second, fractionNanos, isCut);
        }

        TimeOfDay timeOfDay() {
            long seconds = time();
            boolean isUtc = skip('Z') || skip('z');
            if (at < text.length() || seconds == SECONDS_PER_DAY || isLeapSecond) {
                throw new DateTimeException("it is not a time of day");
            }
            return new TimeOfDay(seconds * NANOS_PER_SECOND + fractionNanos, isCut, isUtc);
        }

        private LocalDate date() {
            int year = year();
            boolean isExtended = skip('-');
            if (skip('W') || skip('w')) {
                int week = number(2);
                if (isExtended && !skip('-')) {
                    throw unfit();
                }
                return week(year, week, number(1));
            }
            int digits = digits(at);
            if (digits == 3) {
                return LocalDate.ofYearDay(year, number(3));
            }
            int month = number(2);
            if (isExtended && !skip('-')) {
                throw unfit();
            }
            return LocalDate.of(year, month, number(2));
        }

        private static LocalDate week(int year, int week, int day) {
            // The fourth of January is in the first week, whatever day of the week it is.
            LocalDate first = LocalDate.of(year, 1, 4);
            if (week < 1
                    || week
                            > IsoFields.WEEK_OF_WEEK_BASED_YEAR
                                    .rangeRefinedBy(first)
                                    .getMaximum()) {
                throw new DateTimeException("its year has no week " + week);
            }
            if (day < 1 || day > 7) {
                throw new DateTimeException("a week has no day " + day);
            }
            return first.plusDays((week - 1) * 7L + day - first.getDayOfWeek().getValue());
        }

        private int year() {
            if (!isSign()) {
                return number(YEAR_DIGITS);
            }
            int sign = sign();
            int digits = digits(at);
            if (digits < YEAR_DIGITS || digits > YEAR_DIGITS_MAX) {
                throw unfit();
            }
            long year = sign * Long.parseLong(text, at, at + digits, 10);
            at += digits;
            if (at == text.length() || text.charAt(at) != '-' || year != (int) year) {
                throw unfit();
            }
            return (int) year;
        }

        /** In seconds of the day. */
        private int time() {
            int seconds = number(2) * SECONDS_PER_HOUR;
            int unit = SECONDS_PER_HOUR;
            boolean isExtended = skip(':');
            if (isExtended || digits(at) > 0) {
                int minutes = upTo(59, "minute");
                seconds += minutes * SECONDS_PER_MINUTE;
                unit = SECONDS_PER_MINUTE;
                if (isExtended ? skip(':') : digits(at) > 0) {
                    seconds += second();
                    unit = 1;
                }
            }
            if (skip('.') || skip(',')) {
                seconds += fraction(unit);
            }
            if (seconds > SECONDS_PER_DAY || seconds == SECONDS_PER_DAY && fractionNanos > 0) {
                throw new DateTimeException("it has an hour after 24:00");
            }
            return seconds;
        }

        private int second() {
            int second = upTo(60, "second");
            isLeapSecond = second == 60;
            return isLeapSecond ? 59 : second;
        }

        /** The seconds of a fraction; its nanoseconds are kept. */
        private int fraction(int unit) {
            int digits = digits(at);
            if (digits == 0) {
                throw unfit();
            }
            long value = 0;
            for (int i = 0; i < FRACTION_DIGITS; i++) {
                value = value * 10 + (i < digits ? text.charAt(at + i) - '0' : 0);
            }
            for (int i = FRACTION_DIGITS; i < digits; i++) {
                isCut |= text.charAt(at + i) != '0';
            }
            at += digits;
            fractionNanos = (int) (value * unit % NANOS_PER_SECOND);
            return (int) (value * unit / NANOS_PER_SECOND);
        }

        /** In seconds. */
        private int zone() {
            if (skip('Z') || skip('z')) {
                return 0;
            }
            if (!isSign()) {
                throw unfit();
            }
            int sign = sign();
            int seconds = number(2) * SECONDS_PER_HOUR;
            boolean isExtended = skip(':');
            if (isExtended || digits(at) > 0) {
                seconds += upTo(59, "minute") * SECONDS_PER_MINUTE;
                if (isExtended ? skip(':') : digits(at) > 0) {
                    seconds += upTo(59, "second");
                }
            }
            if (seconds > ZONE_HOURS_MAX * SECONDS_PER_HOUR) {
                throw new DateTimeException("its zone is more than " + ZONE_HOURS_MAX + " hours from UTC");
            }
            return sign * seconds;
        }

        private boolean isSign() {
            return at < text.length() && "+-\u2212".indexOf(text.charAt(at)) >= 0;
        }

        private int sign() {
            return text.charAt(at++) == '+' ? 1 : -1;
        }

        private boolean skip(char wanted) {
            boolean found = at < text.length() && text.charAt(at) == wanted;
            at += found ? 1 : 0;
            return found;
        }

        private int upTo(int max, String unit) {
            int number = number(2);
            if (number > max) {
                throw new DateTimeException("it has a " + unit + " " + number);
            }
            return number;
        }

        private int number(int digits) {
            if (digits(at) < digits) {
                throw unfit();
            }
            int number = Integer.parseInt(text, at, at + digits, 10);
            at += digits;
            return number;
        }

        /** ASCII digits from here on. */
        private int digits(int from) {
            int end = from;
            while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
                end++;
            }
            return end - from;
        }

        private static DateTimeException unfit() {
            return new DateTimeException("it is not ISO 8601");
        }
    }
}
