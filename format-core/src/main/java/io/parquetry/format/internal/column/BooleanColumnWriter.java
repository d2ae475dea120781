package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.IntMinMax;
import io.parquetry.format.internal.statistics.MinMax;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.metadata.Encoding;
import java.util.Arrays;

/** BOOLEAN. There is nothing for a dictionary to save. */
public final class BooleanColumnWriter extends ColumnChunkWriter {
    private static final int[] NONE = {};

    private final ValueEncoders.OfInts encoder;
    private int[] bits = NONE;

    BooleanColumnWriter(ColumnContext context) {
        super(context);
        encoder = ValueEncoders.booleans(settings.encoding());
    }

    public void add(int repetitionLevel, boolean value) {
        addPresent(repetitionLevel);
        if (values == bits.length) {
            int capacity = Growth.capacity(bits.length, values + 1L);
            retained.add(4L * (capacity - bits.length));
            bits = Arrays.copyOf(bits, capacity);
        }
        bits[values++] = value ? 1 : 0;
    }

    @Override
    int pendingValueBytes() {
        return (values + 7) >>> 3;
    }

    @Override
    boolean hasDictionary() {
        return false;
    }

    @Override
    int dictionaryBytes() {
        return 0;
    }

    @Override
    int dictionarySize() {
        return 0;
    }

    @Override
    void checkValues(boolean pageIsFull) {}

    @Override
    long valuesUntilCheck() {
        return Long.MAX_VALUE;
    }

    @Override
    void settleValues() {}

    @Override
    void endValues() {}

    @Override
    void takeBackValues(int firstValue) {}

    @Override
    Encoding encodeValues(ByteAppender body) {
        encoder.encode(bits, values, body);
        return settings.encoding();
    }

    @Override
    MinMax pageBounds() {
        IntMinMax bounds = new IntMinMax(ValueOrder.BOOLEAN);
        bounds.addAll(bits, values);
        return bounds;
    }

    @Override
    long unencodedBytes() {
        return 0;
    }

    @Override
    void encodeDictionary(ByteAppender body) {}

    /** Booleans have no bloom filters; options that ask for one are refused. */
    @Override
    void addValuesTo(BloomFilterBuilder filter) {}

    @Override
    void addDictionaryTo(BloomFilterBuilder filter) {}

    @Override
    void clearValues() {}

    @Override
    void startChunk() {
        retained.add(-4L * bits.length);
        bits = NONE;
    }
}
