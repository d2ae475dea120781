package io.parquetry.format.filter;

import io.parquetry.format.schema.TimeUnit;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Dates and times in the form of filters (ISO 8601), as the numbers that columns hold; empty for a text that is none.
 */
final class TimeLiterals {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int INT96_BYTES = 12;
    /** Number of the Julian day that 1970-01-01 is. */
    private static final long JULIAN_EPOCH = 2_440_588;

    private static final Pattern DATE_TIME =
            Pattern.compile("([+-]?\\d{4,9}-\\d\\d-\\d\\d)(?:[T ](\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?)(.*))?");
    private static final Pattern TIME = Pattern.compile("(\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?)(Z?)");

    private TimeLiterals() {}

    /** Digits behind the seconds that a unit can hold. */
    static int digits(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> 3;
            case MICROS -> 6;
            case NANOS -> 9;
        };
    }

    private static long perSecond(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> 1_000;
            case MICROS -> 1_000_000;
            case NANOS -> NANOS_PER_SECOND;
        };
    }

    static Optional<Integer> epochDay(String text) {
        try {
            return Optional.of(Math.toIntExact(LocalDate.parse(text).toEpochDay()));
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** In units since midnight; {@code Z} may follow a time that is adjusted to UTC. */
    static Optional<Long> sinceMidnight(String text, TimeUnit unit, boolean adjustedToUtc) {
        Matcher parts = TIME.matcher(text);
        if (!parts.matches() || (!adjustedToUtc && !parts.group(2).isEmpty())) {
            return Optional.empty();
        }
        try {
            long nanos = LocalTime.parse(parts.group(1)).toNanoOfDay();
            long nanosPerUnit = NANOS_PER_SECOND / perSecond(unit);
            return nanos % nanosPerUnit == 0 ? Optional.of(nanos / nanosPerUnit) : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** In units since 1970; an offset may follow an instant, which is else UTC. */
    static Optional<Long> sinceEpoch(String text, TimeUnit unit, boolean adjustedToUtc) {
        return dateTime(text, adjustedToUtc).flatMap(time -> {
            long nanosPerUnit = NANOS_PER_SECOND / perSecond(unit);
            if (time.getNano() % nanosPerUnit != 0) {
                return Optional.empty();
            }
            try {
                long fraction = time.getNano() / nanosPerUnit;
                long seconds = time.toEpochSecond(ZoneOffset.UTC);
                // The first second that a count reaches begins below what it reaches.
                return seconds < 0
                        ? Optional.of(Math.addExact(
                                Math.multiplyExact(seconds + 1, perSecond(unit)), fraction - perSecond(unit)))
                        : Optional.of(Math.addExact(Math.multiplyExact(seconds, perSecond(unit)), fraction));
            } catch (ArithmeticException e) {
                return Optional.empty();
            }
        });
    }

    /** The legacy form of an instant: nanoseconds of the day, and number of the Julian day. */
    static Optional<byte[]> int96(String text) {
        return dateTime(text, true).flatMap(time -> {
            long day = time.toLocalDate().toEpochDay() + JULIAN_EPOCH;
            if (day != (int) day) {
                return Optional.empty();
            }
            return Optional.of(ByteBuffer.allocate(INT96_BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(time.toLocalTime().toNanoOfDay())
                    .putInt((int) day)
                    .array());
        });
    }

    private static Optional<LocalDateTime> dateTime(String text, boolean adjustedToUtc) {
        Matcher parts = DATE_TIME.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        try {
            LocalDate date = LocalDate.parse(parts.group(1));
            LocalTime time = parts.group(2) == null ? LocalTime.MIDNIGHT : LocalTime.parse(parts.group(2));
            String offset = parts.group(3) == null ? "" : parts.group(3);
            if (offset.isEmpty()) {
                return Optional.of(date.atTime(time));
            }
            return adjustedToUtc
                    ? Optional.of(
                            date.atTime(time).minusSeconds(ZoneOffset.of(offset).getTotalSeconds()))
                    : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
