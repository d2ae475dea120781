package io.parquetry.format.internal.statistics;

/** Half-precision numbers in their two little-endian bytes (LogicalTypes.md, FLOAT16). */
final class Float16 {
    private static final int EXPONENT = 0x7C00;
    private static final int MAGNITUDE = 0x7FFF;

    private Float16() {}

    private static int bits(byte[] source, int offset) {
        return source[offset] & 0xFF | (source[offset + 1] & 0xFF) << 8;
    }

    static boolean isNan(byte[] source, int offset) {
        return (bits(source, offset) & MAGNITUDE) > EXPONENT;
    }

    static boolean isZero(byte[] source, int offset) {
        return (bits(source, offset) & MAGNITUDE) == 0;
    }

    /** An integer with the same order as the number; -0 is before +0, and every NaN is the same, behind infinity. */
    static int sortable(byte[] source, int offset) {
        int bits = bits(source, offset);
        if ((bits & MAGNITUDE) > EXPONENT) {
            return MAGNITUDE;
        }
        return (bits & ~MAGNITUDE) == 0 ? bits : -1 - (bits & MAGNITUDE);
    }
}
