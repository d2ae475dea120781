package io.parquetry.format.internal.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes that grow at the end; numbers are little-endian, as everywhere in Parquet. */
public final class ByteAppender {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] array;
    private int size;

    public ByteAppender(int initialCapacity) {
        array = new byte[initialCapacity];
    }

    /** The bytes; only the first {@link #size} are valid, and the next append may replace the array. */
    public byte[] array() {
        return array;
    }

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
    }

    /** Ensures capacity for {@code more} bytes behind {@link #size}. */
    public void ensure(int more) {
        if (more > array.length - size) {
            array = Arrays.copyOf(array, Growth.capacity(array.length, (long) size + more));
        }
    }

    /** Appends bytes that the caller has written behind {@link #size}, after {@link #ensure}. */
    public void advance(int bytes) {
        size += bytes;
    }

    public void putByte(int value) {
        ensure(1);
        array[size++] = (byte) value;
    }

    public void putInt(int value) {
        ensure(4);
        INT.set(array, size, value);
        size += 4;
    }

    public void putLong(long value) {
        ensure(8);
        LONG.set(array, size, value);
        size += 8;
    }

    /** Appends the first {@code count} values, 4 bytes each. */
    public void putInts(int[] values, int count) {
        ensure(Math.multiplyExact(count, Integer.BYTES));
        byte[] target = array;
        int at = size;
        for (int i = 0; i < count; i++, at += Integer.BYTES) {
            INT.set(target, at, values[i]);
        }
        size = at;
    }

    /** Appends the first {@code count} values, 8 bytes each. */
    public void putLongs(long[] values, int count) {
        ensure(Math.multiplyExact(count, Long.BYTES));
        byte[] target = array;
        int at = size;
        for (int i = 0; i < count; i++, at += Long.BYTES) {
            LONG.set(target, at, values[i]);
        }
        size = at;
    }

    /** Replaces four bytes that were appended before. */
    public void setInt(int position, int value) {
        INT.set(array, position, value);
    }

    public void put(byte[] source, int offset, int length) {
        ensure(length);
        System.arraycopy(source, offset, array, size, length);
        size += length;
    }

    /** Unsigned LEB128. */
    public void putVarint(int value) {
        ensure(5);
        int rest = value;
        while ((rest & ~0x7F) != 0) {
            array[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        array[size++] = (byte) rest;
    }

    /** Appends a signed number as unsigned LEB128; small numbers of either sign take few bytes. */
    public void putZigZag(long value) {
        ensure(10);
        long rest = value << 1 ^ value >> 63;
        while ((rest & ~0x7FL) != 0) {
            array[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        array[size++] = (byte) rest;
    }
}
