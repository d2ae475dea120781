package io.parquetry.format.internal.encoding;

import java.util.Arrays;

/**
 * DELTA_BINARY_PACKED (Encodings.md, "Delta Encoding"):
 *
 * <pre>
 * page    := varint(values in a block) varint(miniblocks in a block) varint(values) zigzag(first value) block*
 * block   := zigzag(least delta) bit widths (1 byte a miniblock) miniblock*
 * </pre>
 *
 * <p>A block holds 128 deltas in 4 miniblocks, which store each delta less the least delta of the block. The last
 * miniblock that has values is filled up with zeros, and those behind it are left out. Differences wrap around at the
 * width of the type, so every difference fits.
 */
final class DeltaBinaryPackedEncoder {
    private static final int BLOCK_VALUES = 128;
    private static final int MINIBLOCKS = 4;
    private static final int MINIBLOCK_VALUES = BLOCK_VALUES / MINIBLOCKS;

    private DeltaBinaryPackedEncoder() {}

    static void encode(int[] values, int count, ByteAppender out) {
        startPage(count, count == 0 ? 0 : values[0], out);
        long[] deltas = new long[BLOCK_VALUES];
        for (int from = 1; from < count; from += BLOCK_VALUES) {
            int length = Math.min(BLOCK_VALUES, count - from);
            int least = Integer.MAX_VALUE;
            for (int i = 0; i < length; i++) {
                int delta = values[from + i] - values[from + i - 1];
                deltas[i] = delta;
                least = Math.min(least, delta);
            }
            pack(deltas, length, least, out);
        }
    }

    static void encode(long[] values, int count, ByteAppender out) {
        startPage(count, count == 0 ? 0 : values[0], out);
        long[] deltas = new long[BLOCK_VALUES];
        for (int from = 1; from < count; from += BLOCK_VALUES) {
            int length = Math.min(BLOCK_VALUES, count - from);
            long least = Long.MAX_VALUE;
            for (int i = 0; i < length; i++) {
                long delta = values[from + i] - values[from + i - 1];
                deltas[i] = delta;
                least = Math.min(least, delta);
            }
            pack(deltas, length, least, out);
        }
    }

    private static void startPage(int count, long first, ByteAppender out) {
        out.putVarint(BLOCK_VALUES);
        out.putVarint(MINIBLOCKS);
        out.putVarint(count);
        out.putZigZag(first);
    }

    private static void pack(long[] deltas, int length, long least, ByteAppender out) {
        out.putZigZag(least);
        for (int i = 0; i < length; i++) {
            deltas[i] -= least;
        }
        Arrays.fill(deltas, length, BLOCK_VALUES, 0);
        out.ensure(MINIBLOCKS + BLOCK_VALUES * Long.BYTES);
        for (int miniblock = 0; miniblock < MINIBLOCKS; miniblock++) {
            out.putByte(bitWidth(deltas, miniblock * MINIBLOCK_VALUES));
        }
        int widths = out.size() - MINIBLOCKS;
        for (int miniblock = 0; miniblock * MINIBLOCK_VALUES < length; miniblock++) {
            packMiniblock(deltas, miniblock * MINIBLOCK_VALUES, out.array()[widths + miniblock], out);
        }
    }

    private static int bitWidth(long[] deltas, int from) {
        long all = 0;
        for (int i = from; i < from + MINIBLOCK_VALUES; i++) {
            all |= deltas[i];
        }
        return Long.SIZE - Long.numberOfLeadingZeros(all);
    }

    /** Least significant bit first; 32 values of any width end at a whole number of 4 bytes. */
    private static void packMiniblock(long[] deltas, int from, int bitWidth, ByteAppender out) {
        if (bitWidth == 0) {
            return;
        }
        long bits = 0;
        int held = 0;
        for (int i = from; i < from + MINIBLOCK_VALUES; i++) {
            bits |= deltas[i] << held;
            held += bitWidth;
            if (held >= Long.SIZE) {
                out.putLong(bits);
                held -= Long.SIZE;
                bits = held == 0 ? 0 : deltas[i] >>> (bitWidth - held);
            }
        }
        if (held > 0) {
            out.putInt((int) bits);
        }
    }
}
