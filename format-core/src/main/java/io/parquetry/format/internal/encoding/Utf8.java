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
     * Writes the text to {@code target} from {@code offset} on, where {@link #maxBytes} and a byte more must fit.
     *
     * @return the offset behind the last byte
     * @throws InvalidRecordException when the text has half of a surrogate pair, which UTF-8 cannot encode
     */
    public static int encode(String text, byte[] target, int offset) {
        int length = text.length();
        int at = offset;
        int i = 0;
        while (i < length) {
            char c = text.charAt(i);
            if (c < 0x80) {
                int end = endOfAscii(text, i, target, at);
                at += end - i;
                i = end;
            } else if (c < 0x800) {
                LittleEndian.putInt(target, at, 0xC0 | c >> 6 | (0x80 | c & 0x3F) << 8);
                at += 2;
                i++;
            } else if (!Character.isSurrogate(c)) {
                LittleEndian.putInt(target, at, 0xE0 | c >> 12 | (0x80 | c >> 6 & 0x3F) << 8 | (0x80 | c & 0x3F) << 16);
                at += 3;
                i++;
            } else {
                LittleEndian.putInt(target, at, pair(text, i));
                at += 4;
                i += 2;
            }
        }
        return at;
    }

    /** Copies a character and the ASCII ones behind it, four at a time, and returns where they end in the text. */
    private static int endOfAscii(String text, int from, byte[] target, int offset) {
        target[offset] = (byte) text.charAt(from);
        int i = from + 1;
        int lastFour = text.length() - 4;
        while (i <= lastFour) {
            int first = text.charAt(i);
            int second = text.charAt(i + 1);
            int third = text.charAt(i + 2);
            int fourth = text.charAt(i + 3);
            if ((first | second | third | fourth) >= 0x80) {
                break;
            }
            LittleEndian.putInt(target, offset + i - from, first | second << 8 | third << 16 | fourth << 24);
            i += 4;
        }
        return i;
    }

    /** The four bytes of a character beyond the Basic Multilingual Plane. */
    private static int pair(String text, int at) {
        char high = text.charAt(at);
        if (at + 1 == text.length() || !Character.isSurrogatePair(high, text.charAt(at + 1))) {
            throw new InvalidRecordException("text has an unpaired surrogate U+"
                    + Integer.toHexString(high).toUpperCase(Locale.ROOT) + " at character " + at
                    + ", which UTF-8 cannot encode; send such data as bytes");
        }
        int point = Character.toCodePoint(high, text.charAt(at + 1));
        return 0xF0
                | point >> 18
                | (0x80 | point >> 12 & 0x3F) << 8
                | (0x80 | point >> 6 & 0x3F) << 16
                | (0x80 | point & 0x3F) << 24;
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
}
