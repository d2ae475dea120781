package io.parquetry.benchmarks.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * Payloads of webhooks of 58 kinds, with one schema for all: wide, deep and short. Where payloads disagree about a
 * type, the field is text. Names have only letters, digits and underscores, as Avro demands.
 */
public final class Webhooks implements Dataset {
    private final List<JsonNode> events;
    private final Schema schema;

    private Webhooks(List<JsonNode> events) {
        this.events = events;
        this.schema = schema(events, "event");
    }

    /** Reads the payloads, one per line. */
    public static Webhooks read(Path lines) throws IOException {
        ObjectMapper json = new ObjectMapper();
        List<JsonNode> events = new ArrayList<>();
        for (String line : Files.readAllLines(lines)) {
            events.add(json.readTree(line));
        }
        return new Webhooks(events);
    }

    private static String plain(String name) {
        String legal = name.replaceAll("[^A-Za-z0-9_]", "_");
        return Character.isDigit(legal.charAt(0)) ? "_" + legal : legal;
    }

    /** The optional schema of all these values, which are not null; text if there are none. */
    private static Schema schema(List<JsonNode> values, String name) {
        if (all(values, JsonNode::isObject)) {
            return struct(values, name);
        }
        if (all(values, JsonNode::isArray)) {
            List<JsonNode> elements = new ArrayList<>();
            values.forEach(array -> array.forEach(elements::add));
            elements.removeIf(JsonNode::isNull);
            return SchemaBuilder.array(schema(elements, name + "_element"))
                    .optional()
                    .build();
        }
        if (all(values, JsonNode::isBoolean)) {
            return Schema.OPTIONAL_BOOLEAN_SCHEMA;
        }
        if (all(values, JsonNode::isIntegralNumber)) {
            return Schema.OPTIONAL_INT64_SCHEMA;
        }
        return all(values, JsonNode::isNumber) ? Schema.OPTIONAL_FLOAT64_SCHEMA : Schema.OPTIONAL_STRING_SCHEMA;
    }

    private interface Kind {
        boolean is(JsonNode value);
    }

    private static boolean all(List<JsonNode> values, Kind kind) {
        return !values.isEmpty() && values.stream().allMatch(kind::is);
    }

    private static Schema struct(List<JsonNode> objects, String name) {
        Map<String, List<JsonNode>> fields = new LinkedHashMap<>();
        for (JsonNode object : objects) {
            object.properties().forEach(field -> {
                List<JsonNode> values = fields.computeIfAbsent(plain(field.getKey()), first -> new ArrayList<>());
                if (!field.getValue().isNull()) {
                    values.add(field.getValue());
                }
            });
        }
        if (fields.isEmpty()) {
            return Schema.OPTIONAL_STRING_SCHEMA;
        }
        SchemaBuilder struct = SchemaBuilder.struct().name(name).optional();
        fields.forEach((field, values) -> struct.field(field, schema(values, name + "_" + field)));
        return struct.build();
    }

    @Override
    public String name() {
        return "g: webhooks";
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public int rowsDefault() {
        return events.size();
    }

    @Override
    public int rowsMax() {
        return events.size();
    }

    @Override
    public Struct row(int number) {
        return (Struct) value(events.get(number), schema);
    }

    @Override
    public Optional<Object> document(int number) {
        return Optional.of(withoutSchema(events.get(number)));
    }

    /** As Kafka's JSON converter without schemas. */
    private static Object withoutSchema(JsonNode json) {
        if (json.isObject()) {
            Map<String, Object> map = new HashMap<>();
            json.properties().forEach(field -> map.put(field.getKey(), withoutSchema(field.getValue())));
            return map;
        } else if (json.isArray()) {
            List<Object> list = new ArrayList<>();
            json.forEach(element -> list.add(withoutSchema(element)));
            return list;
        } else if (json.isTextual()) {
            return new String(json.textValue().toCharArray());
        } else if (json.isNull()) {
            return null;
        }
        return json.isBoolean()
                ? (Object) json.booleanValue()
                : json.isIntegralNumber() ? (Object) json.longValue() : (Object) json.doubleValue();
    }

    private static Object value(JsonNode json, Schema schema) {
        if (json.isNull()) {
            return null;
        }
        return switch (schema.type()) {
            case STRUCT -> {
                Struct struct = new Struct(schema);
                json.properties().forEach(property -> {
                    Field field = schema.field(plain(property.getKey()));
                    struct.put(field, value(property.getValue(), field.schema()));
                });
                yield struct;
            }
            case ARRAY -> {
                List<Object> elements = new ArrayList<>();
                json.forEach(element -> elements.add(value(element, schema.valueSchema())));
                yield elements;
            }
            case BOOLEAN -> json.booleanValue();
            case INT64 -> json.longValue();
            case FLOAT64 -> json.doubleValue();
            case STRING -> json.isTextual() ? new String(json.textValue().toCharArray()) : json.toString();
            case INT8, INT16, INT32, FLOAT32, BYTES, MAP -> throw new IllegalStateException("no payload has " + schema);
        };
    }
}
