package io.parquetry.connect.sink.partition;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A path with date and time in it, such as {@code 'year'=yyyy/'month'=MM/'day'=dd/'hour'=HH}: the pattern letters of
 * {@link DateTimeFormatter}, text in single quotes, directories between slashes.
 *
 * <p>{@code Y} is the calendar year, as in the patterns of Confluent's connectors; the week-based year that it is in
 * Java, and that puts the last days of December into the wrong year, cannot be asked for.
 */
public final class PathFormat {
    private final String pattern;
    private final List<DateTimeFormatter> directories;

    private PathFormat(String pattern, List<DateTimeFormatter> directories) {
        this.pattern = pattern;
        this.directories = directories;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException with the reason when it is not one
     */
    public static PathFormat parse(String pattern, Locale locale) {
        List<DateTimeFormatter> directories = new ArrayList<>();
        for (DirectoryPattern directory : split(pattern)) {
            try {
                directories.add(directory.formatter(locale));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "path format \"" + pattern + "\": " + e.getMessage()
                                + "; text that is not date or time stands in single quotes",
                        e);
            }
        }
        PathFormat format = new PathFormat(pattern, List.copyOf(directories));
        format.tryOut();
        return format;
    }

    /** Patterns for what a date with a time and a zone has not, or whose text can be no directory, fail here. */
    private void tryOut() {
        try {
            path(ZonedDateTime.parse("2026-12-31T23:59:59.999999999Z"));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("path format \"" + pattern + "\": " + e.getMessage(), e);
        }
    }

    /** One name of the path, in parts: quoted text, and letters to be filled in. */
    private record DirectoryPattern(List<String> texts, List<String> letters) {
        DirectoryPattern() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        void add(String text, String pattern) {
            if (!text.isEmpty() || !pattern.isEmpty()) {
                texts.add(text);
                letters.add(pattern);
            }
        }

        DateTimeFormatter formatter(Locale locale) {
            if (texts.isEmpty()) {
                throw new IllegalArgumentException("it has an empty directory name");
            }
            DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder();
            for (int i = 0; i < texts.size(); i++) {
                builder.appendLiteral(texts.get(i));
                if (!letters.get(i).isEmpty()) {
                    builder.appendPattern(letters.get(i));
                }
            }
            return builder.toFormatter(locale);
        }
    }

    private static List<DirectoryPattern> split(String pattern) {
        List<DirectoryPattern> directories = new ArrayList<>();
        DirectoryPattern directory = new DirectoryPattern();
        StringBuilder text = new StringBuilder();
        StringBuilder letters = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            boolean doubledQuote = c == '\'' && i + 1 < pattern.length() && pattern.charAt(i + 1) == '\'';
            if (c == '/') {
                directory.add(text.toString(), letters.toString());
                directories.add(directory);
                directory = new DirectoryPattern();
                text.setLength(0);
                letters.setLength(0);
            } else if (c == '\'' && !doubledQuote) {
                quoted = !quoted;
            } else if (quoted || doubledQuote || !isPatternSyntax(c)) {
                if (letters.length() > 0) {
                    directory.add(text.toString(), letters.toString());
                    text.setLength(0);
                    letters.setLength(0);
                }
                text.append(c);
                i += doubledQuote ? 1 : 0;
            } else {
                letters.append(c == 'Y' ? 'y' : c);
            }
        }
        if (quoted) {
            throw new IllegalArgumentException("path format \"" + pattern + "\": a single quote is not closed");
        }
        directory.add(text.toString(), letters.toString());
        directories.add(directory);
        return directories;
    }

    private static boolean isPatternSyntax(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '[' || c == ']' || c == '{' || c == '}' || c == '#';
    }

    /** The path for this time. */
    public String path(ZonedDateTime time) {
        StringBuilder path = new StringBuilder();
        for (DateTimeFormatter directory : directories) {
            String text = directory.format(time);
            int equals = text.indexOf('=');
            path.append(path.isEmpty() ? "" : "/");
            if (equals > 0 && equals < text.length() - 1) {
                path.append(DirectoryName.escaped(text.substring(0, equals)))
                        .append('=')
                        .append(DirectoryName.escaped(text.substring(equals + 1)));
            } else {
                path.append(DirectoryName.escaped(text));
            }
        }
        return path.toString();
    }

    @Override
    public String toString() {
        return pattern;
    }
}
