package io.parquetry.format.internal.column.write;

/** Writes columns of INT64, and of DOUBLE as its bits. */
public final class LongColumnWriter extends ColumnChunkWriter {
    private final LongValues values;

    LongColumnWriter(ColumnContext context) {
        this(context, new LongValues(context));
    }

    private LongColumnWriter(ColumnContext context, LongValues values) {
        super(context, values, new LongChunkDictionary(values, context.retained()));
        this.values = values;
    }

    public void add(int repetitionLevel, long value) {
        addPresent(repetitionLevel);
        values.add(value);
    }
}
