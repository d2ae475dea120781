package io.parquetry.cli.csv;

import io.parquetry.cli.json.DoubleDigits;
import io.parquetry.cli.json.IsoText;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.ObservedType;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.schema.Type;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
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
    private static final Pattern WHOLE = Pattern.compile("-?(?:0|[1-9]\\d*)");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    private static final Pattern TIMESTAMP =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d(?::[0-5]\\d(?:\\.(\\d{1,9}))?)?"
                    + "( ?(?:[Zz]|[+-]\\d\\d(?::?\\d\\d)?))?");
    private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");
    private static final int MICROS_DIGITS = 6;

    /** The microseconds that nanoseconds of 64 bits can count. */
    private static final long NANOS_MICROS_MAX = Long.MAX_VALUE / 1_000;

    private final List<String> names;
    private final ObservedType[] types;

    public CsvInference(List<String> names) {
        this.names = List.copyOf(names);
        this.types = new ObservedType[names.size()];
        Arrays.fill(types, ObservedType.NOTHING);
    }

    /** @param fields null for nulls */
    public void add(String[] fields) {
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] != null && !isText(types[i])) {
                types[i] = types[i].with(type(fields[i]));
            }
        }
    }

    private static boolean isText(ObservedType type) {
        return type == ObservedType.TEXT || type == ObservedType.MIXED;
    }

    private static ObservedType type(String text) {
        if (text.isEmpty()) {
            return ObservedType.TEXT;
        }
        char begin = text.charAt(0);
        if (begin == '-' || begin >= '0' && begin <= '9') {
            return CsvCells.isNumber(text) ? number(text) : moment(text);
        }
        if (CsvCells.isTruth(text)) {
            return ObservedType.BOOLEAN;
        }
        return NOT_FINITE.contains(text) ? ObservedType.NOT_FINITE : ObservedType.TEXT;
    }

    private static ObservedType number(String text) {
        if (WHOLE.matcher(text).matches()) {
            try {
                return ObservedType.of(Long.parseLong(text));
            } catch (NumberFormatException e) {
                return ObservedType.TEXT;
            }
        }
        return DoubleDigits.areKept(text) ? ObservedType.DOUBLE : ObservedType.TEXT;
    }

    private static ObservedType moment(String text) {
        if (NOT_FINITE.contains(text)) {
            return ObservedType.NOT_FINITE;
        }
        try {
            if (DATE.matcher(text).matches()) {
                IsoText.parseDate(text);
                return ObservedType.DATE;
            }
            Matcher parts = TIMESTAMP.matcher(text);
            if (parts.matches()) {
                boolean utc = parts.group(2) != null;
                boolean nanos = parts.group(1) != null && parts.group(1).length() > MICROS_DIGITS;
                TimeUnit unit = nanos ? TimeUnit.NANOS : TimeUnit.MICROS;
                long count = IsoText.parseTimestamp(text, new LogicalType.Timestamp(utc, unit));
                if (nanos) {
                    return utc ? ObservedType.UTC_NANOS : ObservedType.LOCAL_NANOS;
                }
                if (Math.abs(count) > NANOS_MICROS_MAX) {
                    return utc ? ObservedType.UTC_FAR : ObservedType.LOCAL_FAR;
                }
                return utc ? ObservedType.UTC_MICROS : ObservedType.LOCAL_MICROS;
            }
            return ObservedType.TEXT;
        } catch (DateTimeException | ArithmeticException e) {
            return ObservedType.TEXT;
        }
    }

    /** The schema of all records so far. */
    public MessageType schema() {
        List<Type> fields = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            fields.add(types[i].column(name)
                    .or(() -> ObservedType.TEXT.column(name))
                    .orElseThrow());
        }
        return new MessageType("record", fields);
    }
}
