package io.parquetry.connect.common.schema;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.variant.Variant;
import io.parquetry.format.variant.VariantBuilder;
import io.parquetry.format.variant.VariantMetadata;
import io.parquetry.format.variant.VariantView;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Values without schema as variants that keep their Java types:
 *
 * <pre>
 * null, Boolean, String           null, boolean, string       byte[]              binary
 * Byte, Short, Integer, Long      int8, int16, int32, int64   Date                timestamp in microseconds, UTC
 * Float, Double                   float, double               List                array
 * BigDecimal of up to 38 digits   decimal                     Map with text keys  object, with its order of keys
 * </pre>
 *
 * <p>Anything else is an object with one field that begins with {@code @}, as in {@link SchemalessJson}: {@code
 * @buffer}, {@code @decimal} (a scale that is not 0 to 38), {@code @date} (beyond 64 bits of microseconds), {@code
 * @map} (also one that looks like such an object), {@code @struct}.
 */
public final class SchemalessVariant {
    private static final long MICROS_PER_MILLI = 1000;

    private SchemalessVariant() {}

    /** Makes variants of values; for one thread at a time. */
    public static final class ValueWriter {
        private final VariantBuilder out = new VariantBuilder();
        private final List<String> declared;

        public ValueWriter() {
            this(List.of());
        }

        /** @param declared names that each dictionary has, whether the value has them or not */
        public ValueWriter(Collection<String> declared) {
            this.declared = List.copyOf(declared);
        }

        /**
         * The value as a variant.
         *
         * @throws InvalidRecordException when it has a part of a type that Connect does not have, is nested too deep
         *     or is too long
         */
        public Variant write(Object value) {
            out.reset();
            add(value);
            declared.forEach(out::declare);
            return out.finish();
        }

        private void add(Object value) {
            if (value == null) {
                out.addNull();
            } else if (value instanceof String text) {
                out.addString(text);
            } else if (value instanceof Long number) {
                out.addLong(number);
            } else if (value instanceof Boolean truth) {
                out.addBoolean(truth);
            } else if (value instanceof Double number) {
                out.addDouble(number);
            } else if (value instanceof List<?> list) {
                addList(list);
            } else if (value instanceof Map<?, ?> map) {
                addMap(map);
            } else {
                addOther(value);
            }
        }

        private void addList(List<?> list) {
            out.beginArray();
            for (Object element : list) {
                add(element);
            }
            out.endArray();
        }

        private void addMap(Map<?, ?> map) {
            if (!SchemalessJson.isPlain(map)) {
                addEntries(map);
                return;
            }
            out.beginObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.name((String) entry.getKey());
                add(entry.getValue());
            }
            out.endObject();
        }

        private void addEntries(Map<?, ?> map) {
            out.beginObject();
            out.name("@map");
            out.beginArray();
            map.forEach((key, content) -> {
                out.beginArray();
                add(key);
                add(content);
                out.endArray();
            });
            out.endArray();
            out.endObject();
        }

        private void addOther(Object value) {
            if (value instanceof Integer number) {
                out.addInt(number);
            } else if (value instanceof Short number) {
                out.addShort(number);
            } else if (value instanceof Byte number) {
                out.addByte(number);
            } else if (value instanceof Float number) {
                out.addFloat(number);
            } else if (value instanceof byte[] bytes) {
                out.addBinary(bytes, 0, bytes.length);
            } else if (value instanceof BigDecimal decimal && VariantBuilder.holds(decimal)) {
                out.addDecimal(decimal);
            } else if (value instanceof Date date
                    && Math.abs(date.getTime() / 2) < Long.MAX_VALUE / (2 * MICROS_PER_MILLI)) {
                out.addTimestampMicros(date.getTime() * MICROS_PER_MILLI);
            } else {
                addTagged(value);
            }
        }

        private void addTagged(Object value) {
            out.beginObject();
            if (value instanceof ByteBuffer buffer) {
                byte[] bytes = ValueJson.bytes(buffer);
                out.name("@buffer");
                out.addBinary(bytes, 0, bytes.length);
            } else if (value instanceof BigDecimal decimal) {
                out.name("@decimal");
                out.addString(decimal.toString());
            } else if (value instanceof Date date) {
                out.name("@date");
                out.addLong(date.getTime());
            } else if (value instanceof Struct struct) {
                out.name("@struct");
                out.beginObject();
                out.name("schema");
                out.addString(ValueJson.text(SchemaJson.write(struct.schema())));
                out.name("value");
                out.addString(ValueJson.text(ValueJson.write(struct.schema(), struct)));
                out.endObject();
            } else {
                throw new InvalidRecordException(
                        "a value of " + value.getClass().getName()
                                + " has no schema and no place in Connect's data; give it a schema or make it text in a"
                                + " transformation");
            }
            out.endObject();
        }
    }

    /** The order in which the fields of objects are given. */
    public enum FieldOrder {
        /** That in which their values are stored: of variants that are stored whole. */
        STORED,
        /**
         * That of a {@link HashMap}, in which Kafka's JSON converter has them too: of shredded variants, whose fields
         * are stored in columns.
         */
        HASHED
    }

    /** Makes values of variants; for one thread at a time. */
    public static final class ValueReader {
        private final FieldOrder order;
        private byte[] lastNames = new byte[0];
        private VariantMetadata names;

        /** Values visited, and the bytes of texts and binary values, which hostile data could make endless. */
        private long visited;

        private int visitedMax;

        public ValueReader(FieldOrder order) {
            this.order = order;
        }

        /**
         * The value of a variant.
         *
         * @throws CorruptFileException when the bytes are no variant, or none that a {@link ValueWriter} made
         */
        public Object read(byte[] metadata, byte[] value) {
            if (!Arrays.equals(metadata, lastNames)) {
                names = VariantMetadata.parse(metadata);
                lastNames = metadata;
            }
            visited = 0;
            visitedMax = value.length;
            try {
                return value(VariantView.of(names, value));
            } catch (DataException e) {
                throw new CorruptFileException("a variant without schema: " + e.getMessage(), e);
            }
        }

        private Object value(VariantView value) {
            visit(1);
            return switch (value.type()) {
                case NULL -> null;
                case TRUE -> true;
                case FALSE -> false;
                case INT8 -> (byte) value.longValue();
                case INT16 -> (short) value.longValue();
                case INT32 -> (int) value.longValue();
                case INT64 -> value.longValue();
                case FLOAT -> value.floatValue();
                case DOUBLE -> value.doubleValue();
                case STRING -> {
                    String text = value.text();
                    visit(text.length());
                    yield text;
                }
                case BINARY -> {
                    byte[] content = value.content();
                    visit(content.length);
                    yield content;
                }
                case DECIMAL4, DECIMAL8, DECIMAL16 -> value.decimalValue();
                case TIMESTAMP_MICROS -> new Date(Math.floorDiv(value.longValue(), MICROS_PER_MILLI));
                case ARRAY -> list(value.children());
                case OBJECT -> object(value.children());
                case DATE, TIME_NTZ_MICROS, TIMESTAMP_NTZ_MICROS, TIMESTAMP_NANOS, TIMESTAMP_NTZ_NANOS, UUID ->
                    throw new DataException("the sink writes no variant value of type " + value.type());
            };
        }

        private void visit(int count) {
            visited += count;
            if (visited > visitedMax) {
                throw new CorruptFileException("variant data of " + visitedMax + " bytes has values that overlap");
            }
        }

        private List<Object> list(VariantView.Children elements) {
            List<Object> list = new ArrayList<>(elements.count());
            for (int i = 0; i < elements.count(); i++) {
                list.add(value(elements.value(i)));
            }
            return list;
        }

        private Object object(VariantView.Children fields) {
            if (fields.count() == 1 && fields.name(0).startsWith("@")) {
                return tagged(fields.name(0), fields.value(0));
            }
            // The default capacity grows as that of the converter's maps did, and gives the same order.
            Map<String, Object> map = order == FieldOrder.STORED ? new LinkedHashMap<>() : new HashMap<>();
            for (int field : order(fields)) {
                map.put(fields.name(field), value(fields.value(field)));
            }
            return map;
        }

        /** In the order of the values, or of the dictionary, which has the names in the order in which they came. */
        private int[] order(VariantView.Children fields) {
            long[] keys = new long[fields.count()];
            boolean sorted = true;
            for (int i = 0; i < keys.length; i++) {
                keys[i] = order == FieldOrder.STORED ? fields.offset(i) : fields.id(i);
                sorted &= i == 0 || keys[i - 1] <= keys[i];
            }
            IntStream all = IntStream.range(0, keys.length);
            return sorted
                    ? all.toArray()
                    : all.boxed()
                            .sorted(Comparator.comparingLong(i -> keys[i]))
                            .mapToInt(Integer::intValue)
                            .toArray();
        }

        private Object tagged(String tag, VariantView content) {
            Object value = value(content);
            return switch (tag) {
                case "@buffer" -> ByteBuffer.wrap(as(byte[].class, tag, value));
                case "@decimal" -> decimal(as(String.class, tag, value));
                case "@date" -> new Date(as(Long.class, tag, value));
                case "@map" -> {
                    Map<Object, Object> map = new LinkedHashMap<>();
                    for (Object entry : as(List.class, tag, value)) {
                        List<?> pair = as(List.class, tag, entry);
                        if (pair.size() != 2) {
                            throw new DataException("@map has an entry of " + pair.size() + " parts");
                        }
                        map.put(pair.get(0), pair.get(1));
                    }
                    yield map;
                }
                case "@struct" -> {
                    Map<?, ?> parts = as(Map.class, tag, value);
                    Schema schema = SchemaJson.read(ValueJson.parse(as(String.class, tag, parts.get("schema"))));
                    yield ValueJson.read(schema, ValueJson.parse(as(String.class, tag, parts.get("value"))));
                }
                default -> throw new DataException("unknown type mark " + tag + " in a value without schema");
            };
        }

        private static <T> T as(Class<T> type, String tag, Object content) {
            if (!type.isInstance(content)) {
                throw new DataException("the mark " + tag + " has no " + type.getSimpleName() + " behind it");
            }
            return type.cast(content);
        }

        private static BigDecimal decimal(String text) {
            try {
                return new BigDecimal(text);
            } catch (NumberFormatException e) {
                throw new DataException("@decimal is no number: " + text, e);
            }
        }
    }
}
