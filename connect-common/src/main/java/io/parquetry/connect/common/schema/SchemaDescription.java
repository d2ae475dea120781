package io.parquetry.connect.common.schema;

import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Schema;

/** Schemas as text for messages, such as {@code Order {id INT64, note STRING?}}. */
public final class SchemaDescription {
    private static final int LENGTH_MAX = 300;
    private static final int DEPTH_MAX = 4;

    private SchemaDescription() {}

    /** Name, types and names of fields; optional types have a question mark. A long text is cut. */
    public static String of(Schema schema) {
        String text = of(schema, 0);
        return text.length() > LENGTH_MAX ? text.substring(0, LENGTH_MAX) + "..." : text;
    }

    private static String of(Schema schema, int depth) {
        String type = depth > DEPTH_MAX ? "..." : typeOf(schema, depth);
        String named = schema.name() == null ? type : schema.name() + " " + type;
        return schema.isOptional() ? named + "?" : named;
    }

    private static String typeOf(Schema schema, int depth) {
        return switch (schema.type()) {
            case STRUCT ->
                schema.fields().stream()
                        .map(field -> field.name() + " " + of(field.schema(), depth + 1))
                        .collect(Collectors.joining(", ", "{", "}"));
            case ARRAY -> "[" + of(schema.valueSchema(), depth + 1) + "]";
            case MAP -> "[" + of(schema.keySchema(), depth + 1) + " -> " + of(schema.valueSchema(), depth + 1) + "]";
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES ->
                schema.type().toString();
        };
    }
}
