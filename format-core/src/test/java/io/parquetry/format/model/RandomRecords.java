package io.parquetry.format.model;

import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Shape;
import io.parquetry.format.schema.TimeUnit;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Records of any shape as {@link PlainRecords} has them, with nulls, empty lists and repeated values at every level.
 */
public final class RandomRecords {
    private static final int LIST_SIZE_MAX = 4;
    private static final long DAY_NANOS = 86_400_000_000_000L;
    private static final float[] FLOATS = {0.0f, -0.0f, Float.NaN, Float.NEGATIVE_INFINITY, 1.5f};

    private final Random random;

    public RandomRecords(Random random) {
        this.random = random;
    }

    public List<Map<String, Object>> records(MessageType schema, int count) {
        Shape.StructShape shape = Shape.of(schema);
        List<Map<String, Object>> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(struct(shape));
        }
        return records;
    }

    private Map<String, Object> struct(Shape.StructShape shape) {
        Map<String, Object> struct = new LinkedHashMap<>();
        for (Shape field : shape.fields()) {
            Object value = value(field);
            if (value != null) {
                struct.put(field.name(), value);
            }
        }
        return struct;
    }

    private Object value(Shape shape) {
        if (shape.nullable() && random.nextInt(4) == 0) {
            return null;
        }
        if (shape instanceof Shape.StructShape struct) {
            return struct(struct);
        }
        List<Object> values = new ArrayList<>();
        int size = random.nextInt(LIST_SIZE_MAX + 1);
        if (shape instanceof Shape.ListShape list) {
            for (int i = 0; i < size; i++) {
                values.add(value(list.element()));
            }
            return values;
        }
        if (shape instanceof Shape.MapShape map) {
            for (int i = 0; i < size; i++) {
                Object value = map.value().map(this::value).orElse(null);
                values.add(new SimpleImmutableEntry<>(value(map.key()), value));
            }
            return values;
        }
        return leaf((Shape.LeafShape) shape);
    }

    /** A value that the annotation allows; every other one comes from a few, so that dictionaries pay. */
    private Object leaf(Shape.LeafShape shape) {
        boolean few = random.nextBoolean();
        PrimitiveType type = shape.type();
        return switch (type.physicalType()) {
            case BOOLEAN -> random.nextBoolean();
            case INT32 -> (int) (few ? random.nextInt(5) : integer(type, random.nextInt()));
            case INT64 -> few ? random.nextInt(5) : integer(type, random.nextLong());
            case FLOAT -> few ? FLOATS[random.nextInt(FLOATS.length)] : Float.intBitsToFloat(random.nextInt());
            case DOUBLE -> few ? FLOATS[random.nextInt(FLOATS.length)] : Double.longBitsToDouble(random.nextLong());
            case BYTE_ARRAY -> isText(shape) ? text(shape, few) : binary(type, few);
            case INT96 -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
            case FIXED_LEN_BYTE_ARRAY -> fixed(type);
        };
    }

    private static long integer(PrimitiveType type, long any) {
        LogicalType annotation = type.logicalType().orElse(null);
        if (annotation instanceof LogicalType.Int integer && integer.bitWidth() < 32) {
            int unused = Integer.SIZE - integer.bitWidth();
            return integer.signed() ? (int) any << unused >> unused : (int) any << unused >>> unused;
        }
        if (annotation == LogicalType.DATE) {
            return any % 1_000_000;
        }
        if (annotation instanceof LogicalType.Time time) {
            return Math.floorMod(any, DAY_NANOS / nanos(time.unit()));
        }
        if (annotation instanceof LogicalType.Timestamp timestamp && timestamp.unit() != TimeUnit.NANOS) {
            // From some century before our era to the year 9999.
            return any % (253_000_000_000_000_000L / (nanos(timestamp.unit()) / 1000));
        }
        return annotation instanceof LogicalType.Decimal decimal
                ? any % BigInteger.TEN.pow(decimal.precision()).longValueExact()
                : any;
    }

    private static long nanos(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> 1_000_000;
            case MICROS -> 1_000;
            case NANOS -> 1;
        };
    }

    private byte[] binary(PrimitiveType type, boolean few) {
        return type.logicalType().orElse(null) instanceof LogicalType.Decimal decimal
                ? unscaled(decimal).toByteArray()
                : few ? bytes(1) : anyBytes();
    }

    /** Short ones, and now and then one that is too long for a bound, at the end of its order or not. */
    private byte[] anyBytes() {
        byte[] bytes = bytes(random.nextInt(10) == 0 ? 60 + random.nextInt(200) : random.nextInt(40));
        if (random.nextInt(10) == 0) {
            Arrays.fill(bytes, (byte) 0xFF);
        }
        return bytes;
    }

    private byte[] fixed(PrimitiveType type) {
        byte[] value = bytes(type.typeLength());
        if (type.logicalType().orElse(null) instanceof LogicalType.Decimal decimal) {
            byte[] digits = unscaled(decimal).toByteArray();
            Arrays.fill(value, (byte) (digits[0] >> 7));
            System.arraycopy(digits, 0, value, value.length - digits.length, digits.length);
        } else if (type.isAnnotated(LogicalType.INTERVAL)) {
            // Months, days and milliseconds, each well within a signed integer, little-endian.
            value[3] = 0;
            value[7] = 0;
            value[11] = 0;
        }
        return value;
    }

    private BigInteger unscaled(LogicalType.Decimal decimal) {
        BigInteger any = new BigInteger(130, random).subtract(BigInteger.ONE.shiftLeft(129));
        return any.remainder(BigInteger.TEN.pow(decimal.precision()));
    }

    private static boolean isText(Shape.LeafShape shape) {
        return shape.type().isAnnotated(LogicalType.STRING)
                || shape.type().isAnnotated(LogicalType.ENUM)
                || shape.type().isAnnotated(LogicalType.JSON);
    }

    private String text(Shape.LeafShape shape, boolean few) {
        if (shape.type().isAnnotated(LogicalType.JSON)) {
            return "{\"a\": " + random.nextInt(few ? 5 : 1_000_000) + "}";
        }
        if (few) {
            return "text " + random.nextInt(5);
        }
        int characters = random.nextInt(10) == 0 ? 20 + random.nextInt(20) : random.nextInt(4);
        return "\u00e4\u20ac\ud83d\ude00".repeat(characters) + random.nextInt();
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** The same with byte arrays, entries and floating point numbers as objects that are equal when their bits are. */
    public static Object comparable(Object value) {
        if (value instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes);
        }
        if (value instanceof Map<?, ?> struct) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            struct.forEach((name, field) -> copy.put(name, comparable(field)));
            return copy;
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(comparable(element)));
            return copy;
        }
        if (value instanceof Map.Entry<?, ?> entry) {
            List<Object> copy = new ArrayList<>();
            copy.add(comparable(entry.getKey()));
            copy.add(comparable(entry.getValue()));
            return copy;
        }
        return value;
    }
}
