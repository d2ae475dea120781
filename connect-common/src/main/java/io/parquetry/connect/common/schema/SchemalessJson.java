package io.parquetry.connect.common.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Values without schema as JSON that keeps their Java types. Values of the JSON converter without schemas are plain
 * JSON: null, booleans, text, {@link Long}, finite {@link Double}, lists, and maps with text keys. Anything else is an
 * object with one field that begins with {@code @} and names the type, such as {@code {"@int32": 7}} or {@code
 * {"@bytes": "AAE="}}; a map that looks like such an object is written as {@code {"@map": [[key, value], ...]}}.
 */
final class SchemalessJson {
    private static final int DEPTH_MAX = 500;

    private SchemalessJson() {}

    static JsonNode write(Object value) {
        return write(value, 0);
    }

    /** The value as JSON text; JSON documents inside it are copied. */
    static String text(Object value) {
        return ValueJson.text(write(value));
    }

    private static JsonNode write(Object value, int depth) {
        if (depth > DEPTH_MAX) {
            throw new DataException("a value without schema is nested deeper than " + DEPTH_MAX + " levels");
        }
        if (value == null) {
            return NullNode.instance;
        } else if (value instanceof String text) {
            return TextNode.valueOf(text);
        } else if (value instanceof Long number) {
            return LongNode.valueOf(number);
        } else if (value instanceof Boolean truth) {
            return BooleanNode.valueOf(truth);
        } else if (value instanceof Double number) {
            JsonNode json = ValueJson.floating(number);
            return json.isNumber() ? json : tagged("@float64", json);
        } else if (value instanceof List<?> list) {
            ArrayNode array = ValueJson.NODES.arrayNode();
            list.forEach(element -> array.add(write(element, depth + 1)));
            return array;
        } else if (value instanceof Map<?, ?> map) {
            return isPlain(map) ? object(map, depth) : tagged("@map", entries(map, depth));
        }
        return other(value);
    }

    private static JsonNode other(Object value) {
        if (value instanceof Integer number) {
            return tagged("@int32", LongNode.valueOf(number));
        } else if (value instanceof Short number) {
            return tagged("@int16", LongNode.valueOf(number));
        } else if (value instanceof Byte number) {
            return tagged("@int8", LongNode.valueOf(number));
        } else if (value instanceof Float number) {
            return tagged("@float32", ValueJson.floating(number));
        } else if (value instanceof byte[] bytes) {
            return tagged("@bytes", ValueJson.base64(bytes));
        } else if (value instanceof ByteBuffer buffer) {
            return tagged("@buffer", ValueJson.base64(ValueJson.bytes(buffer)));
        } else if (value instanceof BigDecimal decimal) {
            return tagged("@decimal", TextNode.valueOf(decimal.toString()));
        } else if (value instanceof Date date) {
            return tagged("@date", LongNode.valueOf(date.getTime()));
        } else if (value instanceof Struct struct) {
            ObjectNode content = ValueJson.NODES.objectNode();
            content.set("schema", SchemaJson.write(struct.schema()));
            content.set("value", ValueJson.write(struct.schema(), struct));
            return tagged("@struct", content);
        }
        if (value instanceof JsonNode document) {
            return document;
        }
        throw new DataException("a value of " + value.getClass().getName()
                + " has no schema and no place in Connect's data; give it a schema or make it text in a"
                + " transformation");
    }

    private static JsonNode tagged(String tag, JsonNode content) {
        return ValueJson.NODES.objectNode().set(tag, content);
    }

    /** Whether a map is an object of its entries: all keys are text, and it does not look like a marked value. */
    static boolean isPlain(Map<?, ?> map) {
        for (Object key : map.keySet()) {
            if (!(key instanceof String)) {
                return false;
            }
        }
        return map.size() != 1 || !((String) map.keySet().iterator().next()).startsWith("@");
    }

    private static JsonNode object(Map<?, ?> map, int depth) {
        ObjectNode object = ValueJson.NODES.objectNode();
        map.forEach((key, element) -> object.set((String) key, write(element, depth + 1)));
        return object;
    }

    private static JsonNode entries(Map<?, ?> map, int depth) {
        ArrayNode entries = ValueJson.NODES.arrayNode();
        map.forEach(
                (key, element) -> entries.addArray().add(write(key, depth + 1)).add(write(element, depth + 1)));
        return entries;
    }

    static Object read(JsonNode json) {
        return switch (json.getNodeType()) {
            case NULL -> null;
            case STRING -> json.textValue();
            case BOOLEAN -> json.booleanValue();
            case NUMBER ->
                json.isIntegralNumber()
                        ? (Object) ValueJson.whole(json, Long.MIN_VALUE, Long.MAX_VALUE)
                        : (Object) json.doubleValue();
            case ARRAY -> {
                List<Object> list = new ArrayList<>(json.size());
                json.forEach(element -> list.add(read(element)));
                yield list;
            }
            case OBJECT -> object(json);
            case BINARY, MISSING, POJO ->
                throw new DataException("JSON text does not hold nodes of type " + json.getNodeType());
        };
    }

    private static Object object(JsonNode json) {
        if (json.size() == 1) {
            Map.Entry<String, JsonNode> only = json.properties().iterator().next();
            if (only.getKey().startsWith("@")) {
                return typed(only.getKey(), only.getValue());
            }
        }
        Map<String, Object> map = new LinkedHashMap<>();
        json.properties().forEach(entry -> map.put(entry.getKey(), read(entry.getValue())));
        return map;
    }

    private static Object typed(String tag, JsonNode content) {
        return switch (tag) {
            case "@int32" -> (int) ValueJson.whole(content, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "@int16" -> (short) ValueJson.whole(content, Short.MIN_VALUE, Short.MAX_VALUE);
            case "@int8" -> (byte) ValueJson.whole(content, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case "@float32" -> (float) ValueJson.floating(content);
            case "@float64" -> ValueJson.floating(content);
            case "@bytes" -> ValueJson.bytes(content);
            case "@buffer" -> ByteBuffer.wrap(ValueJson.bytes(content));
            case "@decimal" -> ValueJson.decimal(content);
            case "@date" -> new Date(ValueJson.whole(content, Long.MIN_VALUE, Long.MAX_VALUE));
            case "@map" -> {
                Map<Object, Object> map = new LinkedHashMap<>();
                for (JsonNode entry : ValueJson.require(content, content.isArray(), "an array of entries")) {
                    ValueJson.require(entry, entry.isArray() && entry.size() == 2, "[key, value]");
                    map.put(read(entry.get(0)), read(entry.get(1)));
                }
                yield map;
            }
            case "@struct" -> {
                Schema schema = SchemaJson.read(content.path("schema"));
                yield ValueJson.read(schema, content.path("value"));
            }
            default -> throw new DataException("unknown type mark " + tag + " in a value without schema");
        };
    }
}
