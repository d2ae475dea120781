package io.parquetry.format.internal.column.write;

/** Writes columns of BOOLEAN, always without a dictionary. */
public final class BooleanColumnWriter extends ColumnChunkWriter {
    private final BooleanValues values;

    BooleanColumnWriter(ColumnContext context) {
        this(context, new BooleanValues(context));
    }

    private BooleanColumnWriter(ColumnContext context, BooleanValues values) {
        super(context, values, null);
        this.values = values;
    }

    public void add(int repetitionLevel, boolean value) {
        addPresent(repetitionLevel);
        values.add(value);
    }
}
