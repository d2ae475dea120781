package io.parquetry.format.internal.encoding;

import static io.parquetry.format.internal.encoding.GroupPacker.GROUP;

/**
 * The hybrid of run-length and bit-packed runs (Encodings.md, "Run Length Encoding / Bit-Packing Hybrid"):
 *
 * <pre>
 * run          := rle | bit-packed
 * rle          := varint(length &lt;&lt; 1)      value in the fewest whole bytes
 * bit-packed   := varint(groups &lt;&lt; 1 | 1)  groups * 8 values, least significant bit first
 * </pre>
 *
 * <p>A bit-packed run that is not the last holds whole groups of 8 values. So the encoder checks one group after the
 * other: where all values of a group are equal, and so many after them that an RLE run takes fewer bytes, the run
 * begins there, and the values before it are packed.
 */
public final class RleHybridEncoder {
    private static final int VARINT_BYTES_MAX = 5;

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

    /** Encodes the first {@code count} values, each of which fits in {@code bitWidth} bits. */
    public static void encode(int[] values, int count, int bitWidth, ByteAppender out) {
        int literals = 0;
        int group = 0;
        while (count - group >= GROUP) {
            int length = runLength(values, group, count);
            if (!isWorthRun(length, bitWidth)) {
                group += Math.max(GROUP, length & -GROUP);
                continue;
            }
            pack(values, literals, group, bitWidth, out);
            encodeRun(values[group], length, bitWidth, out);
            group += length;
            literals = group;
        }
        pack(values, literals, count, bitWidth, out);
    }

    /** The bytes that {@link #encode(int[], int, int, ByteAppender)} appends, within the few of the runs' headers. */
    public static long encodedBytes(int[] values, int count, int bitWidth) {
        long bytes = 0;
        int literals = count;
        int group = 0;
        while (count - group >= GROUP) {
            int length = runLength(values, group, count);
            if (!isWorthRun(length, bitWidth)) {
                group += Math.max(GROUP, length & -GROUP);
                continue;
            }
            bytes += 1 + (bitWidth + 7) / 8;
            literals -= length;
            group += length;
        }
        return bytes + packedBytes(literals, bitWidth);
    }

    /** The bytes of values that are packed without runs. */
    public static long packedBytes(int count, int bitWidth) {
        return (long) count * bitWidth / 8;
    }

    /** Encodes the first {@code count} values, each of which fits in {@code bitWidth} bits; at most 8. */
    public static void encode(byte[] values, int count, int bitWidth, ByteAppender out) {
        int literals = 0;
        int group = 0;
        while (count - group >= GROUP) {
            int length = runLength(values, group, count);
            if (!isWorthRun(length, bitWidth)) {
                group += Math.max(GROUP, length & -GROUP);
                continue;
            }
            pack(values, literals, group, bitWidth, out);
            encodeRun(values[group] & 0xFF, length, bitWidth, out);
            group += length;
            literals = group;
        }
        pack(values, literals, count, bitWidth, out);
    }

    /** How many values from here on are equal, if they are a group or more; 0 otherwise. */
    private static int runLength(int[] values, int at, int count) {
        if (!isRun(values, at)) {
            return 0;
        }
        int end = at + GROUP;
        while (end < count && values[end] == values[at]) {
            end++;
        }
        return end - at;
    }

    private static int runLength(byte[] values, int at, int count) {
        if (!isRun(values, at)) {
            return 0;
        }
        int end = at + GROUP;
        while (end < count && values[end] == values[at]) {
            end++;
        }
        return end - at;
    }

    /** Whether all values of a group are equal; with one branch, since processors mispredict eight. */
    private static boolean isRun(int[] values, int at) {
        int first = values[at];
        int differences = (first ^ values[at + 1])
                | (first ^ values[at + 2])
                | (first ^ values[at + 3])
                | (first ^ values[at + 4])
                | (first ^ values[at + 5])
                | (first ^ values[at + 6])
                | (first ^ values[at + 7]);
        return differences == 0;
    }

    private static boolean isRun(byte[] values, int at) {
        long eight = LittleEndian.longAt(values, at);
        return eight == (eight & 0xFF) * 0x0101_0101_0101_0101L;
    }

    /** Whether a run takes fewer bytes than its values packed, also where it cuts a packed run in two. */
    private static boolean isWorthRun(int length, int bitWidth) {
        return bitWidth == 0 || (long) length * bitWidth / Byte.SIZE > 2 + (bitWidth + 7) / Byte.SIZE;
    }

    private static void pack(int[] values, int from, int to, int bitWidth, ByteAppender out) {
        if (from == to) {
            return;
        }
        int position = startPacking(to - from, bitWidth, out);
        int at = from;
        for (; at + GROUP <= to; at += GROUP, position += bitWidth) {
            GroupPacker.pack(values, at, bitWidth, out.array(), position);
        }
        if (at < to) {
            int[] last = new int[GROUP];
            System.arraycopy(values, at, last, 0, to - at);
            GroupPacker.pack(last, 0, bitWidth, out.array(), position);
        }
    }

    private static void pack(byte[] values, int from, int to, int bitWidth, ByteAppender out) {
        if (from == to) {
            return;
        }
        int position = startPacking(to - from, bitWidth, out);
        int at = from;
        for (; at + GROUP <= to; at += GROUP, position += bitWidth) {
            GroupPacker.pack(LittleEndian.longAt(values, at), bitWidth, out.array(), position);
        }
        if (at < to) {
            byte[] last = new byte[GROUP];
            System.arraycopy(values, at, last, 0, to - at);
            GroupPacker.pack(LittleEndian.longAt(last, 0), bitWidth, out.array(), position);
        }
    }

    /** Appends the header of a packed run and returns the position of its groups, with slack behind them. */
    private static int startPacking(int count, int bitWidth, ByteAppender out) {
        int groups = (count + GROUP - 1) / GROUP;
        out.ensure(VARINT_BYTES_MAX + groups * bitWidth + GroupPacker.SLACK_BYTES);
        out.putVarint(groups << 1 | 1);
        int position = out.size();
        out.advance(groups * bitWidth);
        return position;
    }
}
