package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.internal.encoding.LittleEndian;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.RleHybridEncoder;
import java.util.Arrays;

/**
 * The repetition or definition levels of the open page, whose writer counts them. Most are the usual level, 0 or that
 * of a value, and only the others are given. As long as all levels are equal none is kept; the first that differs
 * expands them into an array.
 *
 * <pre>
 * up to the last that was given: runLevel, or in the array if they vary | usual, also in the array
 * </pre>
 */
final class LevelBuffer {
    private static final byte[] NONE = {};
    private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
    private static final long EACH_SIGN = EACH_BYTE << Byte.SIZE - 1;

    private final int bitWidth;
    private final int usualLevel;
    private final RetainedBytes retained;
    private byte[] levels = NONE;
    /** All levels from here on are usual. */
    private int given;

    private boolean varied;
    private int runLevel;

    LevelBuffer(int maxLevel, int usualLevel, RetainedBytes retained) {
        this.bitWidth = RleHybridEncoder.bitWidth(maxLevel);
        this.usualLevel = usualLevel;
        this.retained = retained;
    }

    /**
     * Gives a level that is not the usual one.
     *
     * @param at the number of levels before this one
     */
    void set(int at, int level) {
        if (!varied) {
            if (at == given && (level == runLevel || at == 0)) {
                runLevel = level;
                given++;
                return;
            }
            expand();
        }
        ensure(at + 1);
        levels[at] = (byte) level;
        given = at + 1;
    }

    private void expand() {
        ensure(given);
        Arrays.fill(levels, 0, given, (byte) runLevel);
        varied = true;
    }

    int at(int index) {
        return index >= given ? usualLevel : varied ? levels[index] : runLevel;
    }

    /** Drops all levels but the first {@code count}. */
    void truncate(int count) {
        if (count < given) {
            if (varied) {
                Arrays.fill(levels, count, given, (byte) usualLevel);
            }
            given = count;
        }
    }

    /** Puts the first levels into the array, unless all are equal; returns whether they differ. */
    private boolean expandIfVaried(int count) {
        if (!varied && given > 0 && given < count) {
            expand();
        }
        if (!varied) {
            return false;
        }
        ensure(count);
        return count > 1 && Arrays.mismatch(levels, 0, count - 1, levels, 1, count) >= 0;
    }

    private void ensure(int needed) {
        if (needed > levels.length) {
            int length = levels.length;
            int capacity = Growth.capacity(length, needed);
            retained.add(capacity - length);
            levels = Arrays.copyOf(levels, capacity);
            Arrays.fill(levels, length, capacity, (byte) usualLevel);
        }
    }

    /** @param count number of levels */
    void encode(int count, ByteAppender out) {
        if (expandIfVaried(count)) {
            RleHybridEncoder.encode(levels, count, bitWidth, out);
        } else if (count > 0) {
            RleHybridEncoder.encodeRun(at(0), count, bitWidth, out);
        }
    }

    /**
     * Adds to {@code histogram} how often each level occurs.
     *
     * @param count number of levels
     */
    void countInto(int count, long[] histogram) {
        if (!expandIfVaried(count)) {
            histogram[at(0)] += count;
            return;
        }
        int whole = count & -Long.BYTES;
        int counted = 0;
        for (int level = 0; level < histogram.length - 1; level++) {
            int times = times(level, whole);
            histogram[level] += times;
            counted += times;
        }
        histogram[histogram.length - 1] += whole - counted;
        for (int i = whole; i < count; i++) {
            histogram[levels[i]]++;
        }
    }

    /** How often a level occurs among the first {@code end}, a multiple of eight. */
    private int times(int level, int end) {
        long eight = level * EACH_BYTE;
        int times = 0;
        for (int i = 0; i < end; i += Long.BYTES) {
            times += Long.bitCount(EACH_SIGN - (LittleEndian.longAt(levels, i) ^ eight) & EACH_SIGN);
        }
        return times;
    }

    void clear() {
        truncate(0);
        varied = false;
    }

    void release() {
        clear();
        retained.add(-levels.length);
        levels = NONE;
    }
}
