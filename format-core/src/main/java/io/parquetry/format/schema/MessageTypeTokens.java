package io.parquetry.format.schema;

import io.parquetry.format.UsageException;

/**
 * Cuts the message-type text into words, quoted names and the marks {@code , ; { } ( ) =}. A name that the plain text
 * cannot carry is put between backticks, with a backtick in it written twice. The tokens of a filter's text are in
 * {@code FilterTokens}.
 */
final class MessageTypeTokens {
    private static final String MARKS = ",;{}()=";
    private static final String WHITE = " \t\r\n";

    private final String text;
    private int begin;
    private int end;

    MessageTypeTokens(String text) {
        this.text = text;
        next();
    }

    /** The name as the text must spell it. */
    static String quoteWhereNeeded(String name) {
        boolean plain = !name.isEmpty() && name.charAt(0) != '`';
        for (int i = 0; i < name.length() && plain; i++) {
            plain = MARKS.indexOf(name.charAt(i)) < 0 && WHITE.indexOf(name.charAt(i)) < 0;
        }
        return plain ? name : Quoted.of(name, '`');
    }

    /** Goes to the next token; at the end of the text the token is empty. */
    void next() {
        begin = end;
        while (begin < text.length() && WHITE.indexOf(text.charAt(begin)) >= 0) {
            begin++;
        }
        end = begin;
        if (begin == text.length()) {
            return;
        }
        if (text.charAt(begin) == '`') {
            end = Quoted.end(text, begin);
            if (end < 0) {
                throw error("a name that begins with ` and does not end", "a second `");
            }
        } else if (isMark(begin)) {
            end++;
        } else {
            while (end < text.length() && !isMark(end) && WHITE.indexOf(text.charAt(end)) < 0) {
                end++;
            }
        }
    }

    private boolean isMark(int at) {
        return MARKS.indexOf(text.charAt(at)) >= 0;
    }

    boolean atEnd() {
        return begin == text.length();
    }

    boolean is(String token) {
        return end - begin == token.length() && text.regionMatches(true, begin, token, 0, token.length());
    }

    /** Takes the token if it is this one; words are compared without case. */
    boolean takeIf(String token) {
        boolean found = is(token);
        if (found) {
            next();
        }
        return found;
    }

    void take(String token) {
        if (!takeIf(token)) {
            throw unexpected("'" + token + "'");
        }
    }

    /** Takes a name or another word; {@code what} says which, for the message. */
    String takeWord(String what) {
        if (atEnd() || isMark(begin)) {
            throw unexpected(what);
        }
        String word = text.charAt(begin) == '`' ? Quoted.content(text, begin, end) : text.substring(begin, end);
        next();
        return word;
    }

    int takeInt(String what) {
        try {
            int value = Integer.parseInt(text, begin, end, 10);
            next();
            return value;
        } catch (NumberFormatException e) {
            throw unexpected(what);
        }
    }

    /** Where the current token begins, for {@link #complaint}. */
    int position() {
        return begin;
    }

    /** What to throw at the current token. */
    UsageException unexpected(String expected) {
        return error(atEnd() ? "the end" : "'" + text.substring(begin, end) + "'", expected);
    }

    private UsageException error(String found, String expected) {
        return complaint(begin, "found " + found + ", expected " + expected);
    }

    /** The exception for the token at this position. */
    UsageException complaint(int position, String what) {
        int line = 1;
        int lineBegin = 0;
        for (int i = 0; i < position; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineBegin = i + 1;
            }
        }
        return new UsageException("schema text, line " + line + ", column " + (position - lineBegin + 1) + ": " + what);
    }
}
