package io.parquetry.connect.source.batch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Estimates the size of values of one schema: strings and bytes by their length, all other values as a word. Which
 * fields must be measured is decided once for the schema.
 *
 * <p>Measuring every string takes as long as reading the row, since strings are scattered over the heap. Where the
 * length of the longest one is known, an upper bound is much cheaper.
 */
abstract class ValueSize {
    static final int WORD_BYTES = 8;

    /** In place of a length: each string is measured. */
    static final int EXACT = -1;

    /**
     * The size of a value, or an upper bound of it.
     *
     * @param value may be null
     * @param longest the length of the longest string or bytes in the value, or {@link #EXACT}
     */
    abstract long of(Object value, int longest);

    /** Whether the upper bound does not depend on the value. */
    boolean isBounded() {
        return true;
    }

    /** @param schema null for values without one */
    static ValueSize of(Schema schema) {
        if (schema == null) {
            return ANY;
        }
        ValueSize size = ofType(schema);
        return schema.defaultValue() == null || size == WORD ? size : new WithDefault(size);
    }

    private static ValueSize ofType(Schema schema) {
        return switch (schema.type()) {
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN -> WORD;
            case STRING, BYTES -> TEXT;
            case ARRAY -> new OfList(of(schema.valueSchema()));
            case MAP -> new OfMap(of(schema.keySchema()), of(schema.valueSchema()));
            case STRUCT -> new OfStruct(schema);
        };
    }

    private static final ValueSize WORD = new ValueSize() {
        @Override
        long of(Object value, int longest) {
            return WORD_BYTES;
        }
    };

    /** Strings and bytes. A decimal, which is bytes by its schema, counts as a word. */
    private static final ValueSize TEXT = new ValueSize() {
        @Override
        long of(Object value, int longest) {
            return (long) WORD_BYTES + (longest == EXACT ? length(value) : longest);
        }

        private static int length(Object value) {
            if (value instanceof String text) {
                return text.length();
            } else if (value instanceof byte[] bytes) {
                return bytes.length;
            }
            return value instanceof ByteBuffer buffer ? buffer.remaining() : 0;
        }
    };

    /** Values without a schema, which come from JSON; they are always measured. */
    private static final ValueSize ANY = new ValueSize() {
        @Override
        long of(Object value, int longest) {
            if (value instanceof List<?>) {
                return new OfList(this).of(value, EXACT);
            } else if (value instanceof Map<?, ?>) {
                return new OfMap(this, this).of(value, EXACT);
            } else if (value instanceof Struct struct) {
                return new OfStruct(struct.schema()).of(struct, EXACT);
            }
            return TEXT.of(value, EXACT);
        }

        @Override
        boolean isBounded() {
            return false;
        }
    };

    /** Values that may be the default of their schema, which is in no column. */
    private static final class WithDefault extends ValueSize {
        private final ValueSize size;

        WithDefault(ValueSize size) {
            this.size = size;
        }

        @Override
        long of(Object value, int longest) {
            return size.of(value, EXACT);
        }

        @Override
        boolean isBounded() {
            return false;
        }
    }

    private static final class OfList extends ValueSize {
        private final ValueSize element;

        OfList(ValueSize element) {
            this.element = element;
        }

        @Override
        long of(Object value, int longest) {
            long bytes = WORD_BYTES;
            if (value != null) {
                List<?> list = (List<?>) value;
                if (element == WORD || longest != EXACT && element.isBounded()) {
                    return bytes + element.of(null, longest) * list.size();
                }
                for (Object one : list) {
                    bytes += element.of(one, longest);
                }
            }
            return bytes;
        }

        @Override
        boolean isBounded() {
            return false;
        }
    }

    private static final class OfMap extends ValueSize {
        private final ValueSize key;
        private final ValueSize mapped;

        OfMap(ValueSize key, ValueSize mapped) {
            this.key = key;
            this.mapped = mapped;
        }

        @Override
        long of(Object value, int longest) {
            long bytes = WORD_BYTES;
            if (value != null) {
                Map<?, ?> map = (Map<?, ?>) value;
                if (longest != EXACT && key.isBounded() && mapped.isBounded()) {
                    return bytes + (key.of(null, longest) + mapped.of(null, longest)) * map.size();
                }
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    bytes += key.of(entry.getKey(), longest) + mapped.of(entry.getValue(), longest);
                }
            }
            return bytes;
        }

        @Override
        boolean isBounded() {
            return false;
        }
    }

    private static final class OfStruct extends ValueSize {
        private final long wordsBytes;

        /** The fields that take more than a word. */
        private final Part[] parts;

        /** Those of them without an upper bound. */
        private final Part[] unbounded;

        /** The size of all other fields without their strings, and the number of these strings. */
        private final long boundedBytes;

        private final long boundedTexts;

        private record Part(Field field, ValueSize size) {
            long of(Struct struct, int longest) {
                return size.of(struct.get(field), longest);
            }
        }

        OfStruct(Schema schema) {
            List<Part> more = new ArrayList<>();
            long words = WORD_BYTES;
            for (Field field : schema.fields()) {
                ValueSize size = ValueSize.of(field.schema());
                if (size == WORD) {
                    words += WORD_BYTES;
                } else {
                    more.add(new Part(field, size));
                }
            }
            List<ValueSize> bounded =
                    more.stream().map(Part::size).filter(ValueSize::isBounded).toList();
            wordsBytes = words;
            parts = more.toArray(Part[]::new);
            unbounded = more.stream().filter(part -> !part.size().isBounded()).toArray(Part[]::new);
            boundedBytes =
                    words + bounded.stream().mapToLong(size -> size.of(null, 0)).sum();
            boundedTexts = bounded.stream()
                    .mapToLong(size -> size.of(null, 1) - size.of(null, 0))
                    .sum();
        }

        @Override
        long of(Object value, int longest) {
            if (longest != EXACT) {
                return bound((Struct) value, longest);
            } else if (value == null) {
                return WORD_BYTES;
            }
            long bytes = wordsBytes;
            for (Part part : parts) {
                bytes += part.of((Struct) value, EXACT);
            }
            return bytes;
        }

        private long bound(Struct struct, int longest) {
            long bytes = boundedBytes + boundedTexts * longest;
            if (struct != null) {
                for (Part part : unbounded) {
                    bytes += part.of(struct, longest);
                }
            }
            return bytes;
        }

        @Override
        boolean isBounded() {
            return unbounded.length == 0;
        }
    }
}
