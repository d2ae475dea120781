package io.parquetry.connect.common.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Single Connect values as JSON, from which an equal value is read: numbers as numbers (NaN, infinities and negative
 * zero as text), decimals as text with their scale, dates as milliseconds, bytes in Base64, arrays as arrays, maps as
 * arrays of {@code [key, value]}, structs as objects without their null fields. A {@link ByteBuffer} is distinguished
 * from a {@code byte[]} by an object {@code {"buffer": ...}}. Values without schema are written by {@link
 * SchemalessJson}.
 */
public final class ValueJson {
    static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Written documents may be long, but not nested deeper than schemas and values. */
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(1_000)
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .build();

    private static final Pattern PARSERS_OWN =
            Pattern.compile(": enable `[^`]*` to allow| \\(start marker at .*|, from `[^`]*`", Pattern.DOTALL);

    private static final String BUFFER = "buffer";

    private ValueJson() {}

    /** The text of a document. */
    public static String text(JsonNode document) {
        try {
            return MAPPER.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new DataException("the value cannot be written as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /**
     * Parses a text.
     *
     * @throws DataException when it is not JSON
     */
    public static JsonNode parse(String text) {
        try {
            JsonNode document = MAPPER.readTree(text);
            if (document.isMissingNode()) {
                throw new DataException("expected JSON and found nothing");
            }
            return document;
        } catch (JsonProcessingException e) {
            throw new DataException("expected JSON: " + fault(e), e);
        }
    }

    /** What is wrong with a text that is not JSON, without what the parser says of its own code and settings. */
    public static String fault(JsonProcessingException e) {
        return PARSERS_OWN.matcher(e.getOriginalMessage()).replaceAll("");
    }

    /**
     * The value as JSON.
     *
     * @param schema null for a value without schema
     * @throws DataException when the value does not fit the schema
     */
    public static JsonNode write(Schema schema, Object value) {
        if (value == null) {
            return NullNode.instance;
        }
        if (schema == null) {
            return SchemalessJson.write(value);
        }
        try {
            return notNull(schema, value);
        } catch (ClassCastException e) {
            throw new DataException(
                    "a value of " + value.getClass().getName() + " does not fit a schema of type " + schema.type(), e);
        }
    }

    private static JsonNode notNull(Schema schema, Object value) {
        if (value instanceof Date date) {
            return LongNode.valueOf(date.getTime());
        }
        if (value instanceof BigDecimal decimal) {
            return TextNode.valueOf(decimal.toString());
        }
        return switch (schema.type()) {
            case INT8, INT16, INT32 -> IntNode.valueOf(((Number) value).intValue());
            case INT64 -> LongNode.valueOf((Long) value);
            case FLOAT32 -> floating((Float) value);
            case FLOAT64 -> floating((Double) value);
            case BOOLEAN -> BooleanNode.valueOf((Boolean) value);
            case STRING -> TextNode.valueOf((String) value);
            case BYTES -> value instanceof ByteBuffer buffer ? buffer(buffer) : base64((byte[]) value);
            case ARRAY -> {
                ArrayNode array = NODES.arrayNode();
                for (Object element : (List<?>) value) {
                    array.add(write(schema.valueSchema(), element));
                }
                yield array;
            }
            case MAP -> {
                ArrayNode entries = NODES.arrayNode();
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                    entries.addArray()
                            .add(write(schema.keySchema(), entry.getKey()))
                            .add(write(schema.valueSchema(), entry.getValue()));
                }
                yield entries;
            }
            case STRUCT -> struct((Struct) value);
        };
    }

    /** Doubles represent every float exactly, so both have one format. */
    static JsonNode floating(double value) {
        boolean plain = Double.isFinite(value) && !(value == 0 && 1 / value < 0);
        return plain ? DoubleNode.valueOf(value) : TextNode.valueOf(Double.toString(value));
    }

    static JsonNode base64(byte[] bytes) {
        return TextNode.valueOf(Base64.getEncoder().encodeToString(bytes));
    }

    private static JsonNode buffer(ByteBuffer buffer) {
        return NODES.objectNode().set(BUFFER, base64(bytes(buffer)));
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static JsonNode struct(Struct struct) {
        ObjectNode object = NODES.objectNode();
        for (Field field : struct.schema().fields()) {
            Object value = struct.getWithoutDefault(field.name());
            if (value != null) {
                object.set(field.name(), write(field.schema(), value));
            }
        }
        return object;
    }

    /**
     * Reads a value.
     *
     * @param schema the schema with which it was written, or null
     * @throws DataException when the JSON does not fit the schema
     */
    public static Object read(Schema schema, JsonNode json) {
        if (json.isNull()) {
            return null;
        }
        if (schema == null) {
            return SchemalessJson.read(json);
        }
        if (DecimalForm.isDecimal(schema)) {
            return decimal(json);
        }
        if (TemporalType.of(schema)
                .filter(type -> type.carrier() == TemporalType.Carrier.JAVA_DATE)
                .isPresent()) {
            return new Date(whole(json, Long.MIN_VALUE, Long.MAX_VALUE));
        }
        return switch (schema.type()) {
            case INT8 -> (byte) whole(json, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case INT16 -> (short) whole(json, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT32 -> (int) whole(json, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case INT64 -> whole(json, Long.MIN_VALUE, Long.MAX_VALUE);
            case FLOAT32 -> (float) floating(json);
            case FLOAT64 -> floating(json);
            case BOOLEAN -> require(json, json.isBoolean(), "true or false").booleanValue();
            case STRING -> require(json, json.isTextual(), "text").textValue();
            case BYTES -> json.isObject() ? ByteBuffer.wrap(bytes(json.path(BUFFER))) : bytes(json);
            case ARRAY -> {
                List<Object> list = new ArrayList<>(json.size());
                require(json, json.isArray(), "an array")
                        .forEach(element -> list.add(read(schema.valueSchema(), element)));
                yield list;
            }
            case MAP -> {
                Map<Object, Object> map = new LinkedHashMap<>();
                for (JsonNode entry : require(json, json.isArray(), "an array of entries")) {
                    require(entry, entry.isArray() && entry.size() == 2, "[key, value]");
                    map.put(read(schema.keySchema(), entry.get(0)), read(schema.valueSchema(), entry.get(1)));
                }
                yield map;
            }
            case STRUCT -> {
                require(json, json.isObject(), "an object");
                Struct struct = new Struct(schema);
                for (Field field : schema.fields()) {
                    JsonNode value = json.get(field.name());
                    if (value != null) {
                        struct.put(field, read(field.schema(), value));
                    }
                }
                yield struct;
            }
        };
    }

    static long whole(JsonNode json, long least, long most) {
        require(json, json.isIntegralNumber() && json.canConvertToLong(), "a whole number");
        long number = json.longValue();
        if (number < least || number > most) {
            throw new DataException("found the number " + number + "; it must be " + least + " to " + most);
        }
        return number;
    }

    static double floating(JsonNode json) {
        if (json.isNumber()) {
            return json.doubleValue();
        }
        try {
            return Double.parseDouble(
                    require(json, json.isTextual(), "a number").textValue());
        } catch (NumberFormatException e) {
            throw new DataException("expected a number and found " + json, e);
        }
    }

    static BigDecimal decimal(JsonNode json) {
        try {
            return new BigDecimal(
                    require(json, json.isTextual(), "a decimal as text").textValue());
        } catch (NumberFormatException e) {
            throw new DataException("expected a decimal as text and found " + json, e);
        }
    }

    static byte[] bytes(JsonNode json) {
        try {
            return Base64.getDecoder()
                    .decode(require(json, json.isTextual(), "bytes in Base64").textValue());
        } catch (IllegalArgumentException e) {
            throw new DataException("expected bytes in Base64 and found " + json, e);
        }
    }

    static JsonNode require(JsonNode json, boolean holds, String expected) {
        if (!holds) {
            String found = json.toString();
            throw new DataException("expected " + expected + " and found "
                    + (found.length() > 100 ? found.substring(0, 100) + "..." : found));
        }
        return json;
    }
}
