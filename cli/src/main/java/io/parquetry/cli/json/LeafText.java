package io.parquetry.cli.json;

import io.parquetry.format.model.Int96Timestamp;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;

/**
 * The JSON form of each Parquet type; {@link LeafParser} is the inverse. The maker of a leaf returns a {@link Boolean},
 * a {@link Number}, a {@link String} or a {@link RawJson}:
 *
 * <ul>
 *   <li>integers, signed and unsigned, FLOAT, DOUBLE and FLOAT16 are numbers; NaN and infinities are strings,
 *   <li>DECIMAL is a string with every digit; DATE, TIME, TIMESTAMP, INT96 and INTERVAL are ISO 8601, with the digits
 *       of the unit and {@code Z} where the type is adjusted to UTC,
 *   <li>JSON is embedded, or a string where it is invalid; STRING, ENUM and UUID are strings, all other bytes are
 *   base64.
 * </ul>
 *
 * <p>A value that its annotation does not allow, such as a TIME past midnight, has the form of its physical type.
 */
public final class LeafText {
    private static final int UUID_BYTES = 16;
    private static final int FLOAT16_BYTES = 2;
    private static final int INTERVAL_BYTES = 12;
    /** 39,000 digits. Their time grows faster than their number: the digits of some megabytes take minutes. */
    private static final int DECIMAL_BYTES_MAX = 1 << 14;

    private static final int SCALE_PLAIN_MAX = 100;

    private LeafText() {}

    public static LeafMaker maker(PrimitiveType type) {
        LogicalType annotation = type.logicalType().orElse(null);
        return switch (type.physicalType()) {
            case BOOLEAN -> (LeafMaker.OfBoolean) Boolean::valueOf;
            case INT32 -> int32(annotation);
            case INT64 -> int64(annotation);
            case FLOAT -> (LeafMaker.OfFloat) LeafText::number;
            case DOUBLE -> (LeafMaker.OfDouble) LeafText::number;
            case INT96 ->
                (LeafMaker.OfBytes) (buffer, offset, length) -> IsoText.int96(Int96Timestamp.instant(buffer, offset));
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> bytes(annotation);
        };
    }

    /** The text of one physical value as a {@code ColumnCursor} gives it. */
    public static Object of(LeafMaker maker, Object physical) {
        if (maker instanceof LeafMaker.OfBoolean leaf) {
            return leaf.ofBoolean((Boolean) physical);
        } else if (maker instanceof LeafMaker.OfInt leaf) {
            return leaf.ofInt((Integer) physical);
        } else if (maker instanceof LeafMaker.OfLong leaf) {
            return leaf.ofLong((Long) physical);
        } else if (maker instanceof LeafMaker.OfFloat leaf) {
            return leaf.ofFloat((Float) physical);
        } else if (maker instanceof LeafMaker.OfDouble leaf) {
            return leaf.ofDouble((Double) physical);
        }
        byte[] value = (byte[]) physical;
        return ((LeafMaker.OfBytes) maker).ofBytes(value, 0, value.length);
    }

    private static LeafMaker int32(LogicalType annotation) {
        if (annotation instanceof LogicalType.Decimal decimal) {
            return (LeafMaker.OfInt) value -> decimal(BigInteger.valueOf(value), decimal.scale());
        } else if (annotation == LogicalType.DATE) {
            return (LeafMaker.OfInt) IsoText::date;
        } else if (annotation instanceof LogicalType.Time time) {
            return (LeafMaker.OfInt) value -> time(value, time);
        } else if (annotation instanceof LogicalType.Int integer && !integer.signed()) {
            return (LeafMaker.OfInt) Integer::toUnsignedLong;
        }
        return (LeafMaker.OfInt) Integer::valueOf;
    }

    private static LeafMaker int64(LogicalType annotation) {
        if (annotation instanceof LogicalType.Decimal decimal) {
            return (LeafMaker.OfLong) value -> decimal(BigInteger.valueOf(value), decimal.scale());
        } else if (annotation instanceof LogicalType.Timestamp timestamp) {
            return (LeafMaker.OfLong) value -> IsoText.timestamp(value, timestamp);
        } else if (annotation instanceof LogicalType.Time time) {
            return (LeafMaker.OfLong) value -> time(value, time);
        } else if (annotation instanceof LogicalType.Int integer && !integer.signed()) {
            return (LeafMaker.OfLong) value -> new BigInteger(Long.toUnsignedString(value));
        }
        return (LeafMaker.OfLong) Long::valueOf;
    }

    private static LeafMaker bytes(LogicalType annotation) {
        if (annotation == LogicalType.JSON) {
            return (LeafMaker.OfBytes) (buffer, offset, length) ->
                    RawJson.orText(new String(buffer, offset, length, StandardCharsets.UTF_8));
        } else if (annotation == LogicalType.STRING || annotation == LogicalType.ENUM) {
            return (LeafMaker.OfBytes)
                    (buffer, offset, length) -> new String(buffer, offset, length, StandardCharsets.UTF_8);
        } else if (annotation instanceof LogicalType.Decimal decimal) {
            return bytes(value -> value.remaining() > DECIMAL_BYTES_MAX
                    ? base64(value)
                    : decimal(value.hasRemaining() ? new BigInteger(array(value)) : BigInteger.ZERO, decimal.scale()));
        } else if (annotation == LogicalType.UUID) {
            return bytes(value -> value.remaining() == UUID_BYTES
                    ? new UUID(value.getLong(), value.getLong()).toString()
                    : base64(value));
        } else if (annotation == LogicalType.FLOAT16) {
            return bytes(value -> value.remaining() == FLOAT16_BYTES ? number(float16(value)) : base64(value));
        } else if (annotation == LogicalType.INTERVAL) {
            return bytes(value ->
                    value.remaining() == INTERVAL_BYTES ? IsoText.interval(littleEndian(value)) : base64(value));
        }
        return bytes(LeafText::base64);
    }

    /** Converts the bytes of one value; the buffer is big-endian and must not be kept. */
    @FunctionalInterface
    private interface BytesText {
        Object of(ByteBuffer value);
    }

    private static LeafMaker bytes(BytesText text) {
        return (LeafMaker.OfBytes) (buffer, offset, length) ->
                text.of(ByteBuffer.wrap(buffer, offset, length).slice());
    }

    private static Object number(float value) {
        return Float.isFinite(value) ? (Object) value : Float.toString(value);
    }

    private static Object number(double value) {
        return Double.isFinite(value) ? (Object) value : Double.toString(value);
    }

    /** An extreme scale is written with an exponent, because plain digits would be millions of zeros. */
    private static String decimal(BigInteger unscaled, int scale) {
        BigDecimal value = new BigDecimal(unscaled, scale);
        return scale >= 0 && scale <= SCALE_PLAIN_MAX ? value.toPlainString() : value.toString();
    }

    private static Object time(long count, LogicalType.Time type) {
        String text = IsoText.time(count, type);
        return text == null ? (Object) count : text;
    }

    /** IEEE 754 half precision, two bytes, little-endian (LogicalTypes.md, "FLOAT16"). */
    public static float float16(ByteBuffer value) {
        int bits = littleEndian(value).getShort() & 0xFFFF;
        int exponent = bits >>> 10 & 0x1F;
        int fraction = bits & 0x3FF;
        float magnitude;
        if (exponent == 0x1F) {
            magnitude = fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
        } else if (exponent == 0) {
            magnitude = Math.scalb(fraction, -24);
        } else {
            magnitude = Math.scalb(fraction | 0x400, exponent - 25);
        }
        return (bits & 0x8000) == 0 ? magnitude : -magnitude;
    }

    private static ByteBuffer littleEndian(ByteBuffer value) {
        return value.order(ByteOrder.LITTLE_ENDIAN);
    }

    private static String base64(ByteBuffer value) {
        return Base64.getEncoder().encodeToString(array(value));
    }

    private static byte[] array(ByteBuffer value) {
        byte[] bytes = new byte[value.remaining()];
        value.get(bytes);
        return bytes;
    }
}
