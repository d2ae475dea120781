package io.parquetry.format.judge;

import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Shape;
import io.parquetry.format.schema.TimeUnit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Normalizes records of {@code PlainRecords} to compare them however they are stored: a decimal is the same number in
 * any physical type, a time the same in any unit, a list the same with two levels or three.
 */
final class Meanings {
    private Meanings() {}

    static List<Object> of(List<?> records, MessageType schema) {
        Shape.StructShape shape = Shape.of(schema);
        List<Object> meanings = new ArrayList<>();
        for (Object each : records) {
            meanings.add(of(each, shape));
        }
        return meanings;
    }

    private static Object of(Object value, Shape shape) {
        if (value == null) {
            return null;
        }
        if (shape instanceof Shape.StructShape struct) {
            Map<String, Object> meaning = new LinkedHashMap<>();
            for (Shape field : struct.fields()) {
                meaning.put(field.name(), of(((Map<?, ?>) value).get(field.name()), field));
            }
            return meaning;
        }
        if (shape instanceof Shape.LeafShape leaf) {
            return leaf(value, leaf.type());
        }
        List<Object> meaning = new ArrayList<>();
        for (Object each : (List<?>) value) {
            if (shape instanceof Shape.MapShape map) {
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) each;
                List<Object> pair = new ArrayList<>();
                pair.add(of(entry.getKey(), map.key()));
                pair.add(of(entry.getValue(), map.value().orElseThrow()));
                meaning.add(pair);
            } else {
                meaning.add(of(each, ((Shape.ListShape) shape).element()));
            }
        }
        return meaning;
    }

    private static Object leaf(Object value, PrimitiveType type) {
        LogicalType annotation = type.logicalType().orElse(null);
        if (annotation instanceof LogicalType.Decimal decimal) {
            BigInteger unscaled = value instanceof byte[] bytes
                    ? new BigInteger(bytes)
                    : BigInteger.valueOf(((Number) value).longValue());
            return new BigDecimal(unscaled, decimal.scale());
        }
        if (annotation instanceof LogicalType.Time time) {
            return "time " + nanos(value, time.unit());
        }
        if (annotation instanceof LogicalType.Timestamp timestamp) {
            return (timestamp.adjustedToUtc() ? "instant " : "local ") + nanos(value, timestamp.unit());
        }
        if (annotation == LogicalType.DATE) {
            return "date " + value;
        }
        if (annotation == LogicalType.FLOAT16) {
            return half((byte[]) value);
        }
        if (annotation == LogicalType.INTERVAL) {
            ByteBuffer parts = ByteBuffer.wrap((byte[]) value).order(ByteOrder.LITTLE_ENDIAN);
            return parts.getInt() + " months " + parts.getInt() + " days " + parts.getInt() + " ms";
        }
        if (annotation instanceof LogicalType.Int integer && !integer.signed()) {
            return new BigDecimal(
                    value instanceof Long number
                            ? Long.toUnsignedString(number)
                            : Integer.toUnsignedString((Integer) value));
        }
        if (value instanceof Integer || value instanceof Long) {
            return new BigDecimal(value.toString());
        }
        return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
    }

    private static float half(byte[] value) {
        int bits = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getShort();
        int exponent = bits >> 10 & 0x1F;
        int fraction = bits & 0x3FF;
        float magnitude = exponent == 31
                ? fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN
                : exponent == 0 ? fraction * 0x1p-24f : (1024 + fraction) * (float) Math.pow(2, exponent - 25);
        return bits < 0 ? -magnitude : magnitude;
    }

    private static BigInteger nanos(Object value, TimeUnit unit) {
        long perUnit = switch (unit) {
            case MILLIS -> 1_000_000;
            case MICROS -> 1_000;
            case NANOS -> 1;
        };
        return BigInteger.valueOf(((Number) value).longValue()).multiply(BigInteger.valueOf(perUnit));
    }
}
