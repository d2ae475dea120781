package io.parquetry.connect.common.schema;

import io.parquetry.format.schema.Repetition;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/**
 * Compares schemas by the file schema they give: types, fields in their order, optionality; not docs, versions,
 * defaults.
 */
record SchemaEquivalence(ToParquet types) {
    boolean isSame(Schema one, Schema other) {
        return one == other
                || one.type() == other.type()
                        && switch (one.type()) {
                            case STRUCT -> sameFields(one.fields(), other.fields());
                            case ARRAY -> samePart(one.valueSchema(), other.valueSchema());
                            case MAP ->
                                samePart(one.keySchema(), other.keySchema())
                                        && samePart(one.valueSchema(), other.valueSchema());
                            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES ->
                                types.column("c", Repetition.REQUIRED, one)
                                        .equals(types.column("c", Repetition.REQUIRED, other));
                        };
    }

    private boolean samePart(Schema one, Schema other) {
        return one.isOptional() == other.isOptional() && isSame(one, other);
    }

    private boolean sameFields(List<Field> these, List<Field> others) {
        if (these.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < these.size(); i++) {
            Schema one = these.get(i).schema();
            Schema other = others.get(i).schema();
            if (!these.get(i).name().equals(others.get(i).name())
                    || SchemaUnion.isDispensable(one) != SchemaUnion.isDispensable(other)
                    || !isSame(one, other)) {
                return false;
            }
        }
        return true;
    }
}
