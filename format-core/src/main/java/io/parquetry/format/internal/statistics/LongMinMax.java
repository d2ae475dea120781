package io.parquetry.format.internal.statistics;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Bounds of 8-byte values (INT64, DOUBLE as its bits). */
public final class LongMinMax extends MinMax {
    private final ValueOrder order;
    private long min;
    private long max;

    public LongMinMax(ValueOrder order) {
        this.order = order;
    }

    public void addAll(long[] values, int count) {
        if (order == ValueOrder.DOUBLE) {
            for (int i = 0; i < count; i++) {
                addDouble(values[i]);
            }
            return;
        }
        if (count == 0) {
            return;
        }
        long flip = order == ValueOrder.INT64_UNSIGNED ? Long.MIN_VALUE : 0;
        long least = values[0] ^ flip;
        long greatest = least;
        for (int i = 1; i < count; i++) {
            long value = values[i] ^ flip;
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
        }
        widen(least, greatest, flip);
    }

    /** Adds the dictionary values at these indexes. */
    public void addAll(long[] dictionary, int[] indexes, int count) {
        if (order == ValueOrder.DOUBLE) {
            for (int i = 0; i < count; i++) {
                addDouble(dictionary[indexes[i]]);
            }
            return;
        }
        if (count == 0) {
            return;
        }
        long flip = order == ValueOrder.INT64_UNSIGNED ? Long.MIN_VALUE : 0;
        long least = dictionary[indexes[0]] ^ flip;
        long greatest = least;
        for (int i = 1; i < count; i++) {
            long value = dictionary[indexes[i]] ^ flip;
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
        }
        widen(least, greatest, flip);
    }

    private void widen(long least, long greatest, long flip) {
        min = empty ? least ^ flip : Math.min(least, min ^ flip) ^ flip;
        max = empty ? greatest ^ flip : Math.max(greatest, max ^ flip) ^ flip;
        empty = false;
    }

    private void addDouble(long bits) {
        double value = Double.longBitsToDouble(bits);
        if (Double.isNaN(value)) {
            nans++;
        } else if (empty) {
            min = bits;
            max = bits;
            empty = false;
        } else if (value < Double.longBitsToDouble(min)) {
            min = bits;
        } else if (value > Double.longBitsToDouble(max)) {
            max = bits;
        }
    }

    @Override
    public void merge(MinMax bounds) {
        LongMinMax other = (LongMinMax) bounds;
        nans += other.nans;
        if (!other.empty) {
            long[] ends = {other.min, other.max};
            addAll(ends, 2);
        }
    }

    @Override
    public byte[] min() {
        boolean zero = order == ValueOrder.DOUBLE && Double.longBitsToDouble(min) == 0;
        return plain(zero ? Double.doubleToRawLongBits(-0.0) : min);
    }

    @Override
    public byte[] max() {
        boolean zero = order == ValueOrder.DOUBLE && Double.longBitsToDouble(max) == 0;
        return plain(zero ? 0 : max);
    }

    private static byte[] plain(long bits) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(bits)
                .array();
    }
}
