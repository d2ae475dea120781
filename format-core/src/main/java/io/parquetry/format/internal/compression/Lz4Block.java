package io.parquetry.format.internal.compression;

import io.parquetry.format.CorruptFileException;

/**
 * One block of the LZ4 block format (lz4_Block_format.md of LZ4), whose matches may refer to the content before it:
 *
 * <pre>
 * sequence := token | [literal length 255 ... 255 n] | literals | distance (2) | [match length 255 ... 255 n]
 * </pre>
 *
 * <p>The last sequence ends behind its literals.
 */
final class Lz4Block {
    private static final int MATCH_LENGTH_MIN = 4;
    private static final int MORE_LENGTH = 15;

    private final byte[] in;
    private final int end;
    private int position;

    private Lz4Block(byte[] in, int position, int end) {
        this.in = in;
        this.position = position;
        this.end = end;
    }

    /**
     * Decodes to {@code out} from {@code outOffset} on, never beyond {@code outEnd}.
     *
     * @param history offset of the first byte that matches may refer to
     * @return the offset behind the last decoded byte
     */
    static int decode(byte[] in, int offset, int length, byte[] out, int history, int outOffset, int outEnd) {
        return new Lz4Block(in, offset, offset + length).decode(out, history, outOffset, outEnd);
    }

    /**
     * Computes the decompressed length. Distances of matches are not checked, since the library accepts some that the
     * format forbids.
     */
    static int measure(byte[] in, int offset, int length, int most) {
        return new Lz4Block(in, offset, offset + length).decode(null, 0, 0, most);
    }

    /** @param out null to compute only the length */
    private int decode(byte[] out, int history, int outOffset, int outEnd) {
        int at = outOffset;
        while (true) {
            int token = nextByte();
            int literals = length(token >>> 4, outEnd - at);
            if (literals > end - position) {
                throw truncated();
            }
            if (out != null) {
                System.arraycopy(in, position, out, at, literals);
            }
            position += literals;
            at += literals;
            if (position == end) {
                return at;
            }
            int distance = nextByte() | nextByte() << 8;
            if (out != null && (distance == 0 || distance > at - history)) {
                throw new CorruptFileException("a match refers " + distance + " bytes back, where only "
                        + (at - history) + " bytes have been decoded");
            }
            int match = length(token & MORE_LENGTH, outEnd - at - MATCH_LENGTH_MIN) + MATCH_LENGTH_MIN;
            if (out != null) {
                copyMatch(out, at, distance, match);
            }
            at += match;
        }
    }

    /** Source and target may overlap: bytes that have just been copied are then copied again. */
    private static void copyMatch(byte[] out, int at, int distance, int length) {
        if (distance >= length) {
            System.arraycopy(out, at - distance, out, at, length);
            return;
        }
        for (int i = at; i < at + length; i++) {
            out[i] = out[i - distance];
        }
    }

    private int length(int inToken, int most) {
        int length = inToken;
        if (inToken == MORE_LENGTH) {
            int more;
            do {
                more = nextByte();
                length += more;
            } while (more == 255 && length <= most);
        }
        if (length > most) {
            throw tooLong();
        }
        return length;
    }

    private int nextByte() {
        if (position == end) {
            throw truncated();
        }
        return in[position++] & 0xFF;
    }

    static CorruptFileException tooLong() {
        return new CorruptFileException("decompressed to more bytes than the page header says");
    }

    private static CorruptFileException truncated() {
        return new CorruptFileException("a block ends in a sequence");
    }
}
