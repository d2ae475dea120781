package io.parquetry.connect.common.naming;

/** Numbers in names, padded to ten digits so that names sort by number. */
final class Digits {
    private static final int WIDTH = 10;

    private Digits() {}

    static String padded(long number) {
        String digits = Long.toString(number);
        return "0".repeat(Math.max(0, WIDTH - digits.length())) + digits;
    }
}
