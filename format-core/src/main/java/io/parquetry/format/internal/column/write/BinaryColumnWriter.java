package io.parquetry.format.internal.column.write;

/**
 * Writes columns of BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY, and of INT96; of text or bytes, whichever the records hold.
 */
public final class BinaryColumnWriter extends ColumnChunkWriter {
    private final BinaryValues values;

    BinaryColumnWriter(ColumnContext context) {
        this(context, new BinaryValues(context));
    }

    private BinaryColumnWriter(ColumnContext context, BinaryValues values) {
        super(context, values, new BinaryChunkDictionary(values, context.retained()));
        this.values = values;
    }

    public void add(int repetitionLevel, byte[] value) {
        addPresent(repetitionLevel);
        values.add(value);
        if (values.blockIsFull()) {
            checkBeforeNextRow();
        }
    }

    /** Only for BYTE_ARRAY. */
    public void add(int repetitionLevel, String text) {
        addPresent(repetitionLevel);
        values.add(text);
        if (values.blockIsFull()) {
            checkBeforeNextRow();
        }
    }
}
