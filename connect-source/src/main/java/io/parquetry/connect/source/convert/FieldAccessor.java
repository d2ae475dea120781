package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.schema.SchemaCopy;
import io.parquetry.connect.common.template.FieldPath;
import io.parquetry.connect.source.config.ConfigMismatchException;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/** Reads a column of rows, or a field inside it. The path is resolved once for all rows of one schema. */
final class FieldAccessor {
    private final String key;
    private final FieldPath path;
    private Schema rowSchema;
    private Schema schema;

    /** @param key the config key that names the column, for messages */
    FieldAccessor(String key, FieldPath path) {
        this.key = key;
        this.path = path;
    }

    /** The last name of the path. */
    String name() {
        return path.names().get(path.names().size() - 1);
    }

    /**
     * The value in a row; null where the column or a struct around it is null. Defaults of the schema are not applied.
     *
     * @throws DataException when the rows have no such column
     */
    Object value(StoredRecord row) {
        if (!(row.value() instanceof Struct struct)) {
            throw new DataException(this + ": the row has no columns; its value is "
                    + (row.value() == null ? "null" : row.value().getClass().getName())
                    + "; exclude the file by path.exclude, or such rows by filter");
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

    /** The schema of the values of the rows bound last; optional where a value can be null. */
    Schema schema() {
        return schema;
    }

    /** Resolves the path in the schema of the next rows. */
    void bind(Schema rows) {
        if (rows == rowSchema) {
            return;
        }
        Schema found = rows;
        boolean optional = false;
        for (String name : path.names()) {
            if (found.type() != Schema.Type.STRUCT) {
                throw new ConfigMismatchException(
                        key, this + ": a value of type " + found.type() + " has no field " + name);
            }
            Field field = found.field(name);
            if (field == null) {
                throw new ConfigMismatchException(
                        key, this + ": there is no column or field " + name + "; existing are " + names(found));
            }
            optional |= field.schema().isOptional();
            found = field.schema();
        }
        schema = optional && !found.isOptional()
                ? SchemaCopy.of(found).optional(true).withDefault(found.defaultValue())
                : found;
        rowSchema = rows;
    }

    private static List<String> names(Schema struct) {
        return struct.fields().stream().map(Field::name).toList();
    }

    @Override
    public String toString() {
        return key + " " + path;
    }
}
