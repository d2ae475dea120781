package io.parquetry.cli.json;

import com.fasterxml.jackson.core.JsonToken;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The inverse of {@link JsonRecordBuilder} and {@link JsonLines}: parses a line by a schema into the record that {@link
 * io.parquetry.format.model.PlainRecords} writes. Fields may have any order, and null fields may be missing. A name
 * that the schema does not have, or that is there twice, is refused. A map is a list of {@code {"key", "value"}}, or an
 * object where its keys are text.
 */
public final class RecordParser {
    private final ValueParser<Map<String, Object>> root;

    /** Parses the values of one field. */
    private interface ValueParser<T> {
        /** @param at at the first token of the value, which is not null; moved to its last token */
        T read(LineParser at) throws IOException;
    }

    private RecordParser(ValueParser<Map<String, Object>> root) {
        this.root = root;
    }

    public static RecordParser of(MessageType schema) {
        return new RecordParser(struct(Shape.of(schema)));
    }

    /** @throws InvalidRecordException with the path of the field that does not fit */
    public Map<String, Object> read(LineParser at) throws IOException {
        return root.read(at);
    }

    private static ValueParser<?> parser(Shape shape) {
        if (shape instanceof Shape.StructShape struct) {
            return struct(struct);
        } else if (shape instanceof Shape.ListShape list) {
            return list(list);
        } else if (shape instanceof Shape.MapShape map) {
            return map(map);
        } else if (shape instanceof Shape.VariantShape) {
            return new JsonVariant()::read;
        }
        LeafParser.LeafReader leaf = LeafParser.reader(((Shape.LeafShape) shape).type());
        return leaf::read;
    }

    /** The value or null; a required column of JSON or variants takes the null of JSON as a value. */
    private static Object orNull(LineParser at, Shape shape, ValueParser<?> parser) throws IOException {
        boolean jsonNull = !shape.nullable()
                && shape instanceof Shape.LeafShape leaf
                && leaf.type().isAnnotated(LogicalType.JSON);
        boolean variant = shape instanceof Shape.VariantShape && !shape.nullable();
        return at.currentToken() == JsonToken.VALUE_NULL && !jsonNull && !variant ? null : parser.read(at);
    }

    private record Field(Shape shape, ValueParser<?> parser) {}

    private static ValueParser<Map<String, Object>> struct(Shape.StructShape struct) {
        Map<String, Field> fields = struct.fields().stream()
                .map(shape -> new Field(shape, parser(shape)))
                .collect(Collectors.toMap(
                        field -> field.shape().name(), Function.identity(), (one, other) -> one, LinkedHashMap::new));
        return at -> {
            require(at, JsonToken.START_OBJECT, "an object");
            Map<String, Object> record = new LinkedHashMap<>();
            while (at.nextToken() == JsonToken.FIELD_NAME) {
                String name = at.currentName();
                Field field = fields.get(name);
                if (field == null) {
                    throw new InvalidRecordException(
                                    "the schema has no such field; its fields are " + firstNames(fields))
                            .inField(name);
                }
                at.nextToken();
                if (record.containsKey(name)) {
                    throw isThereTwice(name);
                }
                try {
                    record.put(name, orNull(at, field.shape(), field.parser()));
                } catch (InvalidRecordException e) {
                    throw e.inField(name);
                }
            }
            return record;
        };
    }

    private static InvalidRecordException isThereTwice(String name) {
        return new InvalidRecordException("the field is there twice").inField(name);
    }

    private static String firstNames(Map<String, Field> fields) {
        String names = fields.keySet().stream().limit(20).collect(Collectors.joining(", "));
        return fields.size() > 20 ? names + " and " + (fields.size() - 20) + " more" : names;
    }

    private static ValueParser<?> list(Shape.ListShape list) {
        ValueParser<?> element = parser(list.element());
        return at -> {
            require(at, JsonToken.START_ARRAY, "an array");
            List<Object> elements = new ArrayList<>();
            while (at.nextToken() != JsonToken.END_ARRAY) {
                try {
                    elements.add(orNull(at, list.element(), element));
                } catch (InvalidRecordException e) {
                    throw e.inElement(elements.size());
                }
            }
            return elements;
        };
    }

    private static ValueParser<?> map(Shape.MapShape map) {
        ValueParser<?> key = parser(map.key());
        Shape valueShape = map.value().orElse(map.key());
        ValueParser<?> value = map.value().map(RecordParser::parser).orElse(RecordParser::refused);
        boolean keyed = map.key() instanceof Shape.LeafShape leaf
                && leaf.type().physicalType() == PhysicalType.BYTE_ARRAY
                && (leaf.type().isAnnotated(LogicalType.STRING) || leaf.type().isAnnotated(LogicalType.ENUM));
        return at -> {
            List<Object> entries = new ArrayList<>();
            boolean object = keyed && at.currentToken() == JsonToken.START_OBJECT;
            if (!object) {
                require(at, JsonToken.START_ARRAY, (keyed ? "an object or " : "") + "an array of {\"key\", \"value\"}");
            }
            while (at.nextToken() == (object ? JsonToken.FIELD_NAME : JsonToken.START_OBJECT)) {
                try {
                    entries.add(object ? named(at, valueShape, value) : entry(at, map.key(), key, valueShape, value));
                } catch (InvalidRecordException e) {
                    throw e.inElement(entries.size());
                }
            }
            require(at, object ? JsonToken.END_OBJECT : JsonToken.END_ARRAY, "an array of {\"key\", \"value\"}");
            return entries;
        };
    }

    private static Object refused(LineParser at) throws IOException {
        throw LeafParser.unfit(at, "null: the schema of this map has keys without values");
    }

    private static Map.Entry<?, ?> named(LineParser at, Shape valueShape, ValueParser<?> value) throws IOException {
        String key = at.currentName();
        at.nextToken();
        return new SimpleImmutableEntry<>(key, orNull(at, valueShape, value));
    }

    private static Map.Entry<?, ?> entry(
            LineParser at, Shape keyShape, ValueParser<?> key, Shape valueShape, ValueParser<?> value)
            throws IOException {
        Object keyFound = null;
        Object valueFound = null;
        boolean hasKey = false;
        boolean hasValue = false;
        while (at.nextToken() == JsonToken.FIELD_NAME) {
            String name = at.currentName();
            at.nextToken();
            boolean isKey = name.equals("key");
            if (!isKey && !name.equals("value")) {
                throw new InvalidRecordException("an entry of a map has key and value, not this").inField(name);
            }
            if (isKey ? hasKey : hasValue) {
                throw isThereTwice(name);
            }
            if (isKey) {
                hasKey = true;
                keyFound = orNull(at, keyShape, key);
            } else {
                hasValue = true;
                valueFound = orNull(at, valueShape, value);
            }
        }
        return new SimpleImmutableEntry<>(keyFound, valueFound);
    }

    private static void require(LineParser at, JsonToken wanted, String form) throws IOException {
        if (at.currentToken() != wanted) {
            throw LeafParser.unfit(at, form);
        }
    }
}
