package io.parquetry.connect.common.schema;

import io.parquetry.format.schema.IsoMoment;
import java.time.DateTimeException;
import java.util.Date;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * Points in time in values: dates and timestamps of Connect, Debezium and Confluent, numbers of milliseconds, and text
 * by {@link IsoMoment}.
 */
public final class Timestamps {
    private static final Pattern MILLISECONDS = Pattern.compile("\\d{1,18}");

    /** Years, days, seconds and microseconds, which as milliseconds would be times of 1970, or millennia from now. */
    private static final Pattern OF_OTHER_UNITS =
            Pattern.compile("(19|20)\\d\\d((0\\d|1[012])\\d\\d)?|\\d{9,10}|\\d{16,}");

    private Timestamps() {}

    /**
     * Milliseconds since 1970-01-01T00:00Z; finer units are rounded down. A local timestamp is taken as UTC.
     *
     * @param schema null where there is none
     * @throws DataException with the reason when the value is not a point in time
     */
    public static long milliseconds(Object value, Schema schema) {
        if (value instanceof Date date) {
            if (schema != null && TemporalType.of(schema).equals(Optional.of(TemporalType.CONNECT_TIME))) {
                throw timeOfDay(TemporalType.CONNECT_TIME);
            }
            return date.getTime();
        }
        if (value instanceof Long || value instanceof Integer) {
            return milliseconds(((Number) value).longValue(), schema);
        }
        if (value instanceof String text) {
            return milliseconds(text);
        }
        throw new DataException(
                value == null
                        ? "it is null"
                        : "a value of " + value.getClass().getName()
                                + " is not a timestamp; it must be a timestamp, an integer or ISO-8601 text");
    }

    private static long milliseconds(long number, Schema schema) {
        Optional<TemporalType> type = schema == null ? Optional.empty() : TemporalType.of(schema);
        return type.isEmpty() ? number : milliseconds(number, type.get());
    }

    private static long milliseconds(long number, TemporalType type) {
        return switch (type) {
            case DEBEZIUM_MICRO_TIMESTAMP, MICRO_TIMESTAMP -> Math.floorDiv(number, 1_000L);
            case DEBEZIUM_NANO_TIMESTAMP, CONFLUENT_NANO_TIMESTAMP -> Math.floorDiv(number, 1_000_000L);
            case DEBEZIUM_DATE -> Math.multiplyExact(number, 86_400_000L);
            case DEBEZIUM_TIMESTAMP, CONNECT_TIMESTAMP, CONNECT_DATE -> number;
            case CONNECT_TIME, DEBEZIUM_TIME, DEBEZIUM_MICRO_TIME, DEBEZIUM_NANO_TIME -> throw timeOfDay(type);
        };
    }

    private static DataException timeOfDay(TemporalType type) {
        return new DataException("a time of day (" + type.schemaName() + ") has no date");
    }

    private static long milliseconds(String text) {
        IsoMoment moment;
        try {
            moment = IsoMoment.parse(text);
            if (moment.form() == IsoMoment.Form.INSTANT) {
                return moment.epochMilli();
            }
        } catch (DateTimeException | ArithmeticException e) {
            throw new DataException(
                    "the text \"" + shortened(text) + "\" is not an ISO-8601 time with a zone, such as"
                            + " 2026-07-01T12:00:00Z, and not 13 digits of milliseconds",
                    e);
        }
        throw new DataException("the text \"" + shortened(text) + "\" has no "
                + (moment.form() == IsoMoment.Form.DATE ? "time" : "zone")
                + "; it takes ISO 8601 with a zone, such as 2026-07-01T12:00:00Z");
    }

    private static String shortened(String text) {
        return text.length() > 50 ? text.substring(0, 50) + "..." : text;
    }

    /**
     * The milliseconds of a bound that a user sets: a date (its midnight), a time (UTC where it has no zone), or a
     * number of milliseconds since 1970.
     *
     * @throws IllegalArgumentException with the reason when the text is none of them
     */
    public static long bound(String text) {
        if (OF_OTHER_UNITS.matcher(text).matches()) {
            throw new IllegalArgumentException("it is a year, a day, seconds or microseconds; write a date such as"
                    + " 2026-01-31, or milliseconds since 1970, such as 1769860800000");
        }
        try {
            return MILLISECONDS.matcher(text).matches()
                    ? Long.parseLong(text)
                    : IsoMoment.parse(text).epochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "it must be ISO 8601, such as 2026-01-31, 2026-01-31T12:00:00Z or 2026-01-31T12:00:00+01:00, or"
                            + " milliseconds since 1970, such as 1769860800000",
                    e);
        }
    }
}
