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

    /**
     * Puts ASCII text at {@code offset} of {@code target} in whole words, so that there are zeros behind it up to the
     * next whole word from {@code offset} on; {@code target} must have room for them.
     *
     * @return the offset behind the last byte, or -1 when the text is not ASCII
     */
    public static int encodeAscii(String text, byte[] target, int offset) {
        int length = text.length();
        int whole = length & -Long.BYTES;
        int all = 0;
        for (int i = 0; i < whole; i += Long.BYTES) {
            int c0 = text.charAt(i);
            int c1 = text.charAt(i + 1);
            int c2 = text.charAt(i + 2);
            int c3 = text.charAt(i + 3);
            int c4 = text.charAt(i + 4);
            int c5 = text.charAt(i + 5);
            int c6 = text.charAt(i + 6);
            int c7 = text.charAt(i + 7);
            all |= c0 | c1 | c2 | c3 | c4 | c5 | c6 | c7;
            int low = c0 | c1 << 8 | c2 << 16 | c3 << 24;
            int high = c4 | c5 << 8 | c6 << 16 | c7 << 24;
            LittleEndian.putLong(target, offset + i, low & 0xFFFF_FFFFL | (long) high << 32);
        }
        if (whole < length) {
            long last = 0;
            for (int i = length - 1; i >= whole; i--) {
                int c = text.charAt(i);
                all |= c;
                last = last << 8 | c;
            }
            LittleEndian.putLong(target, offset + whole, last);
        }
        return all < 0x80 ? offset + length : -1;
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
