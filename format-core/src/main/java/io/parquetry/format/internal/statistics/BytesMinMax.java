package io.parquetry.format.internal.statistics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bounds of BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY values, which are copies; those of FLOAT16 are found here alone. Either
 * zero is written as -0.0 in a minimum and as +0.0 in a maximum; {@link ValueOrder#lowestZero} does so for a reader.
 */
public final class BytesMinMax extends MinMax {
    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final ValueOrder order;
    private byte[] min = {};
    private int minLength;
    private long minFirst;
    private long minSecond;
    private byte[] max = {};
    private int maxLength;
    private long maxFirst;
    private long maxSecond;

    public BytesMinMax(ValueOrder order) {
        this.order = order;
    }

    /** Adds the value in this range. */
    public void add(byte[] source, int start, int end) {
        if (order == ValueOrder.FLOAT16 && Float16.isNan(source, start)) {
            nans++;
            return;
        }
        if (!empty && isInside(source, start, end)) {
            return;
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

    /** Adds values of one length, each behind the one before. */
    public void addFixed(byte[] source, int bytes, int length) {
        if (bytes > 0 && isTwoWords(length)) {
            addTwoWords(source, bytes, length);
            return;
        }
        for (int at = 0; at < bytes; at += length) {
            add(source, at, at + length);
        }
    }

    /** Whether the first 8 bytes and the last 8 tell the order of values of this length. */
    private boolean isTwoWords(int length) {
        return (order == ValueOrder.BYTES || order == ValueOrder.DECIMAL_BYTES)
                && length >= Long.BYTES
                && length <= 2 * Long.BYTES;
    }

    private void addTwoWords(byte[] source, int bytes, int length) {
        long flip = order == ValueOrder.BYTES ? Long.MIN_VALUE : 0;
        int toLast = length - Long.BYTES;
        int least = 0;
        long leastFirst = (long) BIG_ENDIAN.get(source, 0) ^ flip;
        long leastLast = (long) BIG_ENDIAN.get(source, toLast);
        int greatest = 0;
        long greatestFirst = leastFirst;
        long greatestLast = leastLast;
        for (int at = length; at < bytes; at += length) {
            long first = (long) BIG_ENDIAN.get(source, at) ^ flip;
            long last = (long) BIG_ENDIAN.get(source, at + toLast);
            if (first < leastFirst || first == leastFirst && Long.compareUnsigned(last, leastLast) < 0) {
                least = at;
                leastFirst = first;
                leastLast = last;
            } else if (first > greatestFirst
                    || first == greatestFirst && Long.compareUnsigned(last, greatestLast) > 0) {
                greatest = at;
                greatestFirst = first;
                greatestLast = last;
            }
        }
        add(source, least, least + length);
        add(source, greatest, greatest + length);
    }

    /** Whether two words say that the value is between the bounds, as most values are. */
    private boolean isInside(byte[] source, int start, int end) {
        return switch (order) {
            case BYTES -> textIsInside(source, start, end);
            case DECIMAL_BYTES ->
                end - start == minLength && minLength == maxLength && numberIsInside(source, start, end);
            case BOOLEAN, INT32_SIGNED, INT32_UNSIGNED, INT64_SIGNED, INT64_UNSIGNED, FLOAT, DOUBLE, FLOAT16, NONE ->
                false;
        };
    }

    private boolean textIsInside(byte[] source, int start, int end) {
        long first = word(source, start, end);
        int byMin = Long.compareUnsigned(first, minFirst);
        int byMax = Long.compareUnsigned(first, maxFirst);
        if (byMin > 0 && byMax < 0) {
            return true;
        }
        long second = secondWord(source, start, end);
        return (byMin > 0 || byMin == 0 && Long.compareUnsigned(second, minSecond) > 0)
                && (byMax < 0 || byMax == 0 && Long.compareUnsigned(second, maxSecond) < 0);
    }

    /** Of numbers that have as many bytes as the bounds. */
    private boolean numberIsInside(byte[] source, int start, int end) {
        long first = word(source, start, end);
        if (first > minFirst && first < maxFirst) {
            return true;
        }
        long second = secondWord(source, start, end);
        return (first > minFirst || first == minFirst && Long.compareUnsigned(second, minSecond) > 0)
                && (first < maxFirst || first == maxFirst && Long.compareUnsigned(second, maxSecond) < 0);
    }

    private static long secondWord(byte[] source, int start, int end) {
        return end - start > Long.BYTES ? word(source, start + Long.BYTES, end) : 0;
    }

    /** The first 8 bytes as a number; fewer are followed by zeros. */
    private static long word(byte[] source, int start, int end) {
        int length = end - start;
        if (length >= Long.BYTES) {
            return (long) BIG_ENDIAN.get(source, start);
        }
        if (length > 0 && source.length - start >= Long.BYTES) {
            return (long) BIG_ENDIAN.get(source, start) & -1L << Long.SIZE - Byte.SIZE * length;
        }
        long word = 0;
        for (int i = 0; i < length; i++) {
            word |= (source[start + i] & 0xFFL) << (56 - 8 * i);
        }
        return word;
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
        minFirst = word(source, start, end);
        minSecond = secondWord(source, start, end);
    }

    private void setMax(byte[] source, int start, int end) {
        maxLength = end - start;
        if (max.length < maxLength) {
            max = new byte[maxLength];
        }
        System.arraycopy(source, start, max, 0, maxLength);
        maxFirst = word(source, start, end);
        maxSecond = secondWord(source, start, end);
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
