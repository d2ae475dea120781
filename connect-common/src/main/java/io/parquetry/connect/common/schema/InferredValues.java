package io.parquetry.connect.common.schema;

import io.parquetry.format.schema.ObservedType;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Converts values without schema to a schema of an {@link Inference}, the newest or an earlier one. */
public final class InferredValues {
    private InferredValues() {}

    /** Whether the schema holds the value. */
    public static boolean fits(Schema schema, Object value) {
        if (value == null) {
            return true;
        }
        return switch (schema.type()) {
            case STRING -> isJson(schema) ? !isUnseen(schema) : value instanceof String;
            case INT64 ->
                schema.name() == null ? ObservedType.LONG.holds(Inference.type(value, 0)) : value instanceof Date;
            case FLOAT64 -> ObservedType.DOUBLE.holds(Inference.type(value, 0));
            case BOOLEAN -> value instanceof Boolean;
            case BYTES -> Inference.type(value, 0) == ObservedType.BYTES;
            case ARRAY -> value instanceof List<?> list && fitsElements(schema.valueSchema(), list);
            case STRUCT -> value instanceof Map<?, ?> map && fitsFields(schema, map);
            case INT8, INT16, INT32, FLOAT32, MAP -> false;
        };
    }

    private static boolean fitsElements(Schema schema, List<?> list) {
        for (Object element : list) {
            if (!fits(schema, element)) {
                return false;
            }
        }
        return true;
    }

    private static boolean fitsFields(Schema schema, Map<?, ?> map) {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String name)) {
                return false;
            }
            if (entry.getValue() != null) {
                Field field = schema.field(name);
                if (field == null || !fits(field.schema(), entry.getValue())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isJson(Schema schema) {
        return ToConnect.JSON.equals(schema.name());
    }

    private static boolean isUnseen(Schema schema) {
        return schema.parameters() != null && schema.parameters().containsKey(Inference.UNSEEN);
    }

    /** Whether the schema was inferred: its values had none. */
    public static boolean isInferred(Schema schema) {
        return schema != null
                && schema.parameters() != null
                && schema.parameters().containsKey(Inference.INFERRED);
    }

    /**
     * The value without its schema, as it was before {@link #convert}: texts of mixed types are values again, and
     * nulls are absent. A whole number in a column of fractions stays a fraction.
     *
     * @throws org.apache.kafka.connect.errors.DataException when a text is not one that {@link #convert} makes
     */
    public static Object restore(Schema schema, Object value) {
        if (value == null) {
            return null;
        }
        return switch (schema.type()) {
            case STRING -> isJson(schema) ? SchemalessJson.read(ValueJson.parse((String) value)) : value;
            case ARRAY -> {
                List<Object> list = new ArrayList<>(((List<?>) value).size());
                for (Object element : (List<?>) value) {
                    list.add(restore(schema.valueSchema(), element));
                }
                yield list;
            }
            case STRUCT -> {
                Struct struct = (Struct) value;
                Map<String, Object> map = new LinkedHashMap<>();
                for (Field field : schema.fields()) {
                    Object content = struct.get(field);
                    if (content != null) {
                        map.put(field.name(), restore(field.schema(), content));
                    }
                }
                yield map;
            }
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, BYTES, MAP -> value;
        };
    }

    /**
     * The value in the schema.
     *
     * @param value one that {@link #fits}
     * @throws org.apache.kafka.connect.errors.DataException when it has a part of a type that Connect does not have
     */
    public static Object convert(Schema schema, Object value) {
        if (value == null) {
            return null;
        }
        return switch (schema.type()) {
            case STRING -> isJson(schema) ? SchemalessJson.text(value) : value;
            case INT64 -> schema.name() == null ? (Object) ((Number) value).longValue() : value;
            case FLOAT64 -> ((Number) value).doubleValue();
            case ARRAY -> {
                List<Object> list = new ArrayList<>(((List<?>) value).size());
                for (Object element : (List<?>) value) {
                    list.add(convert(schema.valueSchema(), element));
                }
                yield list;
            }
            case STRUCT -> {
                Struct struct = new Struct(schema);
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                    if (entry.getValue() != null) {
                        Field field = schema.field((String) entry.getKey());
                        struct.put(field, convert(field.schema(), entry.getValue()));
                    }
                }
                yield struct;
            }
            case INT8, INT16, INT32, FLOAT32, BOOLEAN, BYTES, MAP -> value;
        };
    }
}
