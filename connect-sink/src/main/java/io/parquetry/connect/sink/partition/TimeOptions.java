package io.parquetry.connect.sink.partition;

import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * What is in parentheses before a time's pattern: {@code ${timestamp(span=900000,locale=de):HH-mm}}.
 *
 * @param spanMs length of a span of local time that shares a path, which is named after the beginning of the span;
 *     empty where the pattern decides
 * @param locale language of the names of months and days
 */
record TimeOptions(OptionalLong spanMs, Locale locale) {
    static final String PLACEHOLDER = "timestamp";

    /** Whether a placeholder of this name is a time. */
    static boolean isTime(String name) {
        return name.equals(PLACEHOLDER) || name.startsWith(PLACEHOLDER + "(");
    }

    /**
     * Reads the options of a time.
     *
     * @param name of the placeholder, with the options
     * @throws IllegalArgumentException with the reason when they are none
     */
    static TimeOptions parse(String name) {
        TimeOptions options = new TimeOptions(OptionalLong.empty(), Locale.ENGLISH);
        if (name.equals(PLACEHOLDER)) {
            return options;
        }
        if (!name.endsWith(")")) {
            throw new IllegalArgumentException("the options of a time end with a parenthesis, as in "
                    + "${timestamp(span=900000,locale=de):HH-mm}");
        }
        for (String option :
                name.substring(PLACEHOLDER.length() + 1, name.length() - 1).split(",", -1)) {
            String value = option.substring(option.indexOf('=') + 1);
            options = switch (option.substring(0, option.length() - value.length())) {
                case "span=" -> new TimeOptions(OptionalLong.of(span(value)), options.locale());
                case "locale=" -> new TimeOptions(options.spanMs(), locale(value));
                default ->
                    throw new IllegalArgumentException("there is no option \"" + option + "\" of a time; allowed are"
                            + " span=MILLISECONDS and locale=LANGUAGE");
            };
        }
        return options;
    }

    private static long span(String text) {
        if (!text.matches("[0-9]{1,18}") || Long.parseLong(text) < 1) {
            throw new IllegalArgumentException(
                    "the span of a directory is \"" + text + "\"; it must be a number of milliseconds, 1 or more");
        }
        return Long.parseLong(text);
    }

    private static Locale locale(String tag) {
        try {
            return new Locale.Builder().setLanguageTag(tag).build();
        } catch (IllformedLocaleException e) {
            throw new IllegalArgumentException(
                    "the locale \"" + tag + "\" is not a language tag; use a tag such as en or de-AT", e);
        }
    }
}
