package io.parquetry.format.filter;

/** Numbers of 16 bits (IEEE 754 binary16; LogicalTypes.md, FLOAT16): a sign, 5 bits of exponent, 10 of fraction. */
final class HalfPrecision {
    private static final int FRACTION_BITS = 10;
    private static final int EXPONENT_LEAST = -14;
    private static final int EXPONENT_BIAS = 15;
    private static final double MAX = 65_504;
    private static final int SIGN = 0x8000;
    private static final int INFINITY = 0x7C00;

    private HalfPrecision() {}

    /** The nearest such number, of two the even one; infinite when the number is too large. */
    static double nearest(double number) {
        double unit = unit(number);
        double nearest = Math.rint(number / unit) * unit;
        return Math.abs(nearest) > MAX ? Math.copySign(Double.POSITIVE_INFINITY, number) : nearest;
    }

    /** The distance of numbers of this size. */
    private static double unit(double number) {
        return Math.scalb(1.0, Math.max(Math.getExponent(number), EXPONENT_LEAST) - FRACTION_BITS);
    }

    /** The bits of a number that {@link #nearest} gives. */
    static int bits(double number) {
        int sign = Math.copySign(1, number) < 0 ? SIGN : 0;
        if (Double.isInfinite(number)) {
            return sign | INFINITY;
        }
        int exponent = Math.max(Math.getExponent(number), EXPONENT_LEAST);
        int fraction = (int) (Math.abs(number) / unit(number));
        // A fraction with its leading bit counts the exponent up by one; one without is subnormal.
        return sign | (exponent + EXPONENT_BIAS - 1 << FRACTION_BITS) + fraction;
    }
}
