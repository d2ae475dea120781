package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import io.parquetry.format.internal.encoding.DecodedValues;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.PhysicalType;
import java.util.function.Supplier;

/**
 * Values in a primitive array of their physical type, from position 0 on: of the entries of a batch ({@link
 * ColumnArrays#values}), or of a dictionary ({@link ColumnArrays#dictionary}). What is behind the last of them is
 * undefined. The arrays belong to the reader: they may only be read, and only until the next batch.
 */
public final class ValueArrays {
    private final LeafColumn leaf;
    private final Supplier<DecodedValues> values;

    ValueArrays(LeafColumn leaf, Supplier<DecodedValues> values) {
        this.leaf = leaf;
        this.values = values;
    }

    /** Values of BOOLEAN. */
    public boolean[] booleans() {
        require(PhysicalType.BOOLEAN);
        return ((DecodedValues.Booleans) values.get()).array();
    }

    /** Values of INT32. */
    public int[] ints() {
        require(PhysicalType.INT32);
        return ((DecodedValues.Ints) values.get()).array();
    }

    /** Values of INT64. */
    public long[] longs() {
        require(PhysicalType.INT64);
        return ((DecodedValues.Longs) values.get()).array();
    }

    /** Values of FLOAT. */
    public float[] floats() {
        require(PhysicalType.FLOAT);
        return ((DecodedValues.Floats) values.get()).array();
    }

    /** Values of DOUBLE. */
    public double[] doubles() {
        require(PhysicalType.DOUBLE);
        return ((DecodedValues.Doubles) values.get()).array();
    }

    /** The array that the values of BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96 are ranges of, in any order. */
    public byte[] bytes() {
        return binary().bytes();
    }

    /** Where each binary value begins in {@link #bytes}. */
    public int[] offsets() {
        return binary().offsets();
    }

    /** Number of bytes of each binary value. */
    public int[] lengths() {
        return binary().lengths();
    }

    private DecodedValues.Binary binary() {
        switch (leaf.type().physicalType()) {
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {
                return (DecodedValues.Binary) values.get();
            }
            default -> throw unfit("bytes(), offsets() and lengths()");
        }
    }

    private void require(PhysicalType type) {
        if (leaf.type().physicalType() != type) {
            throw unfit(getter(type));
        }
    }

    private UsageException unfit(String asked) {
        return new UsageException("column " + leaf.dottedPath() + " has values of type "
                + leaf.type().physicalType() + ", which are in "
                + getter(leaf.type().physicalType()) + ", not in "
                + asked);
    }

    private static String getter(PhysicalType type) {
        return switch (type) {
            case BOOLEAN -> "booleans()";
            case INT32 -> "ints()";
            case INT64 -> "longs()";
            case FLOAT -> "floats()";
            case DOUBLE -> "doubles()";
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> "bytes(), offsets() and lengths()";
        };
    }
}
