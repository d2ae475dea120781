package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.IntMinMax;
import io.parquetry.format.internal.statistics.MinMax;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.PhysicalType;
import java.util.Arrays;

/** Buffered values of INT32, and of FLOAT as their bits. */
final class IntValues implements ValueBuffer {
    private static final int[] NONE = {};

    private final ValueOrder order;
    private final PhysicalType type;
    private final RetainedBytes retained;
    private int[] array = NONE;
    private int count;

    IntValues(ColumnContext context) {
        this.order = context.settings().order();
        this.type = context.column().type().physicalType();
        this.retained = context.retained();
    }

    void add(int value) {
        if (count == array.length) {
            grow(count + 1);
        }
        array[count++] = value;
    }

    /** Adds dictionary entries to the empty buffer. */
    void addEntries(int[] dictionary, int[] indexes, int added) {
        if (added > array.length) {
            grow(added);
        }
        for (int i = 0; i < added; i++) {
            array[i] = dictionary[indexes[i]];
        }
        count = added;
    }

    private void grow(int needed) {
        int capacity = Growth.capacity(array.length, needed);
        retained.add(Integer.BYTES * ((long) capacity - array.length));
        array = Arrays.copyOf(array, capacity);
    }

    /** The values; only the first {@link #count} are valid. */
    int[] array() {
        return array;
    }

    ValueOrder order() {
        return order;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int bytes() {
        return count * Integer.BYTES;
    }

    @Override
    public long unencodedBytes() {
        return 0;
    }

    @Override
    public void startBlock(int bytesMax) {}

    @Override
    public boolean blockIsFull() {
        return false;
    }

    @Override
    public void truncate(int kept) {
        count = kept;
    }

    @Override
    public void encode(Encoding encoding, ByteAppender body) {
        ValueEncoders.ints(encoding, type).encode(array, count, body);
    }

    @Override
    public MinMax minMax() {
        IntMinMax minMax = new IntMinMax(order);
        minMax.addAll(array, count);
        return minMax;
    }

    @Override
    public void addTo(BloomFilterBuilder filter) {
        filter.add(array, count);
    }

    @Override
    public int addTo(ValueHashes hashes, int from) {
        for (int i = from; i < count; i++) {
            hashes.add(array[i]);
        }
        return count;
    }

    @Override
    public void clear() {
        count = 0;
    }

    @Override
    public void release() {
        clear();
        retained.add(-Integer.BYTES * (long) array.length);
        array = NONE;
    }
}
