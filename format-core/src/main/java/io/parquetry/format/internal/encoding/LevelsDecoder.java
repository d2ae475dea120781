package io.parquetry.format.internal.encoding;

import io.parquetry.format.CorruptFileException;

/**
 * Decodes the repetition or definition levels of pages, in either of their encodings, and never gives a level above the
 * maximum.
 */
public final class LevelsDecoder {
    /** Bytes that an array of levels must have behind the levels that it is asked to take. */
    public static final int SLACK_BYTES = 7;

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x80L * ONES;

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

    /** Definition levels up to {@code max}, 1 to 127; those that are {@code max} stand for a value and are counted. */
    public static LevelsDecoder ofDefinition(int max) {
        return new LevelsDecoder("definition", max, max);
    }

    /** Repetition levels up to {@code max}, 1 to 127; those above 0 go on with a record and are counted. */
    public static LevelsDecoder ofRepetition(int max) {
        return new LevelsDecoder("repetition", max, 1);
    }

    /** Bits that a level takes. */
    public static int bitWidth(int max) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(max);
    }

    /** Turns to levels in the run-length / bit-packed hybrid. */
    public void start(byte[] bytes, int from, int to) {
        runs.start(bytes, from, to, width);
        isLegacy = false;
    }

    /**
     * Turns to levels in the legacy encoding BIT_PACKED.
     *
     * @return where they end
     */
    public int startBitPacked(byte[] bytes, int from, int to, int count) {
        isLegacy = true;
        return legacy.start(bytes, from, to, count);
    }

    /** Whether the next {@code count} levels are known to be the maximum; if so they are stepped over. */
    public boolean skipIfAllAtMax(int count) {
        if (isLegacy || runs.repeats() < count || runs.repeatedValue() != max) {
            return false;
        }
        runs.skipRepeats(count);
        return true;
    }

    /** Reads the next levels, all within the maximum, and says how many of them are counted. */
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
