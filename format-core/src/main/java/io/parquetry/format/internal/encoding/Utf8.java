package io.parquetry.format.internal.encoding;

import io.parquetry.format.InvalidRecordException;
import java.util.Locale;

/** Encodes Java text as UTF-8, without an intermediate array. */
public final class Utf8 {
    private static final int EIGHT = 8;

    private Utf8() {}

    /** An upper bound of the bytes that {@link #encode} writes: three for each character. */
    public static long maxBytes(String text) {
        return 3L * text.length();
    }

    /**
     * Writes the text to {@code target} from {@code offset} on, where {@link #maxBytes} must fit.
     *
     * @return the offset behind the last byte
     * @throws InvalidRecordException when the text has half of a surrogate pair, which UTF-8 cannot encode
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
     * Writes ASCII text to {@code target} from {@code offset} on, where a byte for each character must fit.
     *
     * @return the offset behind the last byte, or -1 when the text is not ASCII; the bytes are then undefined
     */
    @SuppressWarnings("deprecation") // it drops the upper half of each character, which ASCII does not have
    public static int encodeAscii(String text, byte[] target, int offset) {
        int length = text.length();
        int all = 0;
        if (length < EIGHT) {
            for (int i = 0; i < length; i++) {
                char c = text.charAt(i);
                all |= c;
                target[offset + i] = (byte) c;
            }
        } else {
            text.getBytes(0, length, target, offset);
            int last = length - EIGHT;
            for (int i = 0; i < last; i += EIGHT) {
                all |= eightAt(text, i);
            }
            all |= eightAt(text, last);
        }
        return all < 0x80 ? offset + length : -1;
    }

    /** The bits of eight characters; a loop is slower for texts as short as most are. */
    private static int eightAt(String text, int at) {
        return text.charAt(at)
                | text.charAt(at + 1)
                | text.charAt(at + 2)
                | text.charAt(at + 3)
                | text.charAt(at + 4)
                | text.charAt(at + 5)
                | text.charAt(at + 6)
                | text.charAt(at + 7);
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
                            + ", which UTF-8 cannot encode; send such data as bytes");
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
