package io.parquetry.connect.sink.partition;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A path with date and time, such as {@code 'year'=yyyy/'month'=MM}: the pattern letters of {@link
 * DateTimeFormatter}, text in single quotes, slashes between directories.
 *
 * <p>{@code Y} is the calendar year, as in the patterns of Confluent's connectors. In Java it is the week-based year,
 * which puts the last days of December into the wrong year; that year is not available. Without the era {@code G} the
 * year before 0001 is 0000, and not 0001 once more.
 *
 * @param directories at least one; each has at least one piece
 */
record TimePattern(List<List<Piece>> directories) {
    private static final ZonedDateTime SAMPLE = ZonedDateTime.parse("2026-12-31T23:59:59.999999999Z");

    /** A part of a directory's name. */
    sealed interface Piece {
        /** Fixed text; an equals sign separates key and value. */
        record Fixed(String text) implements Piece {}

        /**
         * Text that depends on the time.
         *
         * @param unitMs the text is the same for all times of one offset in the same unit of local time
         */
        record Formatted(DateTimeFormatter formatter, long unitMs) implements Piece {}
    }

    TimePattern {
        directories = directories.stream().map(List::copyOf).toList();
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException with the reason when the text is not a pattern
     */
    static TimePattern parse(String pattern, Locale locale) {
        try {
            List<List<Piece>> directories = new PatternParser(pattern, locale).directories();
            directories.forEach(directory -> directory.forEach(TimePattern::tryOut));
            return new TimePattern(directories);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "the pattern \"" + pattern + "\" is not a date or time: " + e.getMessage()
                            + "; put text that is not date or time in single quotes",
                    e);
        }
    }

    /** Fails for letters that need more than a date, a time and a zone. */
    @SuppressWarnings("ReturnValueIgnored") // Only whether it fails matters.
    private static void tryOut(Piece piece) {
        if (piece instanceof Piece.Formatted formatted) {
            formatted.formatter().format(SAMPLE);
        }
    }

    /**
     * Parses the pattern in one pass. A piece ends at a slash or an equals sign; within a piece, text and letters
     * alternate.
     */
    private static final class PatternParser {
        private final String pattern;
        private final Locale locale;
        private final char year;
        private final List<List<Piece>> directories = new ArrayList<>();
        private List<Piece> directory = new ArrayList<>();
        private DateTimeFormatterBuilder piece = new DateTimeFormatterBuilder();
        private long unitMs = Long.MAX_VALUE;
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder letters = new StringBuilder();

        PatternParser(String pattern, Locale locale) {
            this.pattern = pattern;
            this.locale = locale;
            this.year = hasEra(pattern) ? 'y' : 'u';
        }

        private static boolean hasEra(String pattern) {
            return pattern.replaceAll("'[^']*'", "").indexOf('G') >= 0;
        }

        List<List<Piece>> directories() {
            boolean quoted = false;
            for (int i = 0; i < pattern.length(); i++) {
                char c = pattern.charAt(i);
                boolean doubledQuote = c == '\'' && i + 1 < pattern.length() && pattern.charAt(i + 1) == '\'';
                if (c == '/') {
                    endDirectory();
                } else if (c == '\'' && !doubledQuote) {
                    quoted = !quoted;
                } else if (c == '=') {
                    endPiece();
                    directory.add(new Piece.Fixed("="));
                } else if (quoted || doubledQuote || !isPatternSyntax(c)) {
                    endLetters();
                    text.append(c);
                    i += doubledQuote ? 1 : 0;
                } else {
                    letters.append(c == 'Y' || c == 'y' ? year : c);
                }
            }
            if (quoted) {
                throw new IllegalArgumentException("a single quote is not closed");
            }
            endDirectory();
            return directories;
        }

        private static boolean isPatternSyntax(char c) {
            return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || "[]{}#".indexOf(c) >= 0;
        }

        private void endLetters() {
            if (!letters.isEmpty()) {
                piece.appendLiteral(text.toString()).appendPattern(letters.toString());
                letters.chars().forEach(letter -> unitMs = Math.min(unitMs, unitMs((char) letter)));
                text.setLength(0);
                letters.setLength(0);
            }
        }

        private void endPiece() {
            endLetters();
            if (unitMs < Long.MAX_VALUE) {
                piece.appendLiteral(text.toString());
                directory.add(new Piece.Formatted(piece.toFormatter(locale), unitMs));
                piece = new DateTimeFormatterBuilder();
                unitMs = Long.MAX_VALUE;
            } else if (!text.isEmpty()) {
                directory.add(new Piece.Fixed(text.toString()));
            }
            text.setLength(0);
        }

        private void endDirectory() {
            endPiece();
            if (directory.isEmpty()) {
                throw new IllegalArgumentException("it has an empty directory name");
            }
            directories.add(directory);
            directory = new ArrayList<>();
        }
    }

    /** The unit of time in which the text of a pattern letter stays the same. */
    private static long unitMs(char letter) {
        return switch (letter) {
            case 'S', 'n', 'N', 'A' -> 1;
            case 's' -> 1_000;
            case 'm', 'B' -> 60_000;
            case 'H', 'h', 'K', 'k', 'a' -> 3_600_000;
            default -> 86_400_000;
        };
    }
}
