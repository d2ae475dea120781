package io.parquetry.cli.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;

/**
 * The inverse of {@link LeafText}: parses the JSON form of a value into the physical value that {@link
 * io.parquetry.format.model.PlainRecords} writes. Beyond the forms of LeafText, a DECIMAL may be a number.
 */
public final class LeafParser {
    private static final BigInteger UINT64_MAX = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);

    /** Longer numbers are refused without parsing; no column holds so many digits. */
    private static final int DIGITS_MAX = 1000;

    private LeafParser() {}

    /** Parses the value at the parser's position, which is not null. */
    interface LeafReader {
        Object read(JsonParser at) throws IOException;
    }

    /** The physical value, as a {@code ColumnCursor} gives it, of a JSON text that is not null. */
    public static Object physicalValue(PrimitiveType type, String json) throws IOException {
        try (LineParser at = LineParser.of(json)) {
            at.nextToken();
            Object value = reader(type).read(at);
            return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : value;
        }
    }

    static LeafReader reader(PrimitiveType type) {
        LogicalType annotation = type.logicalType().orElse(null);
        if (annotation == LogicalType.UNKNOWN) {
            return at -> {
                throw unfit(at, "null, the only value of UNKNOWN");
            };
        }
        return switch (type.physicalType()) {
            case BOOLEAN -> LeafParser::bool;
            case INT32 -> int32(annotation);
            case INT64 -> int64(annotation);
            case INT96 ->
                at -> {
                    throw new InvalidRecordException("INT96 cannot be written");
                };
            case FLOAT -> LeafParser::floating;
            case DOUBLE -> LeafParser::doubling;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> bytes(type, annotation);
        };
    }

    private static Object bool(JsonParser at) throws IOException {
        return switch (at.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw unfit(at, "true or false");
        };
    }

    private static LeafReader int32(LogicalType annotation) {
        if (annotation instanceof LogicalType.Decimal decimal) {
            return at -> decimal(at, decimal).intValueExact();
        } else if (annotation == LogicalType.DATE) {
            return at -> moment(at, "a date such as \"2024-02-29\"", IsoText::parseDate);
        } else if (annotation instanceof LogicalType.Time time) {
            return at -> at.currentToken() == JsonToken.VALUE_NUMBER_INT
                    ? (Object) (int) whole(at, Integer.MIN_VALUE, Integer.MAX_VALUE)
                    : moment(at, timeForm(time), text -> (int) IsoText.parseTime(text, time));
        } else if (annotation instanceof LogicalType.Int integer) {
            int unused = Long.SIZE - integer.bitWidth();
            return integer.signed()
                    ? at -> (int) whole(at, Long.MIN_VALUE >> unused, Long.MAX_VALUE >> unused)
                    : at -> (int) whole(at, 0, -1L >>> unused);
        }
        return at -> (int) whole(at, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static LeafReader int64(LogicalType annotation) {
        if (annotation instanceof LogicalType.Decimal decimal) {
            return at -> decimal(at, decimal).longValueExact();
        } else if (annotation instanceof LogicalType.Timestamp timestamp) {
            String form = timestamp.adjustedToUtc()
                    ? "a timestamp such as \"2024-02-29T23:59:59.123Z\""
                    : "a timestamp without a zone such as \"2024-02-29T23:59:59.123\"";
            return at -> moment(at, form, text -> IsoText.parseTimestamp(text, timestamp));
        } else if (annotation instanceof LogicalType.Time time) {
            return at -> at.currentToken() == JsonToken.VALUE_NUMBER_INT
                    ? whole(at, Long.MIN_VALUE, Long.MAX_VALUE)
                    : moment(at, timeForm(time), text -> IsoText.parseTime(text, time));
        } else if (annotation instanceof LogicalType.Int integer && !integer.signed()) {
            return LeafParser::unsigned64;
        }
        return at -> whole(at, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static String timeForm(LogicalType.Time time) {
        return "a time such as \"23:59:59.123" + (time.adjustedToUtc() ? "Z\"" : "\"");
    }

    private interface MomentParser {
        Object parse(String text);
    }

    private static Object moment(JsonParser at, String wanted, MomentParser parser) throws IOException {
        String text = text(at, wanted);
        try {
            return parser.parse(text);
        } catch (DateTimeException e) {
            throw unfit(at, wanted + " (" + e.getMessage() + ")");
        } catch (ArithmeticException e) {
            throw unfit(at, wanted + " that its unit can count from 1970");
        }
    }

    private static long whole(JsonParser at, long least, long most) throws IOException {
        if (at.currentToken() == JsonToken.VALUE_NUMBER_INT
                && at.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            long value = at.getLongValue();
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw unfit(at, "a whole number, " + least + " to " + most);
    }

    private static Object unsigned64(JsonParser at) throws IOException {
        if (at.currentToken() == JsonToken.VALUE_NUMBER_INT && at.getTextLength() <= DIGITS_MAX) {
            BigInteger value = at.getBigIntegerValue();
            if (value.signum() >= 0 && value.compareTo(UINT64_MAX) <= 0) {
                return value.longValue();
            }
        }
        throw unfit(at, "a whole number, 0 to " + UINT64_MAX);
    }

    private static Float floating(JsonParser at) throws IOException {
        if (at.currentToken() == JsonToken.VALUE_STRING) {
            return (float) named(at);
        }
        // Parsing as a double would round twice.
        float value = Float.parseFloat(number(at));
        requireFinite(at, value, Float.SIZE);
        return value;
    }

    private static Object doubling(JsonParser at) throws IOException {
        if (at.currentToken() == JsonToken.VALUE_STRING) {
            return named(at);
        }
        double value = Double.parseDouble(number(at));
        requireFinite(at, value, Double.SIZE);
        return value;
    }

    private static Object halving(JsonParser at) throws IOException {
        float value = floating(at);
        byte[] half = Float16Text.bytes(value);
        if (Float.isFinite(value)) {
            requireFinite(at, LeafText.float16(ByteBuffer.wrap(half)), Short.SIZE);
        }
        return half;
    }

    /** A number with digits is not the infinity that it would be rounded to. */
    static void requireFinite(JsonParser at, double rounded, int bits) throws IOException {
        if (Double.isInfinite(rounded)) {
            throw unfit(
                    at,
                    "a number that " + bits + " bits hold, or \"" + (rounded < 0 ? "-Infinity" : "Infinity") + "\"");
        }
    }

    private static String number(JsonParser at) throws IOException {
        if (!at.currentToken().isNumeric()) {
            throw unfit(at, "a number, \"NaN\", \"Infinity\" or \"-Infinity\"");
        }
        return at.getText();
    }

    private static double named(JsonParser at) throws IOException {
        return switch (at.getText()) {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw unfit(at, "a number, \"NaN\", \"Infinity\" or \"-Infinity\"");
        };
    }

    /** The unscaled value; an exponent in the text never makes a long number. */
    private static BigInteger decimal(JsonParser at, LogicalType.Decimal type) throws IOException {
        boolean scalar =
                at.currentToken() == JsonToken.VALUE_STRING || at.currentToken().isNumeric();
        if (scalar && at.getTextLength() <= DIGITS_MAX) {
            try {
                BigDecimal value = new BigDecimal(at.getText()).stripTrailingZeros();
                if (value.signum() == 0) {
                    return BigInteger.ZERO;
                }
                if ((long) value.precision() - value.scale() <= (long) type.precision() - type.scale()
                        && value.scale() <= type.scale()) {
                    return value.setScale(type.scale()).unscaledValue();
                }
            } catch (NumberFormatException e) {
                throw unfit(at, form(type));
            }
        }
        throw unfit(at, form(type));
    }

    private static String form(LogicalType.Decimal type) {
        return "a decimal of up to " + type.precision() + " digits, " + type.scale()
                + " of them after the point, as text or number";
    }

    private static LeafReader bytes(PrimitiveType type, LogicalType annotation) {
        if (annotation == LogicalType.JSON) {
            return at -> ((LineParser) at).rawValue();
        } else if (annotation == LogicalType.STRING || annotation == LogicalType.ENUM) {
            return at -> text(at, "a string");
        } else if (annotation instanceof LogicalType.Decimal decimal) {
            return at -> widened(decimal(at, decimal).toByteArray(), type.typeLength());
        } else if (annotation == LogicalType.UUID) {
            return LeafParser::uuid;
        } else if (annotation == LogicalType.FLOAT16) {
            return LeafParser::halving;
        } else if (annotation == LogicalType.INTERVAL) {
            return at -> moment(at, "an interval such as \"P1M2DT3.004S\"", IsoText::parseInterval);
        }
        String wanted = type.typeLength() > 0 ? "base64 of " + type.typeLength() + " bytes" : "base64";
        return at -> base64(at, type.typeLength(), wanted);
    }

    /** Extends a big-endian number with its sign to {@code length} bytes; 0 where the length varies. */
    private static byte[] widened(byte[] digits, int length) {
        if (length <= digits.length) {
            return digits;
        }
        byte[] value = new byte[length];
        Arrays.fill(value, (byte) (digits[0] >> 7));
        System.arraycopy(digits, 0, value, length - digits.length, digits.length);
        return value;
    }

    private static Object uuid(JsonParser at) throws IOException {
        String wanted = "a UUID such as \"123e4567-e89b-12d3-a456-426614174000\"";
        String text = text(at, wanted);
        try {
            UUID value = UUID.fromString(text);
            if (!value.toString().equalsIgnoreCase(text)) {
                throw unfit(at, wanted);
            }
            return ByteBuffer.allocate(2 * Long.BYTES)
                    .order(ByteOrder.BIG_ENDIAN)
                    .putLong(value.getMostSignificantBits())
                    .putLong(value.getLeastSignificantBits())
                    .array();
        } catch (IllegalArgumentException e) {
            throw unfit(at, wanted);
        }
    }

    /** @param length of the value, or 0 where it varies */
    private static Object base64(JsonParser at, int length, String wanted) throws IOException {
        String text = text(at, wanted);
        try {
            byte[] value = Base64.getDecoder().decode(text);
            if (length > 0 && value.length != length) {
                throw unfit(at, wanted);
            }
            return value;
        } catch (IllegalArgumentException e) {
            throw unfit(at, wanted);
        }
    }

    private static String text(JsonParser at, String wanted) throws IOException {
        if (at.currentToken() != JsonToken.VALUE_STRING) {
            throw unfit(at, wanted);
        }
        return at.getText();
    }

    /** The failure with the value that was found and the form that is allowed. */
    static InvalidRecordException unfit(JsonParser at, String wanted) throws IOException {
        String found = switch (at.currentToken()) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> '"' + cut(at.getText()) + '"';
            default -> cut(at.getText());
        };
        return new InvalidRecordException("there is " + found + ", but it takes " + wanted);
    }

    private static String cut(String text) {
        return text.length() > 60 ? text.substring(0, 57) + "..." : text;
    }
}
