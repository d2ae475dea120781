package io.parquetry.connect.source.send;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Estimates the size of values of one schema: strings and bytes by their length, and each value as a word more. A word
 * is what one value costs beside its text: little where bytes are sent, and much in memory, where each is an object.
 * Which fields must be measured is decided once for the schema.
 *
 * <p>Measuring every string takes as long as reading the row, since strings are scattered over the heap. Where the
 * length of the longest one is known, an upper bound is much cheaper.
 */
abstract class ValueSize {
    /** A word of the bytes that are sent. */
    static final int SENT_WORD_BYTES = 8;

    /** A word in memory: about an object, its reference, and for text its array. */
    static final int HEAP_WORD_BYTES = 48;

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

    /** The bytes of a word. */
    final int word;

    private ValueSize(int word) {
        this.word = word;
    }

    /** @param schema null for values without one */
    static ValueSize forSchema(Schema schema, int word) {
        if (schema == null) {
            return new Any(word);
        }
        ValueSize size = ofType(schema, word);
        return schema.defaultValue() == null || size instanceof Word ? size : new WithDefault(size);
    }

    private static ValueSize ofType(Schema schema, int word) {
        return switch (schema.type()) {
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN -> new Word(word);
            case STRING, BYTES -> new Text(word);
            case ARRAY -> new OfList(forSchema(schema.valueSchema(), word));
            case MAP -> new OfMap(forSchema(schema.keySchema(), word), forSchema(schema.valueSchema(), word));
            case STRUCT -> new OfStruct(schema, word);
        };
    }

    private static final class Word extends ValueSize {
        Word(int word) {
            super(word);
        }

        @Override
        long of(Object value, int longest) {
            return word;
        }
    }

    /** Strings and bytes. A decimal, which is bytes by its schema, counts as a word. */
    private static final class Text extends ValueSize {
        Text(int word) {
            super(word);
        }

        @Override
        long of(Object value, int longest) {
            return (long) word + (longest == EXACT ? length(value) : longest);
        }

        private static int length(Object value) {
            if (value instanceof String text) {
                return text.length();
            } else if (value instanceof byte[] bytes) {
                return bytes.length;
            }
            return value instanceof ByteBuffer buffer ? buffer.remaining() : 0;
        }
    }

    /** Values without a schema, which come from JSON; they are always measured. */
    private static final class Any extends ValueSize {
        private final Text text;

        Any(int word) {
            super(word);
            this.text = new Text(word);
        }

        @Override
        long of(Object value, int longest) {
            if (value instanceof List<?>) {
                return new OfList(this).of(value, EXACT);
            } else if (value instanceof Map<?, ?>) {
                return new OfMap(this, this).of(value, EXACT);
            } else if (value instanceof Struct struct) {
                return new OfStruct(struct.schema(), word).of(struct, EXACT);
            }
            return text.of(value, EXACT);
        }

        @Override
        boolean isBounded() {
            return false;
        }
    }

    /** Values that may be the default of their schema, which is in no column. */
    private static final class WithDefault extends ValueSize {
        private final ValueSize size;

        WithDefault(ValueSize size) {
            super(size.word);
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
            super(element.word);
            this.element = element;
        }

        @Override
        long of(Object value, int longest) {
            long bytes = word;
            if (value != null) {
                List<?> list = (List<?>) value;
                if (element instanceof Word || longest != EXACT && element.isBounded()) {
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
            super(key.word);
            this.key = key;
            this.mapped = mapped;
        }

        @Override
        long of(Object value, int longest) {
            long bytes = word;
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

        OfStruct(Schema schema, int word) {
            super(word);
            List<Part> more = new ArrayList<>();
            long words = word;
            for (Field field : schema.fields()) {
                ValueSize size = ValueSize.forSchema(field.schema(), word);
                if (size instanceof Word) {
                    words += word;
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
                return word;
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
