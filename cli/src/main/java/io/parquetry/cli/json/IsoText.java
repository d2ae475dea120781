package io.parquetry.cli.json;

import io.parquetry.format.schema.IsoMoment;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.TimeUnit;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates and times in ISO 8601, written with the digits of their unit, and parsed. */
public final class IsoText {
    private static final Map<TimeUnit, DateTimeFormatter> TIMES = new EnumMap<>(TimeUnit.class);
    private static final Map<TimeUnit, DateTimeFormatter> TIMESTAMPS = new EnumMap<>(TimeUnit.class);

    static {
        for (TimeUnit unit : TimeUnit.values()) {
            DateTimeFormatter time = new DateTimeFormatterBuilder()
                    .appendPattern("HH:mm:ss")
                    .appendFraction(ChronoField.NANO_OF_SECOND, unit.digits(), unit.digits(), true)
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

    private static final Pattern INTERVAL = Pattern.compile("P(\\d{1,10})M(\\d{1,10})DT(\\d{1,10})\\.(\\d{3})S");

    private IsoText() {}

    static String date(int daysSince1970) {
        return LocalDate.ofEpochDay(daysSince1970).toString();
    }

    /** The time of day, or null for a count that is not within a day. */
    static String time(long count, LogicalType.Time type) {
        if (!type.unit().isOfDay(count)) {
            return null;
        }
        long nanosOfUnit = type.unit().nanos();
        return TIMES.get(type.unit()).format(LocalTime.ofNanoOfDay(count * nanosOfUnit))
                + (type.adjustedToUtc() ? "Z" : "");
    }

    static String timestamp(long count, LogicalType.Timestamp type) {
        long perSecond = type.unit().perSecond();
        long seconds = Math.floorDiv(count, perSecond);
        int nanos = (int) (Math.floorMod(count, perSecond) * type.unit().nanos());
        return TIMESTAMPS.get(type.unit()).format(LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC))
                + (type.adjustedToUtc() ? "Z" : "");
    }

    /** Without a zone, because INT96 does not define one. */
    static String int96(Instant value) {
        return TIMESTAMPS.get(TimeUnit.NANOS).format(LocalDateTime.ofInstant(value, ZoneOffset.UTC));
    }

    /** @param parts months, days and milliseconds, unsigned */
    static String interval(ByteBuffer parts) {
        long months = Integer.toUnsignedLong(parts.getInt());
        long days = Integer.toUnsignedLong(parts.getInt());
        long millis = Integer.toUnsignedLong(parts.getInt());
        return String.format(Locale.ROOT, "P%dM%dDT%d.%03dS", months, days, millis / 1000, millis % 1000);
    }

    /**
     * Parses a date as days since 1970.
     *
     * @throws DateTimeException when the text is no date
     * @throws ArithmeticException when 32 bits do not hold the date
     */
    public static int parseDate(String text) {
        return IsoMoment.parse(text).epochDay();
    }

    /** Parses a time of day in the type's unit. */
    static long parseTime(String text, LogicalType.Time type) {
        IsoMoment.TimeOfDay time = IsoMoment.parseTimeOfDay(text);
        if (time.isUtc() != type.adjustedToUtc()) {
            throw new DateTimeException(time.isUtc() ? "it is local and has no zone" : "it must end in Z, for UTC");
        }
        return time.count(type.unit());
    }

    /** Parses a timestamp in the type's unit. */
    public static long parseTimestamp(String text, LogicalType.Timestamp type) {
        IsoMoment moment = IsoMoment.parse(text);
        switch (moment.form()) {
            case DATE -> throw new DateTimeException("it has no time");
            case LOCAL -> require(!type.adjustedToUtc(), "it must have a zone, such as Z for UTC");
            case INSTANT -> require(type.adjustedToUtc(), "it is local and has no zone");
        }
        return moment.count(type.unit());
    }

    private static void require(boolean condition, String reason) {
        if (!condition) {
            throw new DateTimeException(reason);
        }
    }

    /** Parses months, days and milliseconds in the form of {@link #interval}. */
    static byte[] parseInterval(String text) {
        Matcher form = INTERVAL.matcher(text);
        if (!form.matches()) {
            throw new DateTimeException("an interval is written as P1M2DT3.004S");
        }
        long millis =
                Math.addExact(Math.multiplyExact(Long.parseLong(form.group(3)), 1000L), Long.parseLong(form.group(4)));
        ByteBuffer parts = ByteBuffer.allocate(3 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (long part : new long[] {Long.parseLong(form.group(1)), Long.parseLong(form.group(2)), millis}) {
            if (part > 0xFFFF_FFFFL) {
                throw new DateTimeException(part + " is more than 32 bits hold");
            }
            parts.putInt((int) part);
        }
        return parts.array();
    }
}
