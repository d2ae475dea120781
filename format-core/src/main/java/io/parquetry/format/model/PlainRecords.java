package io.parquetry.format.model;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.Shape;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Records as plain Java objects: a struct is a {@code Map<String, Object>} in field order without its null fields, a
 * list a {@link List}, a leaf its boxed physical value. Text (STRING, ENUM, JSON) is a {@link String}, INT96 an {@link
 * java.time.Instant} (see {@link Int96Timestamp}; it is read only), other bytes are a {@code byte[]}. A map is read as a {@code List} of {@link Map.Entry}, because keys may repeat; such a list or a
 * {@link Map} is written.
 */
public final class PlainRecords {
    private PlainRecords() {}

    public static RecordWalker<Map<String, ?>> walker() {
        return new Walker();
    }

    public static RecordBuilder<Map<String, Object>> builder() {
        return new Builder();
    }

    private static boolean isText(Shape.LeafShape leaf) {
        return leaf.type().isAnnotated(LogicalType.STRING)
                || leaf.type().isAnnotated(LogicalType.ENUM)
                || leaf.type().isAnnotated(LogicalType.JSON);
    }

    private static final class Walker implements RecordWalker<Map<String, ?>> {
        @Override
        public FieldAccess<Map<String, ?>> record(Shape.StructShape shape) {
            return struct(shape);
        }

        @Override
        public FieldAccess<Map<String, ?>> struct(Shape.StructShape shape) {
            String[] names = shape.fields().stream().map(Shape::name).toArray(String[]::new);
            return (struct, index) -> struct.get(names[index]);
        }

        @Override
        public ListAccess<?> list(Shape.ListShape shape) {
            return ListAccess.JAVA_LIST;
        }

        @Override
        public MapAccess<?> map(Shape.MapShape shape) {
            return (MapAccess<Object>) map -> map instanceof List<?> entries
                    ? entries.stream().<Map.Entry<?, ?>>map(Walker::entry).toList()
                    : ((Map<?, ?>) map).entrySet();
        }

        private static Map.Entry<?, ?> entry(Object value) {
            if (value instanceof Map.Entry<?, ?> entry) {
                return entry;
            }
            throw new InvalidRecordException("a list that stands for a map holds Map.Entry objects, not " + value);
        }

        @Override
        public LeafAccess leaf(Shape.LeafShape shape) {
            return switch (shape.type().physicalType()) {
                case BOOLEAN -> LeafAccess.BOOLEAN;
                case INT32 -> LeafAccess.INTEGER;
                case INT64 -> LeafAccess.LONG;
                case FLOAT -> LeafAccess.FLOAT;
                case DOUBLE -> LeafAccess.DOUBLE;
                case BYTE_ARRAY -> isText(shape) ? LeafAccess.STRING : LeafAccess.BYTES;
                case INT96, FIXED_LEN_BYTE_ARRAY -> LeafAccess.BYTES;
            };
        }
    }

    private static final class Builder implements RecordBuilder<Map<String, Object>> {
        @Override
        public FieldMaker<Map<String, Object>> record(Shape.StructShape shape) {
            return struct(shape);
        }

        @Override
        public FieldMaker<Map<String, Object>> struct(Shape.StructShape shape) {
            String[] names = shape.fields().stream().map(Shape::name).toArray(String[]::new);
            return new FieldMaker<>() {
                @Override
                public Map<String, Object> create() {
                    return new LinkedHashMap<>();
                }

                @Override
                public void set(Map<String, Object> struct, int index, Object value) {
                    struct.put(names[index], value);
                }
            };
        }

        @Override
        public ListMaker<?> list(Shape.ListShape shape) {
            return new ListMaker<List<Object>>() {
                @Override
                public List<Object> create(int elements) {
                    return new ArrayList<>(elements);
                }

                @Override
                public void add(List<Object> list, Object element) {
                    list.add(element);
                }
            };
        }

        @Override
        public MapMaker<?> map(Shape.MapShape shape) {
            return new MapMaker<List<Map.Entry<Object, Object>>>() {
                @Override
                public List<Map.Entry<Object, Object>> create(int elements) {
                    return new ArrayList<>(elements);
                }

                @Override
                public void put(List<Map.Entry<Object, Object>> map, Object key, Object value) {
                    map.add(new SimpleImmutableEntry<>(key, value));
                }
            };
        }

        @Override
        public LeafMaker leaf(Shape.LeafShape shape) {
            return switch (shape.type().physicalType()) {
                case BOOLEAN -> (LeafMaker.OfBoolean) Boolean::valueOf;
                case INT32 -> (LeafMaker.OfInt) Integer::valueOf;
                case INT64 -> (LeafMaker.OfLong) Long::valueOf;
                case FLOAT -> (LeafMaker.OfFloat) Float::valueOf;
                case DOUBLE -> (LeafMaker.OfDouble) Double::valueOf;
                case INT96 -> (LeafMaker.OfBytes) (buffer, offset, length) -> Int96Timestamp.instant(buffer, offset);
                case BYTE_ARRAY -> isText(shape) ? new Text() : new Bytes();
                case FIXED_LEN_BYTE_ARRAY -> new Bytes();
            };
        }
    }

    private static final class Text implements RecordBuilder.LeafMaker.OfBytes {
        @Override
        public Object ofBytes(byte[] buffer, int offset, int length) {
            return new String(buffer, offset, length, StandardCharsets.UTF_8);
        }
    }

    private static final class Bytes implements RecordBuilder.LeafMaker.OfBytes {
        @Override
        public Object ofBytes(byte[] buffer, int offset, int length) {
            return Arrays.copyOfRange(buffer, offset, offset + length);
        }

        @Override
        public boolean shareable() {
            return false;
        }
    }
}
