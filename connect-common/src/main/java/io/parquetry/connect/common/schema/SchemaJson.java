package io.parquetry.connect.common.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * A Connect schema as JSON, from which an equal schema is read: type, optionality, name, version, doc, parameters in
 * their order, default, fields in their order, key and value schemas (which may be absent in Connect). The names are
 * those of the JSON converter's schemas, so that the footer of a file looks familiar; that converter's own format is
 * not used because it loses defaults (NaN, nested) and absent element schemas.
 *
 * <p>A default that is a struct is read with this schema without the default, since a schema cannot hold a struct of
 * itself.
 */
public final class SchemaJson {
    private static final int DEPTH_MAX = 250;

    private SchemaJson() {}

    /**
     * The schema as JSON; it must not contain itself ({@link ToParquet} refuses such schemas before).
     *
     * @throws DataException when it is nested too deeply, or its default does not fit
     */
    public static JsonNode write(Schema schema) {
        return write(schema, 0);
    }

    private static JsonNode write(Schema schema, int depth) {
        if (depth > DEPTH_MAX) {
            throw new DataException("a schema is nested deeper than " + DEPTH_MAX + " levels or contains itself");
        }
        ObjectNode json = ValueJson.NODES.objectNode();
        json.put("type", schema.type().getName());
        json.put("optional", schema.isOptional());
        if (schema.name() != null) {
            json.put("name", schema.name());
        }
        if (schema.version() != null) {
            json.put("version", schema.version());
        }
        if (schema.doc() != null) {
            json.put("doc", schema.doc());
        }
        if (schema.parameters() != null) {
            ObjectNode parameters = json.putObject("parameters");
            schema.parameters().forEach(parameters::put);
        }
        switch (schema.type()) {
            case STRUCT -> {
                ArrayNode fields = json.putArray("fields");
                for (Field field : schema.fields()) {
                    ObjectNode entry = ValueJson.NODES.objectNode();
                    entry.put("field", field.name());
                    entry.setAll((ObjectNode) write(field.schema(), depth + 1));
                    fields.add(entry);
                }
            }
            case ARRAY -> putPart(json, "items", schema.valueSchema(), depth);
            case MAP -> {
                putPart(json, "keys", schema.keySchema(), depth);
                putPart(json, "values", schema.valueSchema(), depth);
            }
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES -> {}
        }
        if (schema.defaultValue() != null) {
            json.set("default", ValueJson.write(schema, schema.defaultValue()));
        }
        return json;
    }

    private static void putPart(ObjectNode json, String name, Schema part, int depth) {
        if (part != null) {
            json.set(name, write(part, depth + 1));
        }
    }

    /**
     * Reads a schema.
     *
     * @throws DataException when the JSON is not a schema
     */
    public static Schema read(JsonNode json) {
        return read(json, 0);
    }

    private static Schema read(JsonNode json, int depth) {
        ValueJson.require(json, json.isObject(), "a schema");
        if (depth > DEPTH_MAX) {
            throw new DataException("a schema is nested deeper than " + DEPTH_MAX + " levels");
        }
        Schema.Type type = type(json.path("type"));
        JsonNode optional = json.path("optional");
        ConnectSchema schema = new ConnectSchema(
                type,
                ValueJson.require(optional, optional.isBoolean(), "true or false as 'optional'")
                        .booleanValue(),
                null,
                text(json, "name"),
                json.has("version")
                        ? Integer.valueOf(
                                (int) ValueJson.whole(json.get("version"), Integer.MIN_VALUE, Integer.MAX_VALUE))
                        : null,
                text(json, "doc"),
                parameters(json.get("parameters")),
                type == Schema.Type.STRUCT ? fields(json.path("fields"), depth) : null,
                type == Schema.Type.MAP ? part(json, "keys", depth) : null,
                type == Schema.Type.MAP
                        ? part(json, "values", depth)
                        : type == Schema.Type.ARRAY ? part(json, "items", depth) : null);
        return json.has("default")
                ? SchemaCopy.of(schema).withDefault(ValueJson.read(schema, json.get("default")))
                : schema;
    }

    private static Schema.Type type(JsonNode json) {
        String name = ValueJson.require(json, json.isTextual(), "the type of a schema")
                .textValue();
        try {
            return Schema.Type.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new DataException("there is no schema type '" + name + "'", e);
        }
    }

    private static String text(JsonNode json, String name) {
        JsonNode text = json.get(name);
        return text == null || text.isNull()
                ? null
                : ValueJson.require(text, text.isTextual(), "text as '" + name + "'")
                        .textValue();
    }

    private static Map<String, String> parameters(JsonNode json) {
        if (json == null) {
            return null;
        }
        ValueJson.require(json, json.isObject(), "an object of parameters");
        Map<String, String> parameters = new LinkedHashMap<>();
        json.properties().forEach(entry -> parameters.put(entry.getKey(), text(json, entry.getKey())));
        return Collections.unmodifiableMap(parameters);
    }

    private static List<Field> fields(JsonNode json, int depth) {
        List<Field> fields = new ArrayList<>();
        for (JsonNode entry : ValueJson.require(json, json.isArray(), "an array of fields")) {
            JsonNode name = entry.path("field");
            fields.add(new Field(
                    ValueJson.require(name, name.isTextual(), "the name of a field")
                            .textValue(),
                    fields.size(),
                    read(entry, depth + 1)));
        }
        return Collections.unmodifiableList(fields);
    }

    private static Schema part(JsonNode json, String name, int depth) {
        JsonNode part = json.get(name);
        return part == null ? null : read(part, depth + 1);
    }
}
