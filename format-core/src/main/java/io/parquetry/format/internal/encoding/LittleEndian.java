package io.parquetry.format.internal.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in byte arrays, as Parquet stores them. */
public final class LittleEndian {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    public static int intAt(byte[] array, int position) {
        return (int) INT.get(array, position);
    }

    public static long longAt(byte[] array, int position) {
        return (long) LONG.get(array, position);
    }

    public static void putInt(byte[] array, int position, int value) {
        INT.set(array, position, value);
    }

    public static void putLong(byte[] array, int position, long value) {
        LONG.set(array, position, value);
    }
}
