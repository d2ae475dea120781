package io.parquetry.connect.source.read;

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
 */
abstract class ValueSize {
    static final int WORD_BYTES = 8;

    /** @return the size of a value that may be null */
    abstract long of(Object value);

    /** @param schema null where there is none */
    static ValueSize of(Schema schema) {
        if (schema == null) {
            return ANY;
        }
        return switch (schema.type()) {
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN -> WORD;
            case STRING -> TEXT;
            case BYTES -> BYTES;
            case ARRAY -> new OfList(of(schema.valueSchema()));
            case MAP -> new OfMap(of(schema.keySchema()), of(schema.valueSchema()));
            case STRUCT -> new OfStruct(schema);
        };
    }

    private static final ValueSize WORD = new ValueSize() {
        @Override
        long of(Object value) {
            return WORD_BYTES;
        }
    };

    private static final ValueSize TEXT = new ValueSize() {
        @Override
        long of(Object value) {
            return value == null ? WORD_BYTES : WORD_BYTES + ((String) value).length();
        }
    };

    /** Decimals are numbers. */
    private static final ValueSize BYTES = new ValueSize() {
        @Override
        long of(Object value) {
            if (value instanceof byte[] array) {
                return WORD_BYTES + array.length;
            }
            return value instanceof ByteBuffer buffer ? WORD_BYTES + buffer.remaining() : WORD_BYTES;
        }
    };

    /** Values without schema, which are what JSON has. */
    private static final ValueSize ANY = new ValueSize() {
        @Override
        long of(Object value) {
            if (value instanceof String) {
                return TEXT.of(value);
            } else if (value instanceof List<?>) {
                return new OfList(this).of(value);
            } else if (value instanceof Map<?, ?>) {
                return new OfMap(this, this).of(value);
            } else if (value instanceof Struct struct) {
                return of(struct.schema()).of(struct);
            }
            return BYTES.of(value);
        }
    };

    private static final class OfList extends ValueSize {
        private final ValueSize element;

        OfList(ValueSize element) {
            this.element = element;
        }

        @Override
        long of(Object value) {
            long bytes = WORD_BYTES;
            if (value != null) {
                List<?> list = (List<?>) value;
                if (element == WORD) {
                    return bytes + (long) WORD_BYTES * list.size();
                }
                for (Object one : list) {
                    bytes += element.of(one);
                }
            }
            return bytes;
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
        long of(Object value) {
            long bytes = WORD_BYTES;
            if (value != null) {
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                    bytes += key.of(entry.getKey()) + mapped.of(entry.getValue());
                }
            }
            return bytes;
        }
    }

    private static final class OfStruct extends ValueSize {
        private final long wordsBytes;
        private final Field[] fields;
        private final ValueSize[] sizes;

        OfStruct(Schema schema) {
            List<Field> others = new ArrayList<>();
            List<ValueSize> othersSizes = new ArrayList<>();
            long words = WORD_BYTES;
            for (Field field : schema.fields()) {
                ValueSize size = ValueSize.of(field.schema());
                if (size == WORD) {
                    words += WORD_BYTES;
                } else {
                    others.add(field);
                    othersSizes.add(size);
                }
            }
            wordsBytes = words;
            fields = others.toArray(Field[]::new);
            sizes = othersSizes.toArray(ValueSize[]::new);
        }

        @Override
        long of(Object value) {
            if (value == null) {
                return WORD_BYTES;
            }
            Struct struct = (Struct) value;
            long bytes = wordsBytes;
            for (int i = 0; i < fields.length; i++) {
                bytes += sizes[i].of(struct.get(fields[i]));
            }
            return bytes;
        }
    }
}
