package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.template.FieldPath;
import io.parquetry.connect.source.config.ConfigMismatchException;
import java.util.List;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/** A column of rows, or a field in it. It is looked up once for all rows of one schema. */
final class FieldAccessor {
    private final String key;
    private final FieldPath path;
    private Schema bound;
    private Schema schema;

    /** @param key who asks for the column, for messages */
    FieldAccessor(String key, FieldPath path) {
        this.key = key;
        this.path = path;
    }

    /** The last of its names. */
    String name() {
        return path.names().get(path.names().size() - 1);
    }

    /**
     * The value; null where the column is null, or a struct around it. A default stands for no value, as in the file.
     *
     * @throws DataException when the rows have no such column
     */
    Object of(StoredRecord row) {
        if (!(row.value() instanceof Struct struct)) {
            throw new DataException(this + ": the row has no columns, its value is "
                    + (row.value() == null ? "null" : row.value().getClass().getName())
                    + "; leave the file out by path.exclude, or such rows by filter");
        }
        bind(struct.schema());
        Object value = struct;
        for (String name : path.names()) {
            if (value == null) {
                return null;
            }
            value = ((Struct) value).getWithoutDefault(name);
        }
        return value;
    }

    /** The schema of the values; optional where a value can be missing. */
    Schema schema() {
        return schema;
    }

    /** Takes the schema of the rows to come. */
    void bind(Schema rows) {
        if (rows == bound) {
            return;
        }
        Schema found = rows;
        boolean optional = false;
        for (String name : path.names()) {
            if (found.type() != Schema.Type.STRUCT) {
                throw new ConfigMismatchException(
                        key, this + ": there is no field " + name + " in a value of type " + found.type());
            }
            Field field = found.field(name);
            if (field == null) {
                throw new ConfigMismatchException(
                        key, this + ": there is no column or field " + name + "; there are " + names(found));
            }
            optional |= field.schema().isOptional();
            found = field.schema();
        }
        schema = optional && !found.isOptional() ? optional(found) : found;
        bound = rows;
    }

    private static List<String> names(Schema struct) {
        return struct.fields().stream().map(Field::name).toList();
    }

    private static Schema optional(Schema schema) {
        boolean isMap = schema.type() == Schema.Type.MAP;
        return new ConnectSchema(
                schema.type(),
                true,
                schema.defaultValue(),
                schema.name(),
                schema.version(),
                schema.doc(),
                schema.parameters(),
                schema.type() == Schema.Type.STRUCT ? schema.fields() : null,
                isMap ? schema.keySchema() : null,
                isMap || schema.type() == Schema.Type.ARRAY ? schema.valueSchema() : null);
    }

    @Override
    public String toString() {
        return key + " " + path;
    }
}
