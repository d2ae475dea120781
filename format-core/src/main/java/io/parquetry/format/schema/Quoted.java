package io.parquetry.format.schema;

/**
 * Text between two quotes of one kind, in which that quote is written twice: a name with marks in it, or a literal of a
 * filter. Each syntax decides what is quoted, by which quotes, and which message a missing quote gives.
 */
public final class Quoted {
    private Quoted() {}

    /** The text between quotes. */
    public static String of(String content, char quote) {
        String one = String.valueOf(quote);
        return one + content.replace(one, one + one) + one;
    }

    /** The position behind the quote that closes the one at {@code begin}; -1 where none does. */
    public static int end(String text, int begin) {
        char quote = text.charAt(begin);
        int at = begin + 1;
        while (at < text.length()) {
            if (text.charAt(at++) == quote) {
                if (at == text.length() || text.charAt(at) != quote) {
                    return at;
                }
                at++;
            }
        }
        return -1;
    }

    /**
     * What is between the quotes.
     *
     * @param begin position of the first quote
     * @param end position behind the last one
     */
    public static String content(String text, int begin, int end) {
        String one = text.substring(begin, begin + 1);
        return text.substring(begin + 1, end - 1).replace(one + one, one);
    }
}
