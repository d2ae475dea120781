package io.parquetry.format.internal.column.write;

/** Writes columns of INT32, and of FLOAT as its bits. */
public final class IntColumnWriter extends ColumnChunkWriter {
    private final IntValues values;

    IntColumnWriter(ColumnContext context) {
        this(context, new IntValues(context));
    }

    private IntColumnWriter(ColumnContext context, IntValues values) {
        super(context, values, new IntChunkDictionary(values, context.retained()));
        this.values = values;
    }

    public void add(int repetitionLevel, int value) {
        addPresent(repetitionLevel);
        values.add(value);
    }
}
