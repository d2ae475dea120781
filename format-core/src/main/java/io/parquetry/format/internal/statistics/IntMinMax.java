package io.parquetry.format.internal.statistics;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Bounds of 4-byte values (INT32, FLOAT as its bits). */
public final class IntMinMax extends MinMax {
    private final ValueOrder order;
    private int min;
    private int max;

    public IntMinMax(ValueOrder order) {
        this.order = order;
    }

    public void addAll(int[] values, int count) {
        if (order == ValueOrder.FLOAT) {
            for (int i = 0; i < count; i++) {
                addFloat(values[i]);
            }
            return;
        }
        if (count == 0) {
            return;
        }
        int flip = order == ValueOrder.INT32_UNSIGNED ? Integer.MIN_VALUE : 0;
        int least = values[0] ^ flip;
        int greatest = least;
        for (int i = 1; i < count; i++) {
            int value = values[i] ^ flip;
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
        }
        widen(least, greatest, flip);
    }

    /** Adds the dictionary values at these indexes. */
    public void addAll(int[] dictionary, int[] indexes, int count) {
        if (order == ValueOrder.FLOAT) {
            for (int i = 0; i < count; i++) {
                addFloat(dictionary[indexes[i]]);
            }
            return;
        }
        if (count == 0) {
            return;
        }
        int flip = order == ValueOrder.INT32_UNSIGNED ? Integer.MIN_VALUE : 0;
        int least = dictionary[indexes[0]] ^ flip;
        int greatest = least;
        for (int i = 1; i < count; i++) {
            int value = dictionary[indexes[i]] ^ flip;
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
        }
        widen(least, greatest, flip);
    }

    private void widen(int least, int greatest, int flip) {
        min = empty ? least ^ flip : Math.min(least, min ^ flip) ^ flip;
        max = empty ? greatest ^ flip : Math.max(greatest, max ^ flip) ^ flip;
        empty = false;
    }

    private void addFloat(int bits) {
        float value = Float.intBitsToFloat(bits);
        if (Float.isNaN(value)) {
            nans++;
        } else if (empty) {
            min = bits;
            max = bits;
            empty = false;
        } else if (value < Float.intBitsToFloat(min)) {
            min = bits;
        } else if (value > Float.intBitsToFloat(max)) {
            max = bits;
        }
    }

    @Override
    public void merge(MinMax bounds) {
        IntMinMax other = (IntMinMax) bounds;
        nans += other.nans;
        if (!other.empty) {
            int[] ends = {other.min, other.max};
            addAll(ends, 2);
        }
    }

    @Override
    public byte[] min() {
        boolean zero = order == ValueOrder.FLOAT && Float.intBitsToFloat(min) == 0;
        return plain(zero ? Float.floatToRawIntBits(-0.0f) : min);
    }

    @Override
    public byte[] max() {
        boolean zero = order == ValueOrder.FLOAT && Float.intBitsToFloat(max) == 0;
        return plain(zero ? 0 : max);
    }

    private static byte[] plain(int bits) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(bits)
                .array();
    }
}
