package io.parquetry.format.internal.encoding;

/**
 * Packs groups of 8 values with a fixed number of bits each, least significant bit first: a group takes as many bytes
 * as a value has bits.
 *
 * <p>Groups are written as whole words, so up to {@link #SLACK_BYTES} behind a group are overwritten, before the next
 * group is written there.
 */
final class GroupPacker {
    /** Values of a group. */
    static final int GROUP = 8;

    /** Bytes of the array that must follow the last group. */
    static final int SLACK_BYTES = 15;

    private GroupPacker() {}

    /** Packs {@code values[at]} to {@code values[at + 7]}, each of which fits in {@code bitWidth} bits. */
    static void pack(int[] values, int at, int bitWidth, byte[] target, int position) {
        if (bitWidth < 16) {
            long low = half(values, at, bitWidth);
            long high = half(values, at + 4, bitWidth);
            int halfBits = 4 * bitWidth;
            LittleEndian.putLong(target, position, low | high << halfBits);
            LittleEndian.putLong(target, position + Long.BYTES, high >>> 64 - halfBits);
        } else {
            packWide(values, at, bitWidth, target, position);
        }
    }

    private static long half(int[] values, int at, int bitWidth) {
        return values[at]
                | (long) values[at + 1] << bitWidth
                | (long) values[at + 2] << 2 * bitWidth
                | (long) values[at + 3] << 3 * bitWidth;
    }

    private static void packWide(int[] values, int at, int bitWidth, byte[] target, int position) {
        long bits = 0;
        int held = 0;
        int next = position;
        for (int i = at; i < at + GROUP; i++) {
            bits |= (values[i] & 0xFFFF_FFFFL) << held;
            held += bitWidth;
            if (held >= Integer.SIZE) {
                LittleEndian.putInt(target, next, (int) bits);
                next += Integer.BYTES;
                bits >>>= Integer.SIZE;
                held -= Integer.SIZE;
            }
        }
        LittleEndian.putInt(target, next, (int) bits);
    }

    /** Packs the 8 bytes of {@code eight}, the lowest first, as values; {@code bitWidth} is at most 8. */
    static void pack(long eight, int bitWidth, byte[] target, int position) {
        int shift = Byte.SIZE - bitWidth;
        long pairs = eight & 0x00FF_00FF_00FF_00FFL | (eight & 0xFF00_FF00_FF00_FF00L) >>> shift;
        long fours = pairs & 0x0000_FFFF_0000_FFFFL | (pairs & 0xFFFF_0000_FFFF_0000L) >>> 2 * shift;
        LittleEndian.putLong(target, position, fours & 0xFFFF_FFFFL | fours >>> 32 << 4 * bitWidth);
    }
}
