package io.parquetry.cli.rows;

import io.parquetry.cli.input.PathColumns;
import io.parquetry.cli.json.JsonRecordBuilder;
import io.parquetry.cli.json.JsonRecordBuilder.Struct;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.Shape;
import java.util.ArrayList;
import java.util.List;

/** Builds rows of the columns that are read, with those of the path behind them. */
final class RowsWithPath implements RecordBuilder.Wrapper<Struct> {
    private final JsonRecordBuilder parts = new JsonRecordBuilder();
    private final PathColumns path;
    private final boolean onlyPath;

    /** @param onlyPath whether the column that is read is not wanted; one must be read for a row to be there */
    RowsWithPath(PathColumns path, boolean onlyPath) {
        this.path = path;
        this.onlyPath = onlyPath;
    }

    @Override
    public RecordBuilder<?> wrapped() {
        return parts;
    }

    @Override
    public FieldMaker<Struct> record(Shape.StructShape shape) {
        int stored = onlyPath ? 0 : shape.fields().size();
        List<String> names = new ArrayList<>();
        shape.fields().stream().limit(stored).map(Shape::name).forEach(names::add);
        names.addAll(path.values().keySet());
        Object[] values = new Object[names.size()];
        int next = stored;
        for (var value : path.values().values()) {
            values[next++] = value.orElse(null);
        }
        return new FieldMaker<>() {
            @Override
            public Struct create() {
                return new Struct(names, values.clone());
            }

            @Override
            public void set(Struct struct, int index, Object value) {
                if (!onlyPath) {
                    struct.values()[index] = value;
                }
            }
        };
    }
}
