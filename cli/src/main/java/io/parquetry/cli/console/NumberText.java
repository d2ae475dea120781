package io.parquetry.cli.console;

import java.util.Locale;

/** Numbers as text, the same in every locale. */
public final class NumberText {
    private NumberText() {}

    /** {@code 1,707}. */
    public static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** {@code 1 file}, {@code 1,707 files}. */
    public static String counted(long number, String noun) {
        return grouped(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** {@code 6.2}, for seconds. */
    public static String tenths(double number) {
        return String.format(Locale.ROOT, "%,.1f", number);
    }
}
