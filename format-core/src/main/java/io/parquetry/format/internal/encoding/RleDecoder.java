package io.parquetry.format.internal.encoding;

import io.parquetry.format.CorruptFileException;
import java.util.Arrays;

/**
 * The run-length / bit-packed hybrid of levels and dictionary indexes (Encodings.md, "RLE"):
 *
 * <pre>
 * run    := header (unsigned varint), content
 * header odd:  header >>> 1 groups of 8 values, bit-packed, least significant bit first
 * header even: header >>> 1 times one value of ceil(width / 8) bytes
 * </pre>
 *
 * <p>If the bytes end within a bit-packed run, its values up to there are read: some writers cut off the padding of the
 * last run.
 */
public final class RleDecoder {
    private static final long ONES = 0x0101_0101_0101_0101L;

    private byte[] bytes = new byte[ValueDecoder.SLACK_BYTES];
    private int position;
    private int end;
    private int width;

    private int left;
    private boolean packed;
    private int runValue;
    private int packedStart;
    private int packedNext;

    /**
     * @param to end of the runs; {@link ValueDecoder#SLACK_BYTES} more bytes must be readable
     * @param bitWidth bits of each value, 0 to 32
     */
    public void start(byte[] source, int from, int to, int bitWidth) {
        bytes = source;
        position = from;
        end = to;
        width = bitWidth;
        left = 0;
    }

    /** Starts zeros without end, which take no bytes. */
    void startZeros() {
        position = 0;
        end = 0;
        width = 0;
        packed = false;
        runValue = 0;
        left = Integer.MAX_VALUE;
    }

    /** How many of the next values are known to be {@link #repeatedValue()}; may be 0. */
    public int repeats() {
        if (left == 0 && position < end) {
            nextRun();
        }
        return packed ? 0 : left;
    }

    public int repeatedValue() {
        return runValue;
    }

    /** Skips values that {@link #repeats()} has counted. */
    public void skipRepeats(int count) {
        left -= count;
    }

    public void readInts(int[] into, int count) {
        int at = 0;
        while (at < count) {
            int run = Math.min(available(at, count), count - at);
            if (packed) {
                unpackInts(into, at, run);
            } else {
                Arrays.fill(into, at, at + run, runValue);
            }
            left -= run;
            at += run;
        }
    }

    /** Reads values of at most 7 bits. The array must have 7 more bytes behind them. */
    public void readLevels(byte[] into, int count) {
        int at = 0;
        while (at < count) {
            int run = Math.min(available(at, count), count - at);
            if (packed) {
                unpackLevels(into, at, run);
            } else {
                fillLevels(into, at, run);
            }
            left -= run;
            at += run;
        }
    }

    /** Most runs are short, so eight levels at once cost less than a call to fill them. */
    private void fillLevels(byte[] into, int from, int count) {
        long eight = Math.min(runValue & 0xffffffffL, Byte.MAX_VALUE) * ONES;
        for (int at = from; at < from + count; at += Long.BYTES) {
            LittleEndian.putLong(into, at, eight);
        }
    }

    /** Skips values without decoding them. */
    public void skip(int count) {
        int passed = 0;
        while (passed < count) {
            int run = Math.min(available(passed, count), count - passed);
            if (packed) {
                packedNext += run;
            }
            left -= run;
            passed += run;
        }
    }

    private int available(int read, int wanted) {
        while (left == 0) {
            if (position >= end) {
                throw new CorruptFileException("run-length encoded data ends " + (wanted - read)
                        + " values early: there are fewer levels or indexes than the page header says");
            }
            nextRun();
        }
        return left;
    }

    private void nextRun() {
        int header = varint();
        int count = header >>> 1;
        packed = (header & 1) != 0;
        if (packed) {
            long values = 8L * count;
            long most = width == 0 ? Integer.MAX_VALUE : 8L * (end - position) / width;
            left = (int) Math.min(Math.min(values, most), Integer.MAX_VALUE);
            packedStart = position;
            packedNext = 0;
            position = (int) Math.min(end, position + (long) count * width);
        } else {
            int valueBytes = (width + 7) >>> 3;
            if (valueBytes > end - position) {
                throw endsInside("the value of a run");
            }
            int mask = valueBytes == 4 ? -1 : (1 << 8 * valueBytes) - 1;
            runValue = LittleEndian.intAt(bytes, position) & mask;
            position += valueBytes;
            left = count;
        }
    }

    private int varint() {
        int value = 0;
        for (int shift = 0; position < end; shift += 7) {
            byte next = bytes[position++];
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
            if (shift == 28) {
                throw new CorruptFileException("run-length encoded data has a run header longer than 5 bytes");
            }
        }
        throw endsInside("a run header");
    }

    private static CorruptFileException endsInside(String what) {
        return new CorruptFileException("run-length encoded data ends inside " + what
                + ": there are fewer levels or indexes than the page header says");
    }

    private void unpackInts(int[] into, int from, int count) {
        int at = from;
        int to = from + count;
        int next = packedNext;
        packedNext += count;
        for (; at < to && (next & 7) != 0; next++) {
            into[at++] = packedValue(next);
        }
        int groups = to - at >>> 3;
        if (width <= 8) {
            unpackNarrowGroups(into, at, groups, packedStart + (next >>> 3) * width);
        } else if (width <= 16) {
            unpackMediumGroups(into, at, groups, packedStart + (next >>> 3) * width);
        } else {
            groups = 0;
        }
        at += groups * 8;
        next += groups * 8;
        while (at < to) {
            into[at++] = packedValue(next++);
        }
    }

    /** A group of 8 values is within one long. */
    private void unpackNarrowGroups(int[] into, int at, int groups, int start) {
        int w = width;
        int mask = (1 << w) - 1;
        for (int group = 0; group < groups; group++) {
            long word = LittleEndian.longAt(bytes, start + group * w);
            int first = at + group * 8;
            into[first] = (int) word & mask;
            into[first + 1] = (int) (word >>> w) & mask;
            into[first + 2] = (int) (word >>> 2 * w) & mask;
            into[first + 3] = (int) (word >>> 3 * w) & mask;
            into[first + 4] = (int) (word >>> 4 * w) & mask;
            into[first + 5] = (int) (word >>> 5 * w) & mask;
            into[first + 6] = (int) (word >>> 6 * w) & mask;
            into[first + 7] = (int) (word >>> 7 * w) & mask;
        }
    }

    /** Half a group is within one long, which begins at a half byte where the width is odd. */
    private void unpackMediumGroups(int[] into, int at, int groups, int start) {
        int w = width;
        int mask = (1 << w) - 1;
        int half = w >>> 1;
        int shift = (w & 1) * 4;
        for (int group = 0; group < groups; group++) {
            long low = LittleEndian.longAt(bytes, start + group * w);
            long high = LittleEndian.longAt(bytes, start + group * w + half) >>> shift;
            int first = at + group * 8;
            into[first] = (int) low & mask;
            into[first + 1] = (int) (low >>> w) & mask;
            into[first + 2] = (int) (low >>> 2 * w) & mask;
            into[first + 3] = (int) (low >>> 3 * w) & mask;
            into[first + 4] = (int) high & mask;
            into[first + 5] = (int) (high >>> w) & mask;
            into[first + 6] = (int) (high >>> 2 * w) & mask;
            into[first + 7] = (int) (high >>> 3 * w) & mask;
        }
    }

    private int packedValue(int index) {
        long bit = (long) index * width;
        long word = LittleEndian.longAt(bytes, packedStart + (int) (bit >>> 3));
        return (int) (word >>> (bit & 7) & (1L << width) - 1);
    }

    /**
     * Spreads 8 values of a group over the 8 bytes of a long in three steps, each of which moves the upper half of the
     * values of every part into that part's upper half.
     */
    private void unpackLevels(byte[] into, int from, int count) {
        int at = from;
        int to = from + count;
        int next = packedNext;
        packedNext += count;
        for (; at < to && (next & 7) != 0; next++) {
            into[at++] = (byte) packedValue(next);
        }
        int w = width;
        long halves = (1L << 4 * w) - 1;
        long quarters = ((1L << 2 * w) - 1) * 0x0000_0001_0000_0001L;
        long eighths = ((1L << w) - 1) * 0x0001_0001_0001_0001L;
        int start = packedStart + (next >>> 3) * w;
        for (; at < to; at += 8) {
            long word = LittleEndian.longAt(bytes, start);
            word = word & halves | word << 32 - 4 * w & halves << 32;
            word = word & quarters | word << 16 - 2 * w & quarters << 16;
            word = word & eighths | word << 8 - w & eighths << 8;
            LittleEndian.putLong(into, at, word);
            start += w;
        }
    }
}
