package io.parquetry.format.internal.encoding;

import io.parquetry.format.InvalidRecordException;
import java.util.Locale;

/** Java text as UTF-8, without an array in between. */
public final class Utf8 {
    private Utf8() {}

    /** Room that {@link #encode} may need for this text; at most three bytes a character. */
    public static long maxBytes(String text) {
        return 3L * text.length();
    }

    /**
     * Puts the text at {@code offset} of {@code target}, which must have room for {@link #maxBytes}.
     *
     * @return the offset behind the last byte
     * @throws InvalidRecordException when the text holds half of a surrogate pair, which UTF-8 cannot carry
     */
    public static int encode(String text, byte[] target, int offset) {
        int length = text.length();
        int at = offset;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return encodeBeyondAscii(text, i, target, at);
            }
            target[at++] = (byte) c;
        }
        return at;
    }

    private static int encodeBeyondAscii(String text, int from, byte[] target, int offset) {
        int at = offset;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                target[at++] = (byte) c;
            } else if (c < 0x800) {
                target[at++] = (byte) (0xC0 | c >> 6);
                target[at++] = (byte) (0x80 | c & 0x3F);
            } else if (!Character.isSurrogate(c)) {
                target[at++] = (byte) (0xE0 | c >> 12);
                target[at++] = (byte) (0x80 | c >> 6 & 0x3F);
                target[at++] = (byte) (0x80 | c & 0x3F);
            } else {
                if (i + 1 == text.length() || !Character.isSurrogatePair(c, text.charAt(i + 1))) {
                    throw new InvalidRecordException("text has an unpaired surrogate U+"
                            + Integer.toHexString(c).toUpperCase(Locale.ROOT) + " at character " + i
                            + ", which UTF-8 cannot carry; send such data as bytes");
                }
                int point = Character.toCodePoint(c, text.charAt(++i));
                target[at++] = (byte) (0xF0 | point >> 18);
                target[at++] = (byte) (0x80 | point >> 12 & 0x3F);
                target[at++] = (byte) (0x80 | point >> 6 & 0x3F);
                target[at++] = (byte) (0x80 | point & 0x3F);
            }
        }
        return at;
    }
}
