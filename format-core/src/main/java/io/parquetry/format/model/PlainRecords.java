package io.parquetry.format.model;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.schema.Shape;
import io.parquetry.format.variant.Variant;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Records as plain Java objects.
 *
 * <p>Reading makes a struct a {@code Map<String, Object>} in field order without its null fields, a list a {@link
 * List}, a map a {@code List} of {@link Map.Entry} (keys may repeat), and a leaf its boxed physical value, whatever its
 * logical type: a DATE column gives the {@link Integer} of its days, a DECIMAL column the unscaled number or bytes.
 * Text (STRING, ENUM, JSON) is a {@link String}, INT96 an {@link java.time.Instant} (see {@link Int96Timestamp}; it is
 * read only), other bytes are a {@code byte[]}. A variant is a {@link Variant}.
 *
 * <p>Writing takes all of these, a {@link Map} for a map, and a {@code Map} of its parts for a variant, which are
 * stored as they are; a {@link Variant} is shredded as the schema says. A key of a struct that the schema does not have
 * is refused, and so is a number that an INTEGER of 8 or 16 bits does not hold. Where the value is kept exactly, a
 * column also takes
 *
 * <ul>
 *   <li>INT32 a {@link Short} or {@link Byte}; INT64 an {@link Integer}, too; unsigned columns only where it is not
 *       negative
 *   <li>DECIMAL a {@link java.math.BigDecimal}, DATE a {@link java.time.LocalDate}, TIME a {@link java.time.LocalTime}
 *   <li>TIMESTAMP an {@link java.time.Instant} where it is adjusted to UTC, else a {@link java.time.LocalDateTime}
 *   <li>UUID a {@link java.util.UUID}.
 * </ul>
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
        return PlainValues.isText(leaf.type().logicalType().orElse(null));
    }

    private static final class Walker implements RecordWalker<Map<String, ?>> {
        @Override
        public MapFields record(Shape.StructShape shape) {
            return struct(shape);
        }

        @Override
        public MapFields struct(Shape.StructShape shape) {
            return new MapFields(shape);
        }

        @Override
        public VariantFields variant(Shape.VariantShape shape) {
            return new VariantFields(shape);
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
            throw new InvalidRecordException(
                    "the elements of a list in the place of a map must be Map.Entry objects, not " + value);
        }

        @Override
        public LeafAccess leaf(Shape.LeafShape shape) {
            return PlainValues.of(shape.type());
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
            return Utf8Text.orReplaced(buffer, offset, length);
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
