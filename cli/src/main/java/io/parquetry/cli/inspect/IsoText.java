package io.parquetry.cli.inspect;

import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.TimeUnit;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.EnumMap;
import java.util.Map;

/** Dates and times in ISO 8601, with exactly the digits that their unit has. */
final class IsoText {
    private static final long NANOS_OF_DAY = 86_400_000_000_000L;
    private static final Map<TimeUnit, DateTimeFormatter> TIMES = new EnumMap<>(TimeUnit.class);
    private static final Map<TimeUnit, DateTimeFormatter> TIMESTAMPS = new EnumMap<>(TimeUnit.class);

    static {
        for (TimeUnit unit : TimeUnit.values()) {
            DateTimeFormatter time = new DateTimeFormatterBuilder()
                    .appendPattern("HH:mm:ss")
                    .appendFraction(ChronoField.NANO_OF_SECOND, digits(unit), digits(unit), true)
                    .toFormatter();
            TIMES.put(unit, time);
            TIMESTAMPS.put(
                    unit,
                    new DateTimeFormatterBuilder()
                            .append(DateTimeFormatter.ISO_LOCAL_DATE)
                            .appendLiteral('T')
                            .append(time)
                            .toFormatter());
        }
    }

    private IsoText() {}

    static String date(int daysSince1970) {
        return LocalDate.ofEpochDay(daysSince1970).toString();
    }

    /** The time of day, or null for a count that is not within a day. */
    static String time(long count, LogicalType.Time type) {
        long nanosOfUnit = 1_000_000_000L / perSecond(type.unit());
        if (count < 0 || count >= NANOS_OF_DAY / nanosOfUnit) {
            return null;
        }
        return TIMES.get(type.unit()).format(LocalTime.ofNanoOfDay(count * nanosOfUnit))
                + (type.adjustedToUtc() ? "Z" : "");
    }

    static String timestamp(long count, LogicalType.Timestamp type) {
        long perSecond = perSecond(type.unit());
        long seconds = Math.floorDiv(count, perSecond);
        int nanos = (int) (Math.floorMod(count, perSecond) * (1_000_000_000L / perSecond));
        return TIMESTAMPS.get(type.unit()).format(LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC))
                + (type.adjustedToUtc() ? "Z" : "");
    }

    /** Without a zone, since nobody knows in which one an INT96 was meant. */
    static String int96(Instant value) {
        return TIMESTAMPS.get(TimeUnit.NANOS).format(LocalDateTime.ofInstant(value, ZoneOffset.UTC));
    }

    /** @param parts months, days and milliseconds, unsigned */
    static String interval(ByteBuffer parts) {
        long months = Integer.toUnsignedLong(parts.getInt());
        long days = Integer.toUnsignedLong(parts.getInt());
        long millis = Integer.toUnsignedLong(parts.getInt());
        return String.format("P%dM%dDT%d.%03dS", months, days, millis / 1000, millis % 1000);
    }

    private static int digits(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> 3;
            case MICROS -> 6;
            case NANOS -> 9;
        };
    }

    private static long perSecond(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> 1_000L;
            case MICROS -> 1_000_000L;
            case NANOS -> 1_000_000_000L;
        };
    }
}
