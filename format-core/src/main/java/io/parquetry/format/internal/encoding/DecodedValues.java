package io.parquetry.format.internal.encoding;

import io.parquetry.format.schema.PhysicalType;

/**
 * Decoded values, in arrays of the physical type. The holders are made once for a column and filled again and again;
 * entries behind the count of the last fill are undefined.
 */
public sealed interface DecodedValues {
    /** A holder for up to {@code capacity} values of the type. */
    static DecodedValues of(PhysicalType type, int capacity) {
        return switch (type) {
            case BOOLEAN -> new Booleans(new boolean[capacity]);
            case INT32 -> new Ints(new int[capacity]);
            case INT64 -> new Longs(new long[capacity]);
            case FLOAT -> new Floats(new float[capacity]);
            case DOUBLE -> new Doubles(new double[capacity]);
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> new Binary(capacity);
        };
    }

    record Booleans(boolean[] array) implements DecodedValues {}

    record Ints(int[] array) implements DecodedValues {}

    record Longs(long[] array) implements DecodedValues {}

    record Floats(float[] array) implements DecodedValues {}

    record Doubles(double[] array) implements DecodedValues {}

    /** Ranges of a byte array, which is the page itself where the encoding stores values as they are. */
    final class Binary implements DecodedValues {
        private final int[] offsets;
        private final int[] lengths;
        private byte[] bytes = {};

        Binary(int capacity) {
            offsets = new int[capacity];
            lengths = new int[capacity];
        }

        public byte[] bytes() {
            return bytes;
        }

        public int[] offsets() {
            return offsets;
        }

        public int[] lengths() {
            return lengths;
        }

        public void bytes(byte[] of) {
            bytes = of;
        }
    }
}
