package io.parquetry.connect.common.schema;

import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/** Schemas of Debezium that are neither dates nor times, by their names. */
public final class DebeziumNames {
    /** The fields of a decimal that has a scale of its own. */
    public static final String SCALE = "scale";

    public static final String UNSCALED = "value";

    static final String ENUM = "io.debezium.data.Enum";

    private static final String VARIABLE_DECIMAL = "io.debezium.data.VariableScaleDecimal";
    private static final Set<String> GEOMETRIES =
            Set.of("io.debezium.data.geometry.Geometry", "io.debezium.data.geometry.Point");
    private static final String WKB = "wkb";

    private DebeziumNames() {}

    /** Whether the schema is that of decimals with a scale each, with its two required fields and no other. */
    public static boolean isVariableDecimal(Schema schema) {
        return schema.type() == Schema.Type.STRUCT
                && VARIABLE_DECIMAL.equals(schema.name())
                && schema.fields().size() == 2
                && isRequired(schema.field(SCALE), Schema.Type.INT32)
                && isRequired(schema.field(UNSCALED), Schema.Type.BYTES);
    }

    private static boolean isRequired(Field field, Schema.Type type) {
        return field != null
                && field.schema().type() == type
                && field.schema().name() == null
                && !SchemaUnion.isDispensable(field.schema());
    }

    /** Whether the field of the struct is a geometry as well-known binary. */
    static boolean isWkb(Schema struct, Field field) {
        return struct.name() != null
                && GEOMETRIES.contains(struct.name())
                && field.name().equals(WKB)
                && field.schema().type() == Schema.Type.BYTES
                && field.schema().name() == null;
    }
}
