package io.parquetry.format.internal.encoding;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * ALP (AlpEncoding.md; the layout is told at {@link AlpDecoders}), in vectors of 1,024 values. The exponents and
 * factors that are worth a trial are found from a sample of each page: all pairs on 32 values of up to 8 vectors, and
 * then, for each vector, the winners of these on 32 of its values. A value that does not come back bit by bit is an
 * exception.
 */
final class AlpEncoder {
    private static final int LOG_VECTOR = 10;
    private static final int VECTOR = 1 << LOG_VECTOR;
    private static final int SAMPLED_VECTORS = 8;
    private static final int SAMPLE = 32;

    private AlpEncoder() {}

    /** @param bits of values of FLOAT */
    static void encode(int[] bits, int count, ByteAppender out) {
        encode(new Floats(bits), count, out);
    }

    /** @param bits of values of DOUBLE */
    static void encode(long[] bits, int count, ByteAppender out) {
        encode(new Doubles(bits), count, out);
    }

    private static void encode(AlpValues values, int count, ByteAppender out) {
        out.putByte(0);
        out.putByte(0);
        out.putByte(LOG_VECTOR);
        out.putInt(count);
        int vectors = count + VECTOR - 1 >>> LOG_VECTOR;
        int offsets = out.size();
        for (int vector = 0; vector < vectors; vector++) {
            out.putInt(0);
        }
        int[] candidates = values.candidates(count, vectors);
        for (int vector = 0; vector < vectors; vector++) {
            out.setInt(offsets + vector * Integer.BYTES, out.size() - offsets);
            int from = vector * VECTOR;
            int length = Math.min(VECTOR, count - from);
            int pair = candidates.length == 1 ? candidates[0] : values.best(candidates, from, length);
            values.put(pair, from, length, out);
        }
    }

    /** Values of a page, and the numbers that some of them are encoded as. */
    private abstract static sealed class AlpValues {
        final long[] numbers = new long[VECTOR];
        final int[] exceptions = new int[VECTOR + 1];
        private final int[] allPairs;
        private final int valueBytes;
        private int exceptionCount;
        private long least;
        private int width;

        AlpValues(int valueBytes, int exponentMax) {
            this.valueBytes = valueBytes;
            allPairs = new int[(exponentMax + 1) * (exponentMax + 2) / 2];
            int at = 0;
            for (int exponent = exponentMax; exponent >= 0; exponent--) {
                for (int factor = exponent; factor >= 0; factor--) {
                    allPairs[at++] = exponent << 8 | factor;
                }
            }
        }

        /** The different pairs that are best for some vector of the sample. */
        final int[] candidates(int count, int vectors) {
            int step = Math.max(1, vectors / SAMPLED_VECTORS);
            return IntStream.iterate(0, vector -> vector < vectors, vector -> vector + step)
                    .limit(SAMPLED_VECTORS)
                    .map(vector -> best(allPairs, vector * VECTOR, Math.min(VECTOR, count - vector * VECTOR)))
                    .distinct()
                    .toArray();
        }

        /** The pair that takes the fewest bits for a sample of the vector. */
        final int best(int[] pairs, int from, int length) {
            int step = Math.max(1, length / SAMPLE);
            int sample = Math.min(length, SAMPLE);
            int best = pairs[0];
            long leastBits = Long.MAX_VALUE;
            for (int pair : pairs) {
                long bits = encode(pair, from, step, sample);
                if (bits < leastBits) {
                    leastBits = bits;
                    best = pair;
                }
            }
            return best;
        }

        /** Encodes every value at a multiple of the step; returns the bits of numbers and exceptions. */
        private long encode(int pair, int from, int step, int count) {
            exceptionCount = round(pair >>> 8, pair & 0xff, from, step, count);
            int firstNumber = 0;
            while (firstNumber < exceptionCount && exceptions[firstNumber] == firstNumber) {
                firstNumber++;
            }
            long filler = firstNumber == count ? 0 : numbers[firstNumber];
            for (int i = 0; i < exceptionCount; i++) {
                numbers[exceptions[i]] = filler;
            }
            long low = filler;
            long high = filler;
            for (int i = 0; i < count; i++) {
                low = Math.min(low, numbers[i]);
                high = Math.max(high, numbers[i]);
            }
            least = low;
            width = Long.SIZE - Long.numberOfLeadingZeros(high - low);
            return (long) count * width + bitsOfExceptions(exceptionCount);
        }

        private long bitsOfExceptions(int count) {
            return (long) count * (Short.BYTES + valueBytes) * Byte.SIZE;
        }

        /** Makes all values exceptions, where the numbers of some would make all numbers wide. */
        private void exceptAll(int count) {
            exceptionCount = count;
            Arrays.setAll(exceptions, i -> i);
            least = 0;
            width = 0;
        }

        final void put(int pair, int from, int length, ByteAppender out) {
            long bits = encode(pair, from, 1, length);
            if (bits > bitsOfExceptions(length)) {
                exceptAll(length);
            }
            out.putByte(pair >>> 8);
            out.putByte(pair);
            putShort(exceptionCount, out);
            putNumber(least, out);
            out.putByte(width);
            pack(length, out);
            for (int i = 0; i < exceptionCount; i++) {
                putShort(exceptions[i], out);
            }
            for (int i = 0; i < exceptionCount; i++) {
                putOriginal(from + exceptions[i], out);
            }
        }

        private static void putShort(int value, ByteAppender out) {
            out.putByte(value);
            out.putByte(value >>> 8);
        }

        private void pack(int length, ByteAppender out) {
            if (width == 0) {
                return;
            }
            out.ensure(length * width / Byte.SIZE + 2 * Long.BYTES);
            int end = out.size() + (length * width + 7 >>> 3);
            long bits = 0;
            int held = 0;
            for (int i = 0; i < length; i++) {
                long delta = numbers[i] - least;
                bits |= delta << held;
                held += width;
                if (held >= Long.SIZE) {
                    out.putLong(bits);
                    held -= Long.SIZE;
                    bits = held == 0 ? 0 : delta >>> width - held;
                }
            }
            while (out.size() < end) {
                out.putByte((int) bits);
                bits >>>= Byte.SIZE;
            }
        }

        /** Sets numbers and exceptions of the values at multiples of the step; returns how many exceptions. */
        abstract int round(int exponent, int factor, int from, int step, int count);

        abstract void putNumber(long number, ByteAppender out);

        abstract void putOriginal(int at, ByteAppender out);
    }

    private static final class Floats extends AlpValues {
        private final int[] bits;

        Floats(int[] bits) {
            super(Float.BYTES, AlpPowers.FLOAT_MAX);
            this.bits = bits;
        }

        @Override
        int round(int exponent, int factor, int from, int step, int count) {
            float up = AlpPowers.ofFloat(exponent);
            float down = AlpPowers.fractionOfFloat(factor);
            float power = AlpPowers.ofFloat(factor);
            float fraction = AlpPowers.fractionOfFloat(exponent);
            int found = 0;
            for (int i = 0; i < count; i++) {
                int original = bits[from + i * step];
                int number = (int) Math.rint(Float.intBitsToFloat(original) * up * down);
                numbers[i] = number;
                exceptions[found] = i;
                found += Float.floatToRawIntBits(number * power * fraction) == original ? 0 : 1;
            }
            return found;
        }

        @Override
        void putNumber(long number, ByteAppender out) {
            out.putInt((int) number);
        }

        @Override
        void putOriginal(int at, ByteAppender out) {
            out.putInt(bits[at]);
        }
    }

    private static final class Doubles extends AlpValues {
        private final long[] bits;

        Doubles(long[] bits) {
            super(Double.BYTES, AlpPowers.DOUBLE_MAX);
            this.bits = bits;
        }

        @Override
        int round(int exponent, int factor, int from, int step, int count) {
            double up = AlpPowers.ofDouble(exponent);
            double down = AlpPowers.fractionOfDouble(factor);
            double power = AlpPowers.ofDouble(factor);
            double fraction = AlpPowers.fractionOfDouble(exponent);
            int found = 0;
            for (int i = 0; i < count; i++) {
                long original = bits[from + i * step];
                long number = (long) Math.rint(Double.longBitsToDouble(original) * up * down);
                numbers[i] = number;
                exceptions[found] = i;
                found += Double.doubleToRawLongBits(number * power * fraction) == original ? 0 : 1;
            }
            return found;
        }

        @Override
        void putNumber(long number, ByteAppender out) {
            out.putLong(number);
        }

        @Override
        void putOriginal(int at, ByteAppender out) {
            out.putLong(bits[at]);
        }
    }
}
