package io.parquetry.cli.json;

import java.math.BigDecimal;

/**
 * Decides whether a DOUBLE keeps a number as it is written: the nearest double, written with as many digits, is the
 * same number. Doubles keep all numbers of 15 digits, and those of 17 that were written from a double, also where the
 * last digit is one that only Java would choose.
 */
public final class DoubleDigits {
    /** With the point or the letter of its exponent, a number of 15 digits. */
    private static final int LENGTH_ALWAYS_KEPT = 16;

    /** No double needs more digits, and those of a longer text would take long to compare. */
    private static final int LENGTH_MAX = 1_000;

    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    private DoubleDigits() {}

    /** @param text a decimal number with a fraction or an exponent */
    public static boolean areKept(String text) {
        double nearest = Double.parseDouble(text);
        if (!Double.isFinite(nearest) || text.length() > LENGTH_MAX) {
            return false;
        }
        if (nearest == 0) {
            return isZero(text);
        }
        if (text.length() <= LENGTH_ALWAYS_KEPT && Math.abs(nearest) >= Double.MIN_NORMAL) {
            return true;
        }
        BigDecimal written = new BigDecimal(text).stripTrailingZeros();
        BigDecimal difference = new BigDecimal(nearest).subtract(written).abs();
        return difference.multiply(TWO).compareTo(written.ulp()) <= 0
                || new BigDecimal(Double.toString(nearest)).compareTo(written) == 0;
    }

    /** Whether the number is zero, and not only too small for a double. */
    private static boolean isZero(String text) {
        return text.chars().takeWhile(each -> each != 'e' && each != 'E').noneMatch(each -> each >= '1' && each <= '9');
    }
}
