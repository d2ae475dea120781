package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.internal.column.read.ColumnBatch;
import io.parquetry.format.internal.column.read.ColumnChunkReader;
import io.parquetry.format.internal.column.write.BinaryColumnWriter;
import io.parquetry.format.internal.column.write.BooleanColumnWriter;
import io.parquetry.format.internal.column.write.ColumnChunkWriter;
import io.parquetry.format.internal.column.write.IntColumnWriter;
import io.parquetry.format.internal.column.write.LongColumnWriter;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.PhysicalType;
import java.io.IOException;
import java.util.Arrays;

/**
 * One column of a row group, decoded, whose rows can be compared, and written in any order.
 *
 * <p>Layout: levels by entry, values by number, where values are numbered without gaps. Row {@code r} has the entries
 * from {@code firstEntry[r]} up to {@code firstEntry[r + 1]} and the values from {@code firstValue[r]} on; either array
 * is null where every row has exactly one. Values are ints (BOOLEAN, INT32, and FLOAT as its bits), longs (INT64, and
 * DOUBLE as its bits), or ranges of one array, in which a value of a dictionary is stored once.
 */
final class ColumnRows {
    private final LeafColumn leaf;
    private final PhysicalType type;
    private final int maxDefinitionLevel;

    private final byte[] repetition;
    private final byte[] definition;
    private final int[] firstEntry;
    private final int[] firstValue;

    private int[] ints = {};
    private long[] longs = {};
    private int[] offsets = {};
    private int[] lengths = {};
    private byte[] bytes = {};
    private int bytesUsed;

    private int entries;
    private int values;
    private int rowsSeen;

    private int dictionaryNumber = -1;
    private int[] dictionaryOffsets = {};

    private ColumnRows(LeafColumn leaf, int entryCount, int rows) {
        this.leaf = leaf;
        this.type = leaf.type().physicalType();
        this.maxDefinitionLevel = leaf.maxDefinitionLevel();
        boolean repeated = leaf.maxRepetitionLevel() > 0;
        boolean defined = maxDefinitionLevel > 0;
        this.repetition = repeated ? new byte[entryCount] : null;
        this.definition = defined ? new byte[entryCount] : null;
        this.firstEntry = repeated ? new int[rows + 1] : null;
        this.firstValue = defined ? new int[rows + 1] : null;
        switch (type) {
            case BOOLEAN, INT32, FLOAT -> ints = new int[entryCount];
            case INT64, DOUBLE -> longs = new long[entryCount];
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {
                offsets = new int[entryCount];
                lengths = new int[entryCount];
            }
        }
    }

    /**
     * Reads a chunk to its end.
     *
     * @param reader has been opened on the chunk
     * @param entryCount values and nulls of the chunk
     */
    static ColumnRows read(ColumnChunkReader reader, int entryCount, int rows) throws IOException {
        ColumnRows column = new ColumnRows(reader.leaf(), entryCount, rows);
        while (reader.next()) {
            column.add(reader.batch());
        }
        if (column.firstEntry != null) {
            column.firstEntry[rows] = column.entries;
        }
        if (column.firstValue != null) {
            column.firstValue[rows] = column.values;
        }
        return column;
    }

    private void add(ColumnBatch batch) {
        int valuesBefore = values;
        for (int entry = batch.first(); entry < batch.entries(); entry++) {
            addLevels(batch, entry);
        }
        addValues(batch, values - valuesBefore, valuesBefore);
    }

    private void addLevels(ColumnBatch batch, int entry) {
        int repetitionLevel = repetition == null ? 0 : batch.repetition()[entry];
        int definitionLevel = batch.allPresent() ? maxDefinitionLevel : batch.definition()[entry];
        if (repetitionLevel == 0) {
            if (firstEntry != null) {
                firstEntry[rowsSeen] = entries;
            }
            if (firstValue != null) {
                firstValue[rowsSeen] = values;
            }
            rowsSeen++;
        }
        if (repetition != null) {
            repetition[entries] = (byte) repetitionLevel;
        }
        if (definition != null) {
            definition[entries] = (byte) definitionLevel;
        }
        entries++;
        values += definitionLevel == maxDefinitionLevel ? 1 : 0;
    }

    private void addValues(ColumnBatch batch, int count, int to) {
        for (int i = 0; i < count; i++) {
            int number = batch.firstValue() + i;
            int at = batch.dictionaryCoded() ? batch.indexes()[number] : number;
            switch (type) {
                case BOOLEAN -> ints[to + i] = batch.booleans()[at] ? 1 : 0;
                case INT32 -> ints[to + i] = batch.ints()[at];
                case FLOAT -> ints[to + i] = Float.floatToRawIntBits(batch.floats()[at]);
                case INT64 -> longs[to + i] = batch.longs()[at];
                case DOUBLE -> longs[to + i] = Double.doubleToRawLongBits(batch.doubles()[at]);
                case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> addBytes(batch, at, to + i);
            }
        }
    }

    private void addBytes(ColumnBatch batch, int at, int to) {
        lengths[to] = batch.lengths()[at];
        if (!batch.dictionaryCoded()) {
            offsets[to] = append(batch, at);
            return;
        }
        if (batch.dictionaryNumber() != dictionaryNumber) {
            dictionaryNumber = batch.dictionaryNumber();
            dictionaryOffsets = new int[batch.dictionarySize()];
            for (int i = 0; i < dictionaryOffsets.length; i++) {
                dictionaryOffsets[i] = append(batch, i);
            }
        }
        offsets[to] = dictionaryOffsets[at];
    }

    private int append(ColumnBatch batch, int at) {
        int length = batch.lengths()[at];
        int offset = bytesUsed;
        if (bytes.length - bytesUsed < length) {
            long wanted = Math.max((long) bytesUsed + length, bytes.length * 2L);
            bytes = Arrays.copyOf(bytes, (int) Math.min(Math.max(wanted, 1024), Integer.MAX_VALUE - 8));
        }
        System.arraycopy(batch.bytes(), batch.offsets()[at], bytes, offset, length);
        bytesUsed += length;
        return offset;
    }

    /** Compares two rows by their numbers. */
    @FunctionalInterface
    interface RowComparator {
        int compare(int left, int right);
    }

    /** Whether the row has no value. Only for columns that are not repeated. */
    boolean isNull(int row) {
        return definition != null && definition[row] != maxDefinitionLevel;
    }

    private int valueOf(int row) {
        return firstValue == null ? row : firstValue[row];
    }

    /** The order of rows that have a value. Only for columns that are not repeated; NaN is above all numbers. */
    RowComparator comparator(ValueOrder order) {
        return switch (order) {
            case BOOLEAN, INT32_SIGNED -> (left, right) -> Integer.compare(ints[valueOf(left)], ints[valueOf(right)]);
            case INT32_UNSIGNED -> (left, right) -> Integer.compareUnsigned(ints[valueOf(left)], ints[valueOf(right)]);
            case FLOAT ->
                (left, right) -> Float.compare(
                        Float.intBitsToFloat(ints[valueOf(left)]), Float.intBitsToFloat(ints[valueOf(right)]));
            case INT64_SIGNED -> (left, right) -> Long.compare(longs[valueOf(left)], longs[valueOf(right)]);
            case INT64_UNSIGNED -> (left, right) -> Long.compareUnsigned(longs[valueOf(left)], longs[valueOf(right)]);
            case DOUBLE ->
                (left, right) -> Double.compare(
                        Double.longBitsToDouble(longs[valueOf(left)]), Double.longBitsToDouble(longs[valueOf(right)]));
            case FLOAT16, BYTES, DECIMAL_BYTES -> (left, right) -> compareBytes(order, valueOf(left), valueOf(right));
            case NONE -> throw new IllegalArgumentException(leaf.dottedPath() + " has no order");
        };
    }

    private int compareBytes(ValueOrder order, int left, int right) {
        if (offsets[left] == offsets[right] && lengths[left] == lengths[right]) {
            return 0; // the same entry of a dictionary
        }
        return order.compare(
                bytes, offsets[left], offsets[left] + lengths[left], offsets[right], offsets[right] + lengths[right]);
    }

    /** Adds the rows to a writer of the same column, in this order. */
    void writeTo(ColumnChunkWriter writer, int[] order) {
        switch (type) {
            case BOOLEAN -> {
                BooleanColumnWriter booleans = (BooleanColumnWriter) writer;
                write(writer, order, (level, value) -> booleans.add(level, ints[value] != 0));
            }
            case INT32, FLOAT -> {
                IntColumnWriter numbers = (IntColumnWriter) writer;
                write(writer, order, (level, value) -> numbers.add(level, ints[value]));
            }
            case INT64, DOUBLE -> {
                LongColumnWriter numbers = (LongColumnWriter) writer;
                write(writer, order, (level, value) -> numbers.add(level, longs[value]));
            }
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {
                BinaryColumnWriter binary = (BinaryColumnWriter) writer;
                write(
                        writer,
                        order,
                        (level, value) -> binary.add(
                                level, Arrays.copyOfRange(bytes, offsets[value], offsets[value] + lengths[value])));
            }
        }
    }

    /** Adds a value by its number. */
    private interface ValueSink {
        void add(int repetitionLevel, int value);
    }

    private void write(ColumnChunkWriter writer, int[] order, ValueSink sink) {
        for (int row : order) {
            int from = firstEntry == null ? row : firstEntry[row];
            int to = firstEntry == null ? row + 1 : firstEntry[row + 1];
            int value = valueOf(row);
            for (int entry = from; entry < to; entry++) {
                int repetitionLevel = repetition == null ? 0 : repetition[entry];
                if (definition == null || definition[entry] == maxDefinitionLevel) {
                    sink.add(repetitionLevel, value++);
                } else {
                    writer.addAbsent(repetitionLevel, definition[entry]);
                }
            }
        }
    }
}
