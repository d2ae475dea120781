package io.parquetry.format.internal.statistics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The bitset of a bloom filter (BloomFilter.md, "Technical Approach"): blocks of eight 4-byte words. The upper half
 * of a hash chooses the block, the lower half a bit in each of its words.
 */
public final class SplitBlockBloomFilter {
    /** Bytes of a block, and of the smallest filter. */
    public static final int BLOCK_BYTES = 32;

    /** The largest filter that is written or read; other readers refuse larger ones. */
    public static final int BYTES_MAX = 128 << 20;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int WORDS = 8;
    /** A block with this many values has nearly all bits set. */
    private static final int MANY_VALUES = 1000;

    private static final int[] SALT = {
        0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
    };

    private final int[] words;

    private SplitBlockBloomFilter(int[] words) {
        this.words = words;
    }

    /** @param bytes a multiple of {@link #BLOCK_BYTES} */
    public static SplitBlockBloomFilter ofBytes(int bytes) {
        return new SplitBlockBloomFilter(new int[bytes / Integer.BYTES]);
    }

    /** The filter of a bitset in its file form; its length must be a multiple of {@link #BLOCK_BYTES}. */
    public static SplitBlockBloomFilter of(byte[] bitset, int offset, int length) {
        SplitBlockBloomFilter filter = ofBytes(length);
        filter.set(0, bitset, offset, length);
        return filter;
    }

    /**
     * Sets a part of the bitset, from its file form.
     *
     * @param position of the part in the bitset, a multiple of 4, as is {@code length}
     */
    public void set(int position, byte[] part, int offset, int length) {
        int first = position / Integer.BYTES;
        for (int i = 0; i < length / Integer.BYTES; i++) {
            words[first + i] = (int) INT.get(part, offset + i * Integer.BYTES);
        }
    }

    /**
     * Bytes of the smallest filter that keeps to a share of false positives. They are a power of two, since other
     * readers refuse other sizes.
     *
     * @param falsePositives share of the values not contained that the filter may take for contained
     */
    public static int bytesFor(long distinctValues, double falsePositives, int bytesMax) {
        int most = Integer.highestOneBit(bytesMax);
        int bytes = BLOCK_BYTES;
        while (bytes < most && falsePositives((double) distinctValues * BLOCK_BYTES / bytes) > falsePositives) {
            bytes *= 2;
        }
        return bytes;
    }

    /**
     * The share of false positives for an average number of values in a block. The numbers of single blocks have a
     * Poisson distribution, and the fuller blocks add more false positives than the emptier ones save.
     */
    private static double falsePositives(double valuesInBlock) {
        double spread = 10 * Math.sqrt(valuesInBlock) + 10;
        double sum = 0;
        double logProbability = -valuesInBlock;
        for (int values = 1; values <= valuesInBlock + spread && values < MANY_VALUES; values++) {
            logProbability += Math.log(valuesInBlock / values);
            double bitSet = 1 - Math.pow(1 - 1.0 / Integer.SIZE, values);
            sum += Math.exp(logProbability) * Math.pow(bitSet, WORDS);
        }
        return valuesInBlock > MANY_VALUES ? 1 : sum;
    }

    public int bytes() {
        return words.length * Integer.BYTES;
    }

    /** The bitset in its file form. */
    public byte[] toByteArray() {
        byte[] bitset = new byte[bytes()];
        for (int i = 0; i < words.length; i++) {
            INT.set(bitset, i * Integer.BYTES, words[i]);
        }
        return bitset;
    }

    private int block(long hash) {
        return (int) ((hash >>> 32) * (words.length / WORDS) >>> 32) * WORDS;
    }

    void add(long hash) {
        int block = block(hash);
        for (int i = 0; i < WORDS; i++) {
            words[block + i] |= 1 << ((int) hash * SALT[i] >>> 27);
        }
    }

    public boolean mightContain(int value) {
        return mightContainHash(XxHash64.ofInt(value));
    }

    public boolean mightContain(long value) {
        return mightContainHash(XxHash64.ofLong(value));
    }

    /** Both zeros are looked up; NaN, which has many bit patterns, might always be contained. */
    public boolean mightContain(float value) {
        return Float.isNaN(value)
                || mightContain(Float.floatToRawIntBits(value))
                || value == 0 && mightContain(Float.floatToRawIntBits(-value));
    }

    /** Both zeros are looked up; NaN, which has many bit patterns, might always be contained. */
    public boolean mightContain(double value) {
        return Double.isNaN(value)
                || mightContain(Double.doubleToRawLongBits(value))
                || value == 0 && mightContain(Double.doubleToRawLongBits(-value));
    }

    public boolean mightContain(byte[] value) {
        return mightContainHash(XxHash64.ofBytes(value, 0, value.length));
    }

    boolean mightContainHash(long hash) {
        int block = block(hash);
        for (int i = 0; i < WORDS; i++) {
            if ((words[block + i] & 1 << ((int) hash * SALT[i] >>> 27)) == 0) {
                return false;
            }
        }
        return true;
    }

    /** The expected share of false positives: the probability that all eight bits of a value are set in its block. */
    double expectedFalsePositives() {
        double sum = 0;
        for (int block = 0; block < words.length; block += WORDS) {
            double all = 1;
            for (int i = 0; i < WORDS; i++) {
                all *= Integer.bitCount(words[block + i]) / (double) Integer.SIZE;
            }
            sum += all;
        }
        int blocks = words.length / WORDS;
        return sum / blocks;
    }

    /**
     * The filter of half the size that contains the same values: with half as many blocks, the values of two
     * neighbouring blocks are in one.
     */
    SplitBlockBloomFilter folded() {
        int[] half = new int[words.length / 2];
        for (int i = 0; i < half.length; i++) {
            int left = i / WORDS * 2 * WORDS + i % WORDS;
            half[i] = words[left] | words[left + WORDS];
        }
        return new SplitBlockBloomFilter(half);
    }
}
