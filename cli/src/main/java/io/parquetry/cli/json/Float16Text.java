package io.parquetry.cli.json;

/** Half-precision numbers as bytes (LogicalTypes.md, FLOAT16); {@link LeafText} reads them. */
final class Float16Text {
    private static final int FRACTION_BITS = 10;
    private static final int BIAS = 15;
    private static final int NAN = 0x7E00;
    private static final int INFINITY = 0x7C00;

    private Float16Text() {}

    /** The nearest half-precision number, ties to even, little-endian. */
    static byte[] bytes(float value) {
        int bits =
                (value < 0 || Float.floatToRawIntBits(value) == 0x8000_0000 ? 0x8000 : 0) | magnitude(Math.abs(value));
        return new byte[] {(byte) bits, (byte) (bits >> 8)};
    }

    private static int magnitude(float value) {
        if (Float.isNaN(value)) {
            return NAN;
        }
        // Subnormal numbers have the spacing of the least normal exponent.
        int exponent = Math.max(Math.getExponent(value), 1 - BIAS);
        if (exponent > BIAS) {
            return INFINITY;
        }
        // A product with a power of two is exact, and so is rounding it to a whole number; it may carry into the
        // exponent.
        int digits = (int) Math.rint(Math.scalb((double) value, FRACTION_BITS - exponent));
        int hidden = exponent + BIAS - 1 << FRACTION_BITS;
        return Math.min(digits + hidden, INFINITY);
    }
}
