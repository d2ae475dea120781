package io.parquetry.format.internal.statistics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bounds of BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY values. The bounds are copies. */
public final class BytesMinMax extends MinMax {
    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final ValueOrder order;
    private byte[] min = {};
    private int minLength;
    private long minPrefix;
    private byte[] max = {};
    private int maxLength;
    private long maxPrefix;

    public BytesMinMax(ValueOrder order) {
        this.order = order;
    }

    /** Adds the value in this range. */
    public void add(byte[] source, int start, int end) {
        if (order == ValueOrder.FLOAT16 && Float16.isNan(source, start)) {
            nans++;
            return;
        }
        if (order == ValueOrder.BYTES && !empty) {
            long prefix = prefix(source, start, end);
            if (Long.compareUnsigned(prefix, minPrefix) > 0 && Long.compareUnsigned(prefix, maxPrefix) < 0) {
                return;
            }
        }
        if (empty) {
            empty = false;
            setMin(source, start, end);
            setMax(source, start, end);
        } else if (compare(source, start, end, min, minLength) < 0) {
            setMin(source, start, end);
        } else if (compare(source, start, end, max, maxLength) > 0) {
            setMax(source, start, end);
        }
    }

    /** The first 8 bytes as a number, by which most values are already between the bounds. */
    private static long prefix(byte[] source, int start, int end) {
        int length = end - start;
        if (length >= Long.BYTES) {
            return (long) BIG_ENDIAN.get(source, start);
        }
        long prefix = 0;
        for (int i = 0; i < length; i++) {
            prefix |= (source[start + i] & 0xFFL) << (56 - 8 * i);
        }
        return prefix;
    }

    private int compare(byte[] source, int start, int end, byte[] bound, int length) {
        return switch (order) {
            case BYTES -> Arrays.compareUnsigned(source, start, end, bound, 0, length);
            case DECIMAL_BYTES -> DecimalBytes.compare(source, start, end, bound, 0, length);
            case FLOAT16 -> Integer.compare(Float16.sortable(source, start), Float16.sortable(bound, 0));
            case BOOLEAN, INT32_SIGNED, INT32_UNSIGNED, INT64_SIGNED, INT64_UNSIGNED, FLOAT, DOUBLE, NONE -> 0;
        };
    }

    private void setMin(byte[] source, int start, int end) {
        minLength = end - start;
        if (min.length < minLength) {
            min = new byte[minLength];
        }
        System.arraycopy(source, start, min, 0, minLength);
        minPrefix = prefix(source, start, end);
    }

    private void setMax(byte[] source, int start, int end) {
        maxLength = end - start;
        if (max.length < maxLength) {
            max = new byte[maxLength];
        }
        System.arraycopy(source, start, max, 0, maxLength);
        maxPrefix = prefix(source, start, end);
    }

    @Override
    public void merge(MinMax bounds) {
        BytesMinMax other = (BytesMinMax) bounds;
        nans += other.nans;
        if (!other.empty) {
            add(other.min, 0, other.minLength);
            add(other.max, 0, other.maxLength);
        }
    }

    @Override
    public byte[] min() {
        if (order == ValueOrder.FLOAT16 && Float16.isZero(min, 0)) {
            return new byte[] {0, (byte) 0x80};
        }
        return Arrays.copyOf(min, minLength);
    }

    @Override
    public byte[] max() {
        if (order == ValueOrder.FLOAT16 && Float16.isZero(max, 0)) {
            return new byte[] {0, 0};
        }
        return Arrays.copyOf(max, maxLength);
    }

    @Override
    public long retainedBytes() {
        return (long) min.length + max.length;
    }
}
