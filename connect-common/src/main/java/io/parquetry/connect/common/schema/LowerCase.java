package io.parquetry.connect.common.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Schemas and values whose fields have the same names in lower case, at any depth. Keys of maps are values and stay.
 * The same schema object always gives the same object, as long as it is remembered. For one thread at a time.
 */
public final class LowerCase {
    private static final int SCHEMAS_MAX = 1_000;

    private final Map<Schema, Schema> lowered = new IdentityHashMap<>();

    /** A name in lower case, in the same way in every locale. */
    public static String of(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /**
     * The schema with names in lower case; the same object if they are.
     *
     * @throws DataException when two fields of a struct then have one name
     */
    public Schema schema(Schema schema) {
        Schema known = lowered.get(schema);
        if (known == null) {
            if (lowered.size() >= SCHEMAS_MAX) {
                lowered.clear();
            }
            known = lower(schema, 0);
            lowered.put(schema, known);
        }
        return known;
    }

    private Schema lower(Schema schema, int depth) {
        // Deeper schemas, and those that contain themselves, have no columns and are refused where those are made.
        if (depth > ToParquet.DEPTH_MAX) {
            return schema;
        }
        return switch (schema.type()) {
            case STRUCT -> struct(schema, depth);
            case ARRAY -> array(schema, lowerPart(schema.valueSchema(), depth));
            case MAP -> map(schema, lowerPart(schema.keySchema(), depth), lowerPart(schema.valueSchema(), depth));
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES -> schema;
        };
    }

    private Schema lowerPart(Schema schema, int depth) {
        return schema == null ? null : lower(schema, depth + 1);
    }

    private Schema array(Schema schema, Schema element) {
        return element == schema.valueSchema()
                ? schema
                : built(SchemaCopy.of(schema).array(element));
    }

    private Schema map(Schema schema, Schema key, Schema value) {
        boolean same = key == schema.keySchema() && value == schema.valueSchema();
        return same ? schema : built(SchemaCopy.of(schema).map(key, value));
    }

    private Schema struct(Schema schema, int depth) {
        List<Field> fields = new ArrayList<>();
        Map<String, String> names = new HashMap<>();
        boolean same = true;
        for (Field field : schema.fields()) {
            String name = of(field.name());
            String other = names.put(name, field.name());
            if (other != null) {
                throw twins(other, field.name());
            }
            Schema inner = lower(field.schema(), depth + 1);
            same &= name.equals(field.name()) && inner == field.schema();
            fields.add(new Field(name, field.index(), inner));
        }
        return same ? schema : built(SchemaCopy.of(schema).fields(fields));
    }

    private static DataException twins(String one, String other) {
        return new DataException("the fields " + one + " and " + other + " differ in case only, and with"
                + " names.case=lower they are one column; rename one by a transformation, or set names.case=keep");
    }

    private Schema built(SchemaCopy copy) {
        return copy.buildConverting((value, lower) -> value(lower, value));
    }

    /** A value of a schema, in the schema that {@link #schema} gives for it. */
    public Object value(Schema wanted, Object value) {
        if (value instanceof Struct struct && struct.schema() != wanted && wanted.type() == Schema.Type.STRUCT) {
            return struct(wanted, struct);
        } else if (value instanceof List<?> list && wanted.type() == Schema.Type.ARRAY) {
            List<Object> elements = new ArrayList<>(list.size());
            list.forEach(element -> elements.add(value(wanted.valueSchema(), element)));
            return elements;
        } else if (value instanceof Map<?, ?> map && wanted.type() == Schema.Type.MAP) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            map.forEach((key, element) ->
                    entries.put(value(wanted.keySchema(), key), value(wanted.valueSchema(), element)));
            return entries;
        }
        return value;
    }

    /** A struct of another schema than its record's is passed on: the writer refuses it by name. */
    private Object struct(Schema wanted, Struct struct) {
        Schema own = struct.schema();
        if (own.fields().size() != wanted.fields().size()) {
            return struct;
        }
        Struct same = new Struct(wanted);
        for (Field field : own.fields()) {
            Field place = wanted.fields().get(field.index());
            if (!place.name().equals(of(field.name()))
                    || place.schema().type() != field.schema().type()) {
                return struct;
            }
            Object content = struct.getWithoutDefault(field.name());
            if (content != null) {
                same.put(place, value(place.schema(), content));
            }
        }
        return same;
    }

    /**
     * A value without schema, with the names of its objects in lower case.
     *
     * @throws DataException when two names of an object are one then
     */
    public static Object schemaless(Object value) {
        return schemaless(value, 0);
    }

    private static Object schemaless(Object value, int level) {
        // Deeper values are text, whose names stay.
        if (level >= Inference.LEVELS_MAX) {
            return value;
        } else if (value instanceof List<?> list) {
            List<Object> elements = new ArrayList<>(list.size());
            list.forEach(element -> elements.add(schemaless(element, level + 1)));
            return elements;
        } else if (value instanceof Map<?, ?> map) {
            Map<Object, Object> named = new LinkedHashMap<>();
            Map<Object, Object> names = new HashMap<>();
            map.forEach((name, element) -> {
                Object lower = name instanceof String text ? of(text) : name;
                Optional.ofNullable(names.put(lower, name)).ifPresent(other -> {
                    throw twins(other.toString(), name.toString());
                });
                named.put(lower, schemaless(element, level + 1));
            });
            return named;
        }
        return value;
    }
}
