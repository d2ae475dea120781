package io.parquetry.connect.common.template;

import io.parquetry.format.schema.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Text with placeholders such as <code>${topic}</code>, <code>${value.country}</code> or
 * <code>${timestamp:yyyy}</code>. A dollar sign is written {@code $$}. Messages have the position of the fault, counted
 * from 1.
 */
public final class TemplateText {
    private final String text;

    public TemplateText(String text) {
        this.text = Objects.requireNonNull(text, "text");
    }

    /** A piece of the text, at its position, which counts from 0. */
    public sealed interface Piece {
        int position();
    }

    /**
     * Literal text.
     *
     * @param isLast whether the template ends with it
     */
    public record Fixed(int position, String text, boolean isLast) implements Piece {}

    /**
     * A placeholder.
     *
     * @param name up to the first dot or colon
     * @param argument the rest, with that dot or colon; may be empty
     */
    public record Placeholder(int position, String name, String argument) implements Piece {
        /** As in the text. */
        @Override
        public String toString() {
            return "${" + name + argument + "}";
        }
    }

    public int length() {
        return text.length();
    }

    /**
     * Splits the text.
     *
     * @param quotes gives, for the name of a placeholder, the quotes inside of which a brace does not close it
     * @throws IllegalArgumentException with position and remedy when a placeholder is malformed
     */
    public List<Piece> pieces(UnaryOperator<String> quotes) {
        List<Piece> pieces = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            if (text.startsWith("$$", at)) {
                pieces.add(new Fixed(at, "$", at + 2 == text.length()));
                at += 2;
            } else if (text.startsWith("${", at)) {
                Placeholder placeholder = placeholder(at, quotes);
                pieces.add(placeholder);
                at += placeholder.toString().length();
            } else if (text.charAt(at) == '$') {
                throw fault(
                        at, "a dollar sign begins a placeholder such as ${topic}; for a dollar sign itself write $$");
            } else {
                int dollar = text.indexOf('$', at);
                int end = dollar < 0 ? text.length() : dollar;
                pieces.add(new Fixed(at, text.substring(at, end), dollar < 0));
                at = end;
            }
        }
        return pieces;
    }

    private Placeholder placeholder(int begin, UnaryOperator<String> quotes) {
        int nameEnd = begin + 2;
        while (nameEnd < text.length() && ".:}".indexOf(text.charAt(nameEnd)) < 0) {
            nameEnd++;
        }
        String name = text.substring(begin + 2, nameEnd);
        int end = closingBrace(begin, nameEnd, quotes.apply(name));
        return new Placeholder(begin, name, text.substring(nameEnd, end));
    }

    private int closingBrace(int begin, int from, String quotes) {
        int at = from;
        while (at >= 0 && at < text.length()) {
            char c = text.charAt(at);
            if (c == '}') {
                return at;
            }
            at = quotes.indexOf(c) >= 0 ? Quoted.end(text, at) : at + 1;
        }
        throw fault(begin, "the placeholder that begins here is not closed by }");
    }

    /** An exception for a fault in the text. */
    public IllegalArgumentException fault(int position, String reason) {
        return new IllegalArgumentException(
                "the template \"" + text + "\", position " + (position + 1) + ": " + reason);
    }

    @Override
    public String toString() {
        return text;
    }
}
