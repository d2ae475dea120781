package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.template.FieldPath;
import io.parquetry.connect.source.config.RowSettings;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * Makes the key of a record from columns: none give a null key, one gives its value, several give a struct with a field
 * for each, named by the last name of its path.
 */
final class KeyExtractor {
    private static final SchemaAndValue NONE = new SchemaAndValue(null, null);

    private final List<FieldAccessor> columns;
    private Schema rowSchema;
    private Schema keySchema;

    KeyExtractor(List<FieldPath> paths) {
        this.columns = paths.stream()
                .map(path -> new FieldAccessor(RowSettings.KEY_COLUMNS, path))
                .toList();
    }

    SchemaAndValue key(StoredRecord row) {
        if (columns.isEmpty()) {
            return NONE;
        } else if (columns.size() == 1) {
            Object value = columns.get(0).value(row);
            return new SchemaAndValue(columns.get(0).schema(), value);
        }
        Object[] values = columns.stream().map(column -> column.value(row)).toArray();
        bind(row.valueSchema());
        Struct struct = new Struct(keySchema);
        for (Field field : keySchema.fields()) {
            // A null that a default stands for is one that no field takes.
            if (values[field.index()] != null) {
                struct.put(field, values[field.index()]);
            }
        }
        return new SchemaAndValue(keySchema, struct);
    }

    private void bind(Schema rows) {
        if (rows == rowSchema) {
            return;
        }
        SchemaBuilder builder = SchemaBuilder.struct();
        columns.forEach(column -> builder.field(column.name(), column.schema()));
        keySchema = builder.build();
        rowSchema = rows;
    }
}
