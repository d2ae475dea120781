package io.parquetry.format.filter;

import io.parquetry.format.UsageException;
import io.parquetry.format.schema.Quoted;

/**
 * Cuts the text of a filter into words, quoted names ({@code "a"} or {@code `a`}), texts ({@code 'a'}), bytes
 * ({@code X'0A'}), numbers and marks. A quote within quotes is written twice. The tokens of a schema's text have other
 * marks and words, and messages with lines ({@code MessageTypeTokens}).
 */
final class FilterTokens {
    enum Kind {
        WORD,
        QUOTED_NAME,
        TEXT,
        BYTES,
        NUMBER,
        MARK,
        END
    }

    private static final int SHOWN_MAX = 40;
    private static final String MARKS = "(),.=<>!";

    private final String text;
    private int begin;
    private int end;
    private Kind kind = Kind.END;

    FilterTokens(String text) {
        this.text = text;
        next();
    }

    Kind kind() {
        return kind;
    }

    /** Position of the token. */
    int position() {
        return begin;
    }

    void next() {
        begin = end;
        while (begin < text.length() && Character.isWhitespace(text.charAt(begin))) {
            begin++;
        }
        end = begin;
        if (begin == text.length()) {
            kind = Kind.END;
            return;
        }
        char first = text.charAt(begin);
        if (first == '"' || first == '`') {
            kind = Kind.QUOTED_NAME;
            quoted(begin, "a name");
        } else if (first == '\'') {
            kind = Kind.TEXT;
            quoted(begin, "a text");
        } else if ((first == 'X' || first == 'x') && begin + 1 < text.length() && text.charAt(begin + 1) == '\'') {
            kind = Kind.BYTES;
            quoted(begin + 1, "bytes");
        } else if (isNumber()) {
            kind = Kind.NUMBER;
            number();
        } else if (MARKS.indexOf(first) >= 0) {
            kind = Kind.MARK;
            boolean two = text.startsWith("!=", begin)
                    || text.startsWith("<>", begin)
                    || text.startsWith("<=", begin)
                    || text.startsWith(">=", begin);
            end = begin + (two ? 2 : 1);
        } else if (Character.isUnicodeIdentifierStart(first) || first == '_') {
            kind = Kind.WORD;
            while (end < text.length() && Character.isUnicodeIdentifierPart(text.charAt(end))) {
                end++;
            }
        } else {
            throw at(begin, "found '" + first + "', which means nothing here");
        }
    }

    private void quoted(int from, String what) {
        end = Quoted.end(text, from);
        if (end < 0) {
            throw at(begin, what + " that begins with " + text.charAt(from) + " does not end");
        }
    }

    /** The text between the quotes of a name, a text or bytes. */
    String unquoted() {
        return Quoted.content(text, kind == Kind.BYTES ? begin + 1 : begin, end);
    }

    private boolean isNumber() {
        int at = begin;
        if (text.charAt(at) == '-' || text.charAt(at) == '+') {
            at++;
        }
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
        }
        return at < text.length() && isDigit(text.charAt(at));
    }

    private static boolean isDigit(char each) {
        return each >= '0' && each <= '9';
    }

    /** Also takes characters that follow the number directly, so that the message shows the whole. */
    private void number() {
        end = begin + 1;
        while (end < text.length()) {
            char each = text.charAt(end);
            boolean sign = (each == '-' || each == '+') && (text.charAt(end - 1) == 'e' || text.charAt(end - 1) == 'E');
            if (!sign && each != '.' && !Character.isLetterOrDigit(each)) {
                return;
            }
            end++;
        }
    }

    /** The token as it is written. */
    String shown() {
        return text.substring(begin, end);
    }

    boolean isWord(String word) {
        return kind == Kind.WORD
                && end - begin == word.length()
                && text.regionMatches(true, begin, word, 0, end - begin);
    }

    boolean takeWord(String word) {
        boolean found = isWord(word);
        if (found) {
            next();
        }
        return found;
    }

    boolean takeMark(String mark) {
        boolean found = kind == Kind.MARK && shown().equals(mark);
        if (found) {
            next();
        }
        return found;
    }

    /** The exception for the current token. */
    UsageException unexpected(String expected) {
        String found = end - begin > SHOWN_MAX ? text.substring(begin, begin + SHOWN_MAX) + "..." : shown();
        return at(begin, "found " + (kind == Kind.END ? "the end" : found) + ", expected " + expected);
    }

    static UsageException at(int position, String what) {
        return new UsageException("filter, character " + (position + 1) + ": " + what);
    }
}
