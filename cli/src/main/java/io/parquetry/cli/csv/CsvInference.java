package io.parquetry.cli.csv;

import io.parquetry.cli.json.DoubleDigits;
import io.parquetry.cli.json.IsoText;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.schema.Type;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Infers the types of CSV columns from all their values:
 *
 * <pre>
 * true, false               BOOLEAN          2024-02-29                    DATE
 * whole numbers of 64 bits  INT64            2024-02-29T12:00:00.123456    TIMESTAMP(MICROS), local
 * numbers with a fraction   DOUBLE, also     2024-02-29 12:00:00Z, +01:00  TIMESTAMP(MICROS), UTC
 *   whose digits it keeps     with whole ones up to 2^53, NaN and Infinity   (NANOS where there are over 6 digits)
 * anything else, several of these, only nulls            STRING
 * </pre>
 *
 * <p>A number with a leading zero or a plus sign is text: it is a code and no number. Every column may be null.
 */
public final class CsvInference {
    /** Doubles hold every whole number up to here. */
    private static final long EXACT_MAX = 1L << 53;

    private static final Pattern WHOLE = Pattern.compile("-?(?:0|[1-9]\\d*)");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    private static final Pattern TIMESTAMP =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.(\\d{1,9}))?)?"
                    + "( ?(?:[Zz]|[+-]\\d\\d(?::?\\d\\d)?))?");
    private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");
    private static final int MICROS_DIGITS = 6;

    /** The microseconds that nanoseconds of 64 bits can count. */
    private static final long NANOS_MICROS_MAX = Long.MAX_VALUE / 1_000;

    private final List<String> names;
    private final List<Set<Kind>> seen = new ArrayList<>();

    private enum Kind {
        BOOLEAN,
        INTEGER,
        /** A whole number that a double may not hold. */
        LONG,
        FRACTION,
        NOT_FINITE,
        DATE,
        LOCAL_MICROS,
        /** A time that nanoseconds of 64 bits cannot count, before 1677 or after 2262. */
        LOCAL_FAR,
        LOCAL_NANOS,
        UTC_MICROS,
        UTC_FAR,
        UTC_NANOS,
        TEXT
    }

    public CsvInference(List<String> names) {
        this.names = List.copyOf(names);
        names.forEach(name -> seen.add(EnumSet.noneOf(Kind.class)));
    }

    /** @param fields null for nulls */
    public void add(String[] fields) {
        for (int i = 0; i < fields.length; i++) {
            Set<Kind> kinds = seen.get(i);
            if (fields[i] != null && !kinds.contains(Kind.TEXT)) {
                kinds.add(kind(fields[i]));
            }
        }
    }

    private static Kind kind(String text) {
        if (text.isEmpty()) {
            return Kind.TEXT;
        }
        char begin = text.charAt(0);
        if (begin == '-' || begin >= '0' && begin <= '9') {
            return CsvCells.isNumber(text) ? number(text) : moment(text);
        }
        if (CsvCells.isTruth(text)) {
            return Kind.BOOLEAN;
        }
        return NOT_FINITE.contains(text) ? Kind.NOT_FINITE : Kind.TEXT;
    }

    private static Kind number(String text) {
        if (WHOLE.matcher(text).matches()) {
            try {
                long value = Long.parseLong(text);
                return value >= -EXACT_MAX && value <= EXACT_MAX ? Kind.INTEGER : Kind.LONG;
            } catch (NumberFormatException e) {
                return Kind.TEXT;
            }
        }
        return DoubleDigits.areKept(text) ? Kind.FRACTION : Kind.TEXT;
    }

    private static Kind moment(String text) {
        if (NOT_FINITE.contains(text)) {
            return Kind.NOT_FINITE;
        }
        try {
            if (DATE.matcher(text).matches()) {
                IsoText.parseDate(text);
                return Kind.DATE;
            }
            Matcher parts = TIMESTAMP.matcher(text);
            if (parts.matches()) {
                boolean utc = parts.group(2) != null;
                boolean nanos = parts.group(1) != null && parts.group(1).length() > MICROS_DIGITS;
                TimeUnit unit = nanos ? TimeUnit.NANOS : TimeUnit.MICROS;
                long count = IsoText.parseTimestamp(text, new LogicalType.Timestamp(utc, unit));
                if (nanos) {
                    return utc ? Kind.UTC_NANOS : Kind.LOCAL_NANOS;
                }
                if (Math.abs(count) > NANOS_MICROS_MAX) {
                    return utc ? Kind.UTC_FAR : Kind.LOCAL_FAR;
                }
                return utc ? Kind.UTC_MICROS : Kind.LOCAL_MICROS;
            }
            return Kind.TEXT;
        } catch (DateTimeException | ArithmeticException e) {
            return Kind.TEXT;
        }
    }

    /** The schema of all records so far. */
    public MessageType schema() {
        List<Type> fields = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            fields.add(type(names.get(i), seen.get(i)));
        }
        return new MessageType("record", fields);
    }

    private static Type type(String name, Set<Kind> seen) {
        if (seen.equals(EnumSet.of(Kind.BOOLEAN))) {
            return PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.BOOLEAN);
        } else if (isSome(seen, EnumSet.of(Kind.INTEGER, Kind.LONG))) {
            return PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.INT64);
        } else if (isSome(seen, EnumSet.of(Kind.INTEGER, Kind.FRACTION, Kind.NOT_FINITE))
                && !seen.equals(EnumSet.of(Kind.NOT_FINITE))) {
            return PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.DOUBLE);
        } else if (seen.equals(EnumSet.of(Kind.DATE))) {
            return PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.INT32, LogicalType.DATE);
        } else if (isSome(seen, EnumSet.of(Kind.LOCAL_MICROS, Kind.LOCAL_FAR))) {
            return timestamp(name, false, TimeUnit.MICROS);
        } else if (isSome(seen, EnumSet.of(Kind.LOCAL_MICROS, Kind.LOCAL_NANOS))) {
            return timestamp(name, false, TimeUnit.NANOS);
        } else if (isSome(seen, EnumSet.of(Kind.UTC_MICROS, Kind.UTC_FAR))) {
            return timestamp(name, true, TimeUnit.MICROS);
        } else if (isSome(seen, EnumSet.of(Kind.UTC_MICROS, Kind.UTC_NANOS))) {
            return timestamp(name, true, TimeUnit.NANOS);
        }
        return PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING);
    }

    private static boolean isSome(Set<Kind> seen, Set<Kind> allowed) {
        return !seen.isEmpty() && allowed.containsAll(seen);
    }

    private static Type timestamp(String name, boolean utc, TimeUnit unit) {
        return PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.INT64, new LogicalType.Timestamp(utc, unit));
    }
}
