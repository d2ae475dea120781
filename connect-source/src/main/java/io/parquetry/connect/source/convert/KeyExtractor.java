package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.template.FieldPath;
import io.parquetry.connect.source.config.RowKeys;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** Keys of columns: of none, no key; of one, its value; of several, a struct with a field for each, by its last name. */
final class KeyExtractor {
    private static final SchemaAndValue NONE = new SchemaAndValue(null, null);

    private final List<FieldAccessor> columns;
    private Schema bound;
    private Schema structs;

    KeyExtractor(List<FieldPath> paths) {
        this.columns = paths.stream()
                .map(path -> new FieldAccessor(RowKeys.KEY_COLUMNS, path))
                .toList();
    }

    SchemaAndValue of(StoredRecord row) {
        if (columns.isEmpty()) {
            return NONE;
        } else if (columns.size() == 1) {
            Object value = columns.get(0).of(row);
            return new SchemaAndValue(columns.get(0).schema(), value);
        }
        Object[] values = columns.stream().map(column -> column.of(row)).toArray();
        bind(row.valueSchema());
        Struct struct = new Struct(structs);
        for (Field field : structs.fields()) {
            struct.put(field, values[field.index()]);
        }
        return new SchemaAndValue(structs, struct);
    }

    private void bind(Schema rows) {
        if (rows == bound) {
            return;
        }
        SchemaBuilder builder = SchemaBuilder.struct();
        columns.forEach(column -> builder.field(column.name(), column.schema()));
        structs = builder.build();
        bound = rows;
    }
}
