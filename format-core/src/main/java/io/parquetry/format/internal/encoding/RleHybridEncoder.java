package io.parquetry.format.internal.encoding;

/**
 * The hybrid of run-length and bit-packed runs (Encodings.md, "Run Length Encoding / Bit-Packing Hybrid"):
 *
 * <pre>
 * run          := rle | bit-packed
 * rle          := varint(length &lt;&lt; 1)      value in the fewest whole bytes
 * bit-packed   := varint(groups &lt;&lt; 1 | 1)  groups * 8 values, least significant bit first
 * </pre>
 *
 * <p>A bit-packed run that is not the last holds a multiple of 8 values, so a run of equal values first fills the group
 * that is open before it, and becomes an RLE run only if 8 are left.
 */
public final class RleHybridEncoder {
    private static final int SHORTEST_RUN = 8;

    private RleHybridEncoder() {}

    /** The bits that hold every value up to {@code max}. */
    public static int bitWidth(int max) {
        return 32 - Integer.numberOfLeadingZeros(max);
    }

    /** One run of {@code count} equal values. */
    public static void encodeRun(int value, int count, int bitWidth, ByteAppender out) {
        out.putVarint(count << 1);
        for (int shift = 0; shift < bitWidth; shift += 8) {
            out.putByte(value >>> shift);
        }
    }

    public static void encode(int[] values, int count, int bitWidth, ByteAppender out) {
        int literals = 0;
        int at = 0;
        while (at < count) {
            int value = values[at];
            int end = at + 1;
            while (end < count && values[end] == value) {
                end++;
            }
            int fill = -(at - literals) & 7;
            if (end - at - fill >= SHORTEST_RUN) {
                pack(values, literals, at + fill, bitWidth, out);
                encodeRun(value, end - at - fill, bitWidth, out);
                literals = end;
            }
            at = end;
        }
        pack(values, literals, count, bitWidth, out);
    }

    public static void encode(byte[] values, int count, int bitWidth, ByteAppender out) {
        int literals = 0;
        int at = 0;
        while (at < count) {
            byte value = values[at];
            int end = at + 1;
            while (end < count && values[end] == value) {
                end++;
            }
            int fill = -(at - literals) & 7;
            if (end - at - fill >= SHORTEST_RUN) {
                pack(values, literals, at + fill, bitWidth, out);
                encodeRun(value, end - at - fill, bitWidth, out);
                literals = end;
            }
            at = end;
        }
        pack(values, literals, count, bitWidth, out);
    }

    private static void pack(int[] values, int from, int to, int bitWidth, ByteAppender out) {
        int groups = startPacking(from, to, bitWidth, out);
        if (groups == 0) {
            return;
        }
        long bits = 0;
        int held = 0;
        for (int i = from; i < to; i++) {
            bits |= (values[i] & 0xFFFFFFFFL) << held;
            held += bitWidth;
            if (held >= 32) {
                out.putInt((int) bits);
                bits >>>= 32;
                held -= 32;
            }
        }
        finishPacking(bits, held, groups * 8 - (to - from), bitWidth, out);
    }

    private static void pack(byte[] values, int from, int to, int bitWidth, ByteAppender out) {
        int groups = startPacking(from, to, bitWidth, out);
        if (groups == 0) {
            return;
        }
        long bits = 0;
        int held = 0;
        for (int i = from; i < to; i++) {
            bits |= (values[i] & 0xFFL) << held;
            held += bitWidth;
            if (held >= 32) {
                out.putInt((int) bits);
                bits >>>= 32;
                held -= 32;
            }
        }
        finishPacking(bits, held, groups * 8 - (to - from), bitWidth, out);
    }

    private static int startPacking(int from, int to, int bitWidth, ByteAppender out) {
        int groups = (to - from + 7) >>> 3;
        if (groups > 0) {
            out.ensure(5 + groups * bitWidth + Long.BYTES);
            out.putVarint(groups << 1 | 1);
        }
        return groups;
    }

    /** Fills the last group with zeros and puts the bits that are still held. */
    private static void finishPacking(long bits, int held, int missing, int bitWidth, ByteAppender out) {
        int bytes = (held + missing * bitWidth) >>> 3;
        long rest = bits;
        for (int i = 0; i < bytes; i++) {
            out.putByte((int) rest);
            rest >>>= 8;
        }
    }
}
