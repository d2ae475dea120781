package io.parquetry.format.internal.encoding;

import io.parquetry.format.CorruptFileException;

/**
 * Decodes levels in the legacy encoding BIT_PACKED (Encodings.md): no length, no runs, most significant bit of a byte
 * first.
 */
final class BitPackedLevelDecoder {
    private final int width;
    private byte[] bytes = {};
    private long nextBit;

    /** @param width bits of a level, 1 to 7 */
    BitPackedLevelDecoder(int width) {
        this.width = width;
    }

    /** Starts {@code count} levels; returns the position behind them. */
    int start(byte[] source, int from, int to, int count) {
        long length = ((long) count * width + 7) / 8;
        if (length > to - from) {
            throw new CorruptFileException(count + " bit-packed levels take " + length + " bytes, but only "
                    + (to - from) + " bytes of the page are left");
        }
        bytes = source;
        nextBit = 8L * from;
        return from + (int) length;
    }

    void read(byte[] into, int count) {
        int mask = (1 << width) - 1;
        for (int i = 0; i < count; i++) {
            int at = (int) (nextBit >>> 3);
            int both = (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
            into[i] = (byte) (both >>> 16 - width - (int) (nextBit & 7) & mask);
            nextBit += width;
        }
    }
}
