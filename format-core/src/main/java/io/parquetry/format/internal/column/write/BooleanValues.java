package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.BooleanMinMax;
import io.parquetry.format.internal.statistics.MinMax;
import io.parquetry.format.metadata.Encoding;
import java.util.Arrays;

/** Buffered values of BOOLEAN, as 0 and 1. They have neither a dictionary nor a bloom filter; options refuse both. */
final class BooleanValues implements ValueBuffer {
    private static final int[] NONE = {};

    private final RetainedBytes retained;
    private int[] bits = NONE;
    private int count;

    BooleanValues(ColumnContext context) {
        this.retained = context.retained();
    }

    void add(boolean value) {
        if (count == bits.length) {
            int capacity = Growth.capacity(bits.length, count + 1L);
            retained.add(Integer.BYTES * ((long) capacity - bits.length));
            bits = Arrays.copyOf(bits, capacity);
        }
        bits[count++] = value ? 1 : 0;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int bytes() {
        return (count + 7) >>> 3;
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
        ValueEncoders.booleans(encoding).encode(bits, count, body);
    }

    @Override
    public MinMax minMax() {
        BooleanMinMax minMax = new BooleanMinMax();
        minMax.addAll(bits, count);
        return minMax;
    }

    @Override
    public void addTo(BloomFilterBuilder filter) {}

    @Override
    public int addTo(ValueHashes hashes, int from) {
        return count;
    }

    @Override
    public void clear() {
        count = 0;
    }

    @Override
    public void release() {
        clear();
        retained.add(-Integer.BYTES * (long) bits.length);
        bits = NONE;
    }
}
