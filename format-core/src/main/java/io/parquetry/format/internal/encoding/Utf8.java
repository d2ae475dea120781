package io.parquetry.format.internal.encoding;

import io.parquetry.format.InvalidRecordException;
import java.util.Locale;

/**
 * Encodes Java text as UTF-8, without an intermediate array of its length. The bytes of a character are looked up: the
 * processor would mispredict a branch on their number at each space in a text beyond ASCII. One thread at a time.
 */
public final class Utf8 {
    private static final int EIGHT = 8;

    /** An open file holds an array of so many characters. */
    private static final int CHUNK_CHARS = 128;

    /** The bits of a character that its last byte holds, where it has several bytes. */
    private static final int LAST_BITS = 6;

    private static final int PAIR_BYTES = 4;
    private static final int LENGTH_SHIFT = 24;

    /** The bytes of each character below U+0800, the first one lowest, and above them their number. */
    private static final int[] SHORT_CHARS = shortChars();

    /**
     * For each 64 characters: what the last byte is shifted by, above 24 bits of what is added to it, modulo 2^24;
     * negative for surrogates.
     */
    private static final int[] BLOCKS = blocks();

    private final char[] chunk = new char[CHUNK_CHARS];

    private static int[] shortChars() {
        int[] bytes = new int[0x800];
        for (int c = 0; c < bytes.length; c++) {
            bytes[c] = c < 0x80
                    ? 1 << LENGTH_SHIFT | c
                    : 2 << LENGTH_SHIFT | 0xC0 | c >> LAST_BITS | (0x80 | c & 0x3F) << 8;
        }
        return bytes;
    }

    private static int[] blocks() {
        int[] blocks = new int[1 << Character.SIZE - LAST_BITS];
        for (int block = 0; block < blocks.length; block++) {
            char first = (char) (block << LAST_BITS);
            if (Character.isSurrogate(first)) {
                blocks[block] = -1;
            } else if (first < 0x80) {
                blocks[block] = first - 0x80 & 0xFF_FFFF;
            } else if (first < 0x800) {
                blocks[block] = 8 << LENGTH_SHIFT | 0xC0 | block;
            } else {
                blocks[block] = 16 << LENGTH_SHIFT | 0xE0 | block >> 6 | (0x80 | block & 0x3F) << 8;
            }
        }
        return blocks;
    }

    /** An upper bound of the bytes that {@link #encode} writes: three for each character. */
    public static long maxBytes(String text) {
        return 3L * text.length();
    }

    /**
     * Writes the text to {@code target} from {@code offset} on, where {@link #maxBytes} and a byte more must fit; for
     * texts of which most characters are ASCII.
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
            } else {
                int end = putAny(c, i + 1 < length ? text.charAt(i + 1) : 0, i, target, at);
                i += end - at == PAIR_BYTES ? 2 : 1;
                at = end;
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

    /** As {@link #encode}, for texts of which most characters are not ASCII. */
    public int encodeDense(String text, byte[] target, int offset) {
        int length = text.length();
        int at = offset;
        int from = 0;
        while (from < length) {
            int to = Math.min(length, from + CHUNK_CHARS);
            if (to < length && Character.isHighSurrogate(text.charAt(to - 1))) {
                to--;
            }
            text.getChars(from, to, chunk, 0);
            at = encodeChunk(from, to - from, target, at);
            from = to;
        }
        return at;
    }

    /** @param from place of the chunk in the text */
    private int encodeChunk(int from, int count, byte[] target, int offset) {
        char[] chars = chunk;
        int lastFour = count - 4;
        int at = offset;
        int i = 0;
        while (i <= lastFour) {
            char first = chars[i];
            char second = chars[i + 1];
            char third = chars[i + 2];
            char fourth = chars[i + 3];
            int all = first | second | third | fourth;
            if (all < 0x80) {
                LittleEndian.putInt(target, at, first | second << 8 | third << 16 | fourth << 24);
                at += 4;
                i += 4;
                continue;
            }
            if (all < 0x800) {
                at = putShort(first, target, at);
                at = putShort(second, target, at);
                at = putShort(third, target, at);
                at = putShort(fourth, target, at);
                i += 4;
                continue;
            }
            int ofFirst = BLOCKS[first >> LAST_BITS];
            int ofSecond = BLOCKS[second >> LAST_BITS];
            int ofThird = BLOCKS[third >> LAST_BITS];
            int ofFourth = BLOCKS[fourth >> LAST_BITS];
            if ((ofFirst | ofSecond | ofThird | ofFourth) >= 0) {
                at = put(first, ofFirst, target, at);
                at = put(second, ofSecond, target, at);
                at = put(third, ofThird, target, at);
                at = put(fourth, ofFourth, target, at);
                i += 4;
                continue;
            }
            int end = i + 4;
            while (i < end) {
                int next = putAny(chars[i], i + 1 < count ? chars[i + 1] : 0, from + i, target, at);
                i += next - at == PAIR_BYTES ? 2 : 1;
                at = next;
            }
        }
        while (i < count) {
            int next = putAny(chars[i], i + 1 < count ? chars[i + 1] : 0, from + i, target, at);
            i += next - at == PAIR_BYTES ? 2 : 1;
            at = next;
        }
        return at;
    }

    private static int putShort(char c, byte[] target, int at) {
        int bytes = SHORT_CHARS[c];
        LittleEndian.putInt(target, at, bytes);
        return at + (bytes >> LENGTH_SHIFT);
    }

    /** @param block of the character, which is no surrogate */
    private static int put(char c, int block, byte[] target, int at) {
        LittleEndian.putInt(target, at, block + ((0x80 | c & 0x3F) << (block >> LENGTH_SHIFT)));
        return at + 1 + (block >> LENGTH_SHIFT + 3);
    }

    /**
     * Puts a character, or a pair.
     *
     * @param next the character behind it, or 0
     * @param place in the text
     */
    private static int putAny(char c, int next, int place, byte[] target, int at) {
        int block = BLOCKS[c >> LAST_BITS];
        if (block >= 0) {
            return put(c, block, target, at);
        }
        LittleEndian.putInt(target, at, pair(c, (char) next, place));
        return at + PAIR_BYTES;
    }

    /** The four bytes of a character beyond the Basic Multilingual Plane. */
    private static int pair(char high, char low, int place) {
        if (!Character.isSurrogatePair(high, low)) {
            throw new InvalidRecordException("text has an unpaired surrogate U+"
                    + Integer.toHexString(high).toUpperCase(Locale.ROOT) + " at character " + place
                    + ", which UTF-8 cannot encode; send such data as bytes");
        }
        int point = Character.toCodePoint(high, low);
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
