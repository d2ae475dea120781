package io.parquetry.format.internal.encoding;

import io.parquetry.format.CorruptFileException;

/**
 * Decodes the repetition or definition levels of pages, in either of their encodings. A level above the maximum is an
 * error.
 */
public final class LevelsDecoder {
    /** Bytes that an array must have behind the levels that are read into it. */
    public static final int SLACK_BYTES = 7;

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private final String kind;
    private final int max;
    private final int counted;
    private final int width;
    private final RleDecoder runs = new RleDecoder();
    private final BitPackedLevelDecoder legacy;
    private boolean isLegacy;

    private LevelsDecoder(String kind, int max, int counted) {
        this.kind = kind;
        this.max = max;
        this.counted = counted;
        this.width = bitWidth(max);
        this.legacy = new BitPackedLevelDecoder(width);
    }

    /** Definition levels up to {@code max}, 1 to 127; those equal to {@code max}, which have a value, are counted. */
    public static LevelsDecoder ofDefinition(int max) {
        return new LevelsDecoder("definition", max, max);
    }

    /** Repetition levels up to {@code max}, 1 to 127; those above 0, which continue a record, are counted. */
    public static LevelsDecoder ofRepetition(int max) {
        return new LevelsDecoder("repetition", max, 1);
    }

    /** Bits of a level. */
    public static int bitWidth(int max) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(max);
    }

    /** Starts levels in the run-length / bit-packed hybrid. */
    public void start(byte[] bytes, int from, int to) {
        runs.start(bytes, from, to, width);
        isLegacy = false;
    }

    /**
     * Starts levels in the legacy encoding BIT_PACKED.
     *
     * @return the position behind the levels
     */
    public int startBitPacked(byte[] bytes, int from, int to, int count) {
        isLegacy = true;
        return legacy.start(bytes, from, to, count);
    }

    /** Skips the next {@code count} levels if they are known to be the maximum; returns whether it did. */
    public boolean skipIfAllAtMax(int count) {
        if (isLegacy || runs.repeats() < count || runs.repeatedValue() != max) {
            return false;
        }
        runs.skipRepeats(count);
        return true;
    }

    /** Reads the next levels, checks them against the maximum, and returns how many of them are counted. */
    public int read(byte[] into, int count) {
        if (isLegacy) {
            legacy.read(into, count);
        } else {
            runs.readLevels(into, count);
        }
        long reaching = (0x80 - counted) * ONES;
        long exceeding = (0x7f - max) * ONES;
        long exceeded = 0;
        int reached = 0;
        int at = 0;
        for (; at <= count - 8; at += 8) {
            long word = LittleEndian.longAt(into, at);
            reached += Long.bitCount(word + reaching & HIGH_BITS);
            exceeded |= word + exceeding;
        }
        for (; at < count; at++) {
            reached += into[at] >= counted ? 1 : 0;
            exceeded |= into[at] > max ? HIGH_BITS : 0;
        }
        if ((exceeded & HIGH_BITS) != 0) {
            throw new CorruptFileException("a " + kind + " level is above " + max + ", the highest of this column");
        }
        return reached;
    }
}
