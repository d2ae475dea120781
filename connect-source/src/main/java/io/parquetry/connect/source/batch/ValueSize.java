package io.parquetry.connect.source.batch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * About how many bytes values of one schema take: text and bytes by their length, everything else a word. What of a value
 * there is to look at is made out once for all of them.
 *
 * <p>To look at every text takes as long as to read the row, since they lie all over the memory; where it is known how long
 * the longest one is, a size that a value does not exceed is much cheaper to have.
 */
abstract class ValueSize {
    static final int WORD_BYTES = 8;

    /** In place of a length: each text is looked at. */
    static final int EXACT = -1;

    /**
     * The size of a value, or a size that it does not exceed.
     *
     * @param value may be null
     * @param longest no text or bytes of the value are longer, or {@link #EXACT}
     */
    abstract long of(Object value, int longest);

    /** Whether a size that no value exceeds can be had without a value. */
    boolean isBounded() {
        return true;
    }

    /** @param schema null where there is none */
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

    /** Text and bytes. Decimals, which are bytes by their schemas, are numbers. */
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

    /** Values without schema, which are what JSON has; what they take is known only when they are looked at. */
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

    /** Values that may be the default of their schema, which comes from no column. */
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

        /** Fields that are more than a word. */
        private final Part[] parts;

        /** Of those, the ones that must be looked at in any case. */
        private final Part[] unbounded;

        /** How many bytes the others take beside their texts, and how many texts they have. */
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
