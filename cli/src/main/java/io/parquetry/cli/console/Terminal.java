package io.parquetry.cli.console;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A terminal that shows what a program prints. Java cannot ask for its width, so the launcher gives it, where the
 * output is a terminal.
 *
 * @param columns characters of a line
 * @param colours whether text may have colours
 */
public record Terminal(int columns, Colours colours) {
    private static final int COLUMNS_LEAST = 20;
    private static final int COLUMNS_USUAL = 80;

    /** Styles, those of helps too, and the ends of lines, then any other control character. */
    private static final Pattern CONTROLS =
            Pattern.compile("(\\x1B\\[(?:(?:[0134]|2[134]|3[1239])(?:;|(?=m)))*m|\\r\\n|[\\n\\t])|\\p{Cc}");

    /** Whether a terminal shows colours. */
    public enum Colours {
        SHOWN,
        NONE
    }

    /** What a text stands for. */
    public enum Style {
        HEADING("1"),
        GOOD("32"),
        BAD("31;1");

        private final String code;

        Style(String code) {
            this.code = code;
        }
    }

    /**
     * The terminal that a launcher tells of.
     *
     * @param columns as {@code stty} gives them, 0 or not a number where it does not know; null for no terminal
     * @param environment with NO_COLOR (https://no-color.org), and TERM, without which nothing but lines can be printed
     */
    public static Optional<Terminal> of(String columns, Map<String, String> environment) {
        if (columns == null || environment.getOrDefault("TERM", "dumb").equals("dumb")) {
            return Optional.empty();
        }
        boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty();
        return Optional.of(new Terminal(number(columns), plain ? Colours.NONE : Colours.SHOWN));
    }

    public boolean hasColours() {
        return colours == Colours.SHOWN;
    }

    private static int number(String columns) {
        boolean isNumber = columns.matches("[1-9]\\d{0,4}");
        return isNumber ? Math.max(COLUMNS_LEAST, Integer.parseInt(columns)) : COLUMNS_USUAL;
    }

    /** A name in a file may hold what sets a terminal's title, clears it or fills the clipboard; that is not sent. */
    static String withoutControls(String text) {
        return text.chars().noneMatch(Character::isISOControl)
                ? text
                : CONTROLS.matcher(text).replaceAll(found -> found.group(1) == null ? "\uFFFD" : "$1");
    }

    String styled(Style style, String text) {
        return switch (colours) {
            case SHOWN -> "\u001B[" + style.code + "m" + text + "\u001B[0m";
            case NONE -> text;
        };
    }
}
