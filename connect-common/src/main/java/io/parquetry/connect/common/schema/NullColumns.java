package io.parquetry.connect.common.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/**
 * Marks of columns that hold only nulls. The sink marks JSON text of which it has seen no value. In schemas of foreign
 * files, marks are on columns without a type of their own, as pandas writes one without values: in a
 * {@link SchemaUnion} such a column has the type of the other schema, whatever that is and wherever the column is.
 */
public final class NullColumns {
    /** The parameter that is the mark. */
    static final String MARK = "parquetry.null.column";

    private NullColumns() {}

    static boolean isMarked(Schema schema) {
        return schema.parameters() != null && schema.parameters().containsKey(MARK);
    }

    /** Whether a column of a foreign file has no type of its own. */
    static boolean isUntyped(Schema schema) {
        return isMarked(schema) && schema.name() == null;
    }

    /** The schema of a column without parameters, with the mark. */
    static Schema marked(Schema column) {
        return SchemaCopy.of(column).parameters(Map.of(MARK, "true")).build();
    }

    /** The schema without marks; the same one if it has none. */
    public static Schema unmarked(Schema schema) {
        return switch (schema.type()) {
            case STRUCT -> struct(schema);
            case ARRAY -> {
                Schema element = unmarked(schema.valueSchema());
                yield element == schema.valueSchema()
                        ? schema
                        : SchemaCopy.of(schema).array(element).build();
            }
            case MAP -> {
                Schema value = unmarked(schema.valueSchema());
                yield value == schema.valueSchema()
                        ? schema
                        : SchemaCopy.of(schema).map(schema.keySchema(), value).build();
            }
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES ->
                isMarked(schema) ? SchemaCopy.of(schema).parameters(null).build() : schema;
        };
    }

    private static Schema struct(Schema schema) {
        List<Field> fields = new ArrayList<>();
        boolean isSame = true;
        for (Field field : schema.fields()) {
            Schema unmarked = unmarked(field.schema());
            isSame &= unmarked == field.schema();
            fields.add(new Field(field.name(), field.index(), unmarked));
        }
        return isSame ? schema : SchemaCopy.of(schema).fields(fields).build();
    }
}
