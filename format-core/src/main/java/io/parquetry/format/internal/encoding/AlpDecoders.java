package io.parquetry.format.internal.encoding;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import java.util.Arrays;

/**
 * ALP (AlpEncoding.md): decimal numbers as whole numbers.
 *
 * <pre>
 * page    mode (0), packing (0), log2 of the values in a vector (1 byte each), number of values (4 bytes),
 *         offset of each vector from the first of these offsets (4 bytes each), vectors
 * vector  exponent, factor (1 byte each), number of exceptions (2 bytes), least number (4 or 8 bytes), bit width
 *         (1 byte), numbers less the least one, bit-packed, least significant bit first,
 *         positions of the exceptions (2 bytes each), exceptions (4 or 8 bytes each)
 * value   number * 10^factor * 10^-exponent, rounded after each product, in the arithmetic of its type
 * </pre>
 */
final class AlpDecoders {
    private static final int PAGE_HEADER_BYTES = 7;
    private static final int LOG_VECTOR_MIN = 3;
    private static final int LOG_VECTOR_MAX = 15;

    /** Numbers that are unpacked before they are made values. */
    private static final int TILE = 512;

    /** Widest number that is within 8 bytes wherever it begins. */
    private static final int WIDTH_OF_ONE_LOAD_MAX = 57;

    private AlpDecoders() {}

    private abstract static sealed class Vectors<V extends DecodedValues> implements ValueDecoder<V> {
        private final int valueBytes;
        private final int exponentMax;
        private final long[] numbers = new long[TILE];
        byte[] bytes = {};
        private int end;

        // Of the page
        private int offsets;
        private int vectorValues;
        private int vectors;
        private int valuesLeft;
        private int vector;

        /** Where the next vector begins. */
        private int nextStart;

        // Of the vector
        int exponent;
        int factor;
        long least;
        private int width;
        private int packed;
        private int exceptions;
        private int positions;
        private int originals;
        private boolean ascending;
        private int patched;
        private int length;
        private int next;

        Vectors(int valueBytes, int exponentMax) {
            this.valueBytes = valueBytes;
            this.exponentMax = exponentMax;
        }

        @Override
        public final void start(byte[] page, int from, int to) {
            if (to - from < PAGE_HEADER_BYTES) {
                throw corrupt("has " + (to - from) + " bytes; its header alone takes " + PAGE_HEADER_BYTES);
            }
            if (page[from] != 0 || page[from + 1] != 0) {
                throw new UnsupportedFeatureException("unsupported: ALP with compression mode " + (page[from] & 0xff)
                        + " and integer encoding " + (page[from + 1] & 0xff) + "; only 0 and 0 are defined");
            }
            int log = page[from + 2];
            if (log < LOG_VECTOR_MIN || log > LOG_VECTOR_MAX) {
                throw corrupt("has vectors of 2^" + (log & 0xff) + " values; it must be 2^" + LOG_VECTOR_MIN + " to 2^"
                        + LOG_VECTOR_MAX);
            }
            int count = LittleEndian.intAt(page, from + 3);
            if (count < 0) {
                throw corrupt("claims " + count + " values");
            }
            bytes = page;
            end = to;
            offsets = from + PAGE_HEADER_BYTES;
            vectorValues = 1 << log;
            vectors = (int) ((long) count + vectorValues - 1 >>> log);
            if (vectors > (to - offsets) / Integer.BYTES) {
                throw corrupt("claims " + count + " values in " + vectors + " vectors, but only " + (to - offsets)
                        + " bytes follow");
            }
            valuesLeft = count;
            vector = 0;
            nextStart = offsets + vectors * Integer.BYTES;
            length = 0;
            next = 0;
        }

        @Override
        public final void read(V into, int count) {
            if (count > valuesLeft) {
                throw PlainDecoders.endsEarly(valuesLeft, count);
            }
            int at = 0;
            while (at < count) {
                if (next == length) {
                    nextVector();
                }
                int run = Math.min(Math.min(length - next, count - at), TILE);
                unpack(run);
                convert(numbers, run, into, at);
                patch(into, at, run);
                next += run;
                at += run;
                valuesLeft -= run;
            }
        }

        private void nextVector() {
            int start = nextStart;
            long offset = LittleEndian.intAt(bytes, offsets + vector * Integer.BYTES) & 0xffff_ffffL;
            if (offset != start - offsets) {
                throw corrupt("has vector " + vector + " at offset " + offset + "; the one before ends at "
                        + (start - offsets));
            }
            int headerBytes = 4 + valueBytes + 1;
            if (headerBytes > end - start) {
                throw corrupt("ends inside the header of vector " + vector);
            }
            exponent = bytes[start] & 0xff;
            factor = bytes[start + 1] & 0xff;
            exceptions = shortAt(start + 2);
            least = numberAt(start + 4);
            width = bytes[start + 4 + valueBytes] & 0xff;
            length = Math.min(vectorValues, valuesLeft);
            next = 0;
            if (exponent > exponentMax || factor > exponent) {
                throw corrupt("has exponent " + exponent + " and factor " + factor + " in vector " + vector
                        + "; the exponent must be at most " + exponentMax + ", and the factor at most the exponent");
            }
            if (exceptions > length || width > valueBytes * Byte.SIZE) {
                throw corrupt("has " + exceptions + " exceptions and a bit width of " + width + " in vector " + vector
                        + " of " + length + " values of " + valueBytes + " bytes");
            }
            packed = start + headerBytes;
            int packedBytes = length * width + 7 >>> 3;
            if (packedBytes + exceptions * (Short.BYTES + valueBytes) > end - packed) {
                throw corrupt("ends inside vector " + vector);
            }
            positions = packed + packedBytes;
            originals = positions + exceptions * Short.BYTES;
            nextStart = originals + exceptions * valueBytes;
            checkPositions();
            vector++;
        }

        private void checkPositions() {
            ascending = true;
            patched = 0;
            int before = 0;
            for (int i = 0; i < exceptions; i++) {
                int position = shortAt(positions + i * Short.BYTES);
                if (position >= length) {
                    throw corrupt("has an exception at position " + position + " of vector " + vector + ", which has "
                            + length + " values");
                }
                ascending &= position >= before;
                before = position;
            }
        }

        /** Unpacks the next {@code count} numbers of the vector. */
        private void unpack(int count) {
            if (width == 0) {
                Arrays.fill(numbers, 0, count, 0);
                return;
            }
            int at = 0;
            int index = next;
            while (at < count && ((index & 7) != 0 || width > WIDTH_OF_ONE_LOAD_MAX)) {
                numbers[at++] = packedNumber(index++);
            }
            int groups = count - at >>> 3;
            unpackGroups(at, groups, packed + (index >>> 3) * width);
            at += groups * 8;
            index += groups * 8;
            while (at < count) {
                numbers[at++] = packedNumber(index++);
            }
        }

        /** Groups of 8 numbers begin with a byte, so the place of each number in its group is always the same. */
        private void unpackGroups(int from, int groups, int start) {
            byte[] source = bytes;
            long[] target = numbers;
            int w = width;
            long mask = -1L >>> Long.SIZE - w;
            int base = start;
            int to = from + groups * 8;
            for (int at = from; at < to; at += 8) {
                target[at] = LittleEndian.longAt(source, base) & mask;
                target[at + 1] = LittleEndian.longAt(source, base + (w >>> 3)) >>> (w & 7) & mask;
                target[at + 2] = LittleEndian.longAt(source, base + (2 * w >>> 3)) >>> (2 * w & 7) & mask;
                target[at + 3] = LittleEndian.longAt(source, base + (3 * w >>> 3)) >>> (3 * w & 7) & mask;
                target[at + 4] = LittleEndian.longAt(source, base + (4 * w >>> 3)) >>> (4 * w & 7) & mask;
                target[at + 5] = LittleEndian.longAt(source, base + (5 * w >>> 3)) >>> (5 * w & 7) & mask;
                target[at + 6] = LittleEndian.longAt(source, base + (6 * w >>> 3)) >>> (6 * w & 7) & mask;
                target[at + 7] = LittleEndian.longAt(source, base + (7 * w >>> 3)) >>> (7 * w & 7) & mask;
                base += w;
            }
        }

        private long packedNumber(int index) {
            int bit = index * width;
            int at = packed + (bit >>> 3);
            int shift = bit & 7;
            long low = LittleEndian.longAt(bytes, at) >>> shift;
            if (shift + width > Long.SIZE) {
                low |= (bytes[at + Long.BYTES] & 0xffL) << Long.SIZE - shift;
            }
            return low & -1L >>> Long.SIZE - width;
        }

        /** Replaces those of the next {@code count} values that are exceptions; value 0 is at {@code at}. */
        private void patch(V into, int at, int count) {
            int i = patched;
            for (; i < exceptions; i++) {
                int position = shortAt(positions + i * Short.BYTES) - next;
                if (position >= 0 && position < count) {
                    putOriginal(originals + i * valueBytes, into, at + position);
                } else if (ascending && position >= count) {
                    break;
                }
            }
            patched = ascending ? i : 0;
        }

        private int shortAt(int position) {
            return bytes[position] & 0xff | (bytes[position + 1] & 0xff) << 8;
        }

        abstract long numberAt(int position);

        /** Makes values of the first {@code count} numbers, each of which is {@link #least} too small. */
        abstract void convert(long[] unpacked, int count, V into, int at);

        abstract void putOriginal(int position, V into, int at);

        private static CorruptFileException corrupt(String what) {
            return new CorruptFileException("ALP-encoded data " + what);
        }
    }

    static final class Floats extends Vectors<DecodedValues.Floats> {
        Floats() {
            super(Float.BYTES, AlpPowers.FLOAT_MAX);
        }

        @Override
        long numberAt(int position) {
            return LittleEndian.intAt(bytes, position);
        }

        @Override
        void convert(long[] unpacked, int count, DecodedValues.Floats into, int at) {
            float[] values = into.array();
            int first = (int) least;
            float power = AlpPowers.ofFloat(factor);
            float fraction = AlpPowers.fractionOfFloat(exponent);
            for (int i = 0; i < count; i++) {
                values[at + i] = ((int) unpacked[i] + first) * power * fraction;
            }
        }

        @Override
        void putOriginal(int position, DecodedValues.Floats into, int at) {
            into.array()[at] = Float.intBitsToFloat(LittleEndian.intAt(bytes, position));
        }
    }

    static final class Doubles extends Vectors<DecodedValues.Doubles> {
        Doubles() {
            super(Double.BYTES, AlpPowers.DOUBLE_MAX);
        }

        @Override
        long numberAt(int position) {
            return LittleEndian.longAt(bytes, position);
        }

        @Override
        void convert(long[] unpacked, int count, DecodedValues.Doubles into, int at) {
            double[] values = into.array();
            long first = least;
            double power = AlpPowers.ofDouble(factor);
            double fraction = AlpPowers.fractionOfDouble(exponent);
            for (int i = 0; i < count; i++) {
                values[at + i] = (unpacked[i] + first) * power * fraction;
            }
        }

        @Override
        void putOriginal(int position, DecodedValues.Doubles into, int at) {
            into.array()[at] = Double.longBitsToDouble(LittleEndian.longAt(bytes, position));
        }
    }
}
