package io.parquetry.format.internal.statistics;

import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The order of a column's values (parquet.thrift, {@code ColumnOrder.TYPE_ORDER}); compares values in PLAIN form.
 */
public enum ValueOrder {
    BOOLEAN,
    INT32_SIGNED,
    INT32_UNSIGNED,
    INT64_SIGNED,
    INT64_UNSIGNED,
    FLOAT,
    DOUBLE,
    FLOAT16,
    /** Bytes, compared lexicographically as unsigned numbers. */
    BYTES,
    /** Two's-complement big-endian numbers of any length. */
    DECIMAL_BYTES,
    /** No order is defined, so there are no bounds: INT96, INTERVAL, variants, geometries, unknown annotations. */
    NONE;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /**
     * The order of a column. Encoded variants have none, though their columns have the type BYTE_ARRAY; columns of
     * shredded values have one.
     */
    public static ValueOrder of(MessageType schema, LeafColumn leaf) {
        String name = leaf.path().get(leaf.path().size() - 1);
        boolean encoded = name.equals("metadata") || name.equals("value");
        return encoded && leaf.type().logicalType().isEmpty() && schema.isInVariant(leaf) ? NONE : of(leaf.type());
    }

    public static ValueOrder of(PrimitiveType type) {
        LogicalType meaning = type.logicalType().orElse(null);
        if (meaning instanceof LogicalType.Unrecognized
                || meaning instanceof LogicalType.Geometry
                || meaning instanceof LogicalType.Geography
                || meaning == LogicalType.INTERVAL
                || meaning == LogicalType.UNKNOWN) {
            return NONE;
        }
        boolean unsigned = meaning instanceof LogicalType.Int integer && !integer.signed();
        return switch (type.physicalType()) {
            case BOOLEAN -> BOOLEAN;
            case INT32 -> unsigned ? INT32_UNSIGNED : INT32_SIGNED;
            case INT64 -> unsigned ? INT64_UNSIGNED : INT64_SIGNED;
            case INT96 -> NONE;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
            case BYTE_ARRAY -> meaning instanceof LogicalType.Decimal ? DECIMAL_BYTES : BYTES;
            case FIXED_LEN_BYTE_ARRAY ->
                meaning instanceof LogicalType.Decimal
                        ? DECIMAL_BYTES
                        : meaning == LogicalType.FLOAT16 ? FLOAT16 : BYTES;
        };
    }

    /** Number of bytes of the PLAIN form, or -1 where it varies. */
    public int width() {
        return switch (this) {
            case BOOLEAN -> 1;
            case FLOAT16 -> 2;
            case INT32_SIGNED, INT32_UNSIGNED, FLOAT -> 4;
            case INT64_SIGNED, INT64_UNSIGNED, DOUBLE -> 8;
            case BYTES, DECIMAL_BYTES, NONE -> -1;
        };
    }

    /** Compares two values in one array, at these ranges; only for orders of byte strings. */
    public int compare(byte[] bytes, int leftFrom, int leftTo, int rightFrom, int rightTo) {
        return switch (this) {
            case BYTES -> Arrays.compareUnsigned(bytes, leftFrom, leftTo, bytes, rightFrom, rightTo);
            case DECIMAL_BYTES -> DecimalBytes.compare(bytes, leftFrom, leftTo, bytes, rightFrom, rightTo);
            case FLOAT16 -> Integer.compare(Float16.sortable(bytes, leftFrom), Float16.sortable(bytes, rightFrom));
            case BOOLEAN, INT32_SIGNED, INT32_UNSIGNED, INT64_SIGNED, INT64_UNSIGNED, FLOAT, DOUBLE, NONE ->
                throw new IllegalArgumentException(this + " is not an order of byte strings");
        };
    }

    /** Compares two values in PLAIN form; both must have the right {@link #width} and must not be NaN. */
    public int compare(byte[] left, byte[] right) {
        return switch (this) {
            case BOOLEAN -> Boolean.compare(left[0] != 0, right[0] != 0);
            case INT32_SIGNED -> Integer.compare((int) INT.get(left, 0), (int) INT.get(right, 0));
            case INT32_UNSIGNED -> Integer.compareUnsigned((int) INT.get(left, 0), (int) INT.get(right, 0));
            case INT64_SIGNED -> Long.compare((long) LONG.get(left, 0), (long) LONG.get(right, 0));
            case INT64_UNSIGNED -> Long.compareUnsigned((long) LONG.get(left, 0), (long) LONG.get(right, 0));
            case FLOAT ->
                Float.compare(
                        Float.intBitsToFloat((int) INT.get(left, 0)), Float.intBitsToFloat((int) INT.get(right, 0)));
            case DOUBLE ->
                Double.compare(Double.longBitsToDouble((long) LONG.get(left, 0)), Double.longBitsToDouble((long)
                        LONG.get(right, 0)));
            case FLOAT16 -> Integer.compare(Float16.sortable(left, 0), Float16.sortable(right, 0));
            case BYTES -> Arrays.compareUnsigned(left, right);
            case DECIMAL_BYTES -> DecimalBytes.compare(left, 0, left.length, right, 0, right.length);
            case NONE -> 0;
        };
    }

    /** Whether the values are floating-point numbers, of which some are NaN and two are zero. */
    public boolean isFloating() {
        return this == FLOAT || this == DOUBLE || this == FLOAT16;
    }

    /** Whether a value in PLAIN form, of the right {@link #width}, is NaN. */
    public boolean isNan(byte[] value) {
        return switch (this) {
            case FLOAT -> Float.isNaN(Float.intBitsToFloat((int) INT.get(value, 0)));
            case DOUBLE -> Double.isNaN(Double.longBitsToDouble((long) LONG.get(value, 0)));
            case FLOAT16 -> Float16.isNan(value, 0);
            case BOOLEAN, INT32_SIGNED, INT32_UNSIGNED, INT64_SIGNED, INT64_UNSIGNED, BYTES, DECIMAL_BYTES, NONE ->
                false;
        };
    }

    /** The bound itself, or -0.0 for either zero: some writers do not distinguish the zeros. */
    byte[] lowestZero(byte[] bound) {
        return withZeroSign(bound, (byte) 0x80);
    }

    /** The bound itself, or +0.0 for either zero. */
    byte[] highestZero(byte[] bound) {
        return withZeroSign(bound, (byte) 0);
    }

    private byte[] withZeroSign(byte[] bound, byte last) {
        if (!isFloating() || (bound[bound.length - 1] & 0x7F) != 0) {
            return bound;
        }
        for (int i = 0; i < bound.length - 1; i++) {
            if (bound[i] != 0) {
                return bound;
            }
        }
        byte[] zero = new byte[bound.length];
        zero[zero.length - 1] = last;
        return zero;
    }
}
