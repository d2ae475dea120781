package io.parquetry.format.model;

import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Shape;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Records of any shape as {@link PlainRecords} has them, with nulls, empty lists and repeated values at every level. */
public final class RandomRecords {
    private static final int LIST_SIZE_MAX = 4;

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
                values.add(new java.util.AbstractMap.SimpleImmutableEntry<>(value(map.key()), value));
            }
            return values;
        }
        return leaf((Shape.LeafShape) shape);
    }

    private Object leaf(Shape.LeafShape shape) {
        boolean few = random.nextBoolean();
        return switch (shape.type().physicalType()) {
            case BOOLEAN -> random.nextBoolean();
            case INT32 -> few ? random.nextInt(5) : random.nextInt();
            case INT64 -> few ? random.nextInt(5) : random.nextLong();
            case FLOAT -> few ? random.nextInt(5) : Float.intBitsToFloat(random.nextInt());
            case DOUBLE -> few ? random.nextInt(5) : Double.longBitsToDouble(random.nextLong());
            case BYTE_ARRAY -> isText(shape) ? text(few) : bytes(few ? 1 : random.nextInt(40));
            case INT96, FIXED_LEN_BYTE_ARRAY -> bytes(shape.type().typeLength());
        };
    }

    private static boolean isText(Shape.LeafShape shape) {
        return shape.type().isAnnotated(LogicalType.STRING)
                || shape.type().isAnnotated(LogicalType.ENUM)
                || shape.type().isAnnotated(LogicalType.JSON);
    }

    private String text(boolean few) {
        return few
                ? "text " + random.nextInt(5)
                : "\u00e4\u20ac\ud83d\ude00".repeat(random.nextInt(4)) + random.nextInt();
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
