package io.parquetry.format.internal.encoding;

import io.parquetry.format.CorruptFileException;

/**
 * DELTA_BINARY_PACKED (Encodings.md):
 *
 * <pre>
 * header     values in a block, miniblocks in a block, number of values (varints), first value (zigzag varint)
 * block      least delta (zigzag varint), bit width of each miniblock (one byte each), miniblocks
 * miniblock  deltas less the least delta, bit-packed, least significant bit first
 * </pre>
 *
 * <p>All sums wrap around, so 64-bit arithmetic is correct for 32-bit values too. Miniblocks behind the last value have
 * a width but no bytes.
 */
final class DeltaBinaryPackedDecoder {
    private byte[] bytes = {};
    private int position;
    private int end;

    private int miniblocks;
    private int miniblockValues;
    private int valuesLeft;
    private boolean atFirst;
    private long value;

    private long leastDelta;
    private int widths;
    private int miniblock;
    private int inMiniblock;
    private int width;
    private int packed;
    private int packedNext;

    /** @param to end of the bytes; {@link ValueDecoder#SLACK_BYTES} more must be readable */
    void start(byte[] source, int from, int to) {
        bytes = source;
        position = from;
        end = to;
        long blockValues = varint();
        long count = varint();
        long total = varint();
        if (blockValues <= 0 || blockValues > Integer.MAX_VALUE || count <= 0 || count > blockValues) {
            throw corrupt("has blocks of " + blockValues + " values in " + count + " miniblocks");
        }
        if (blockValues % count != 0 || blockValues / count % 8 != 0) {
            throw corrupt("has blocks of " + blockValues + " values, which do not make " + count
                    + " miniblocks of a multiple of 8 values");
        }
        if (total < 0 || total > Integer.MAX_VALUE) {
            throw corrupt("claims " + total + " values");
        }
        miniblocks = (int) count;
        miniblockValues = (int) (blockValues / count);
        valuesLeft = (int) total;
        value = zigzag();
        atFirst = true;
        miniblock = miniblocks;
        inMiniblock = 0;
    }

    /** Number of values that have not been read. */
    int valuesLeft() {
        return valuesLeft;
    }

    /** The position behind the encoded values; only directly after {@link #start}, whose state is kept. */
    int findEnd() {
        int begin = position;
        long left = valuesLeft - 1L;
        while (left > 0) {
            zigzag();
            int firstWidth = position;
            skip(miniblocks);
            for (int i = 0; i < miniblocks && left > 0; i++) {
                skip((long) miniblockValues * widthAt(firstWidth + i) / 8);
                left -= miniblockValues;
            }
        }
        int found = position;
        position = begin;
        return found;
    }

    private void skip(long count) {
        if (count > end - position) {
            throw corrupt("ends early: " + count + " bytes wanted, " + (end - position) + " left");
        }
        position += (int) count;
    }

    void readInts(int[] into, int count) {
        int at = begin(count);
        if (at > 0) {
            into[0] = (int) value;
        }
        while (at < count) {
            int run = Math.min(available(), count - at);
            long sum = value;
            if (width == 0) {
                for (int i = 0; i < run; i++) {
                    sum += leastDelta;
                    into[at + i] = (int) sum;
                }
            } else {
                for (int i = 0; i < run; i++) {
                    sum += leastDelta + packedValue(packedNext + i);
                    into[at + i] = (int) sum;
                }
            }
            at += advance(run, sum);
        }
    }

    void readLongs(long[] into, int count) {
        int at = begin(count);
        if (at > 0) {
            into[0] = value;
        }
        while (at < count) {
            int run = Math.min(available(), count - at);
            long sum = value;
            if (width == 0) {
                for (int i = 0; i < run; i++) {
                    sum += leastDelta;
                    into[at + i] = sum;
                }
            } else {
                for (int i = 0; i < run; i++) {
                    sum += leastDelta + packedValue(packedNext + i);
                    into[at + i] = sum;
                }
            }
            at += advance(run, sum);
        }
    }

    /** Checks that so many values are left; returns 1 if the first of them is the one in the header, else 0. */
    private int begin(int count) {
        if (count > valuesLeft) {
            throw PlainDecoders.endsEarly(valuesLeft, count);
        }
        valuesLeft -= count;
        boolean first = atFirst && count > 0;
        atFirst &= count == 0;
        return first ? 1 : 0;
    }

    private int advance(int run, long sum) {
        value = sum;
        packedNext += run;
        inMiniblock -= run;
        return run;
    }

    /** Deltas left in this miniblock, or, if there are none, in the next one. */
    private int available() {
        if (inMiniblock == 0) {
            nextMiniblock();
        }
        return inMiniblock;
    }

    private void nextMiniblock() {
        if (miniblock == miniblocks) {
            leastDelta = zigzag();
            widths = position;
            skip(miniblocks);
            miniblock = 0;
        }
        width = widthAt(widths + miniblock++);
        packed = position;
        packedNext = 0;
        inMiniblock = miniblockValues;
        skip((long) miniblockValues * width / 8);
    }

    private int widthAt(int at) {
        int found = bytes[at];
        if (found < 0 || found > Long.SIZE) {
            throw corrupt("has a miniblock with a bit width of " + (found & 0xff) + "; it must be 0 to 64");
        }
        return found;
    }

    private long packedValue(int index) {
        long bit = (long) index * width;
        int at = packed + (int) (bit >>> 3);
        int shift = (int) (bit & 7);
        long low = LittleEndian.longAt(bytes, at) >>> shift;
        if (shift + width > Long.SIZE) {
            low |= (bytes[at + Long.BYTES] & 0xffL) << Long.SIZE - shift;
        }
        return low & -1L >>> Long.SIZE - width;
    }

    private long zigzag() {
        long raw = varint();
        return raw >>> 1 ^ -(raw & 1);
    }

    private long varint() {
        long result = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (position >= end) {
                throw corrupt("ends inside a number");
            }
            byte next = bytes[position++];
            result |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return result;
            }
        }
        throw corrupt("has a number longer than 64 bits");
    }

    private static CorruptFileException corrupt(String what) {
        return new CorruptFileException("delta-encoded data " + what);
    }
}
