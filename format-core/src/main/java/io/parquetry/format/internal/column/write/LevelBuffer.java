package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.internal.encoding.LittleEndian;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.RleHybridEncoder;
import java.util.Arrays;

/**
 * The repetition or definition levels of the open page, whose writer counts them. As long as all levels are equal only
 * one is kept; the first that differs expands them into an array.
 */
final class LevelBuffer {
    private static final byte[] NONE = {};
    private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
    private static final long EACH_SIGN = EACH_BYTE << Byte.SIZE - 1;

    private final int bitWidth;
    private final RetainedBytes retained;
    private byte[] levels = NONE;
    private boolean varied;
    private int runLevel;

    LevelBuffer(int maxLevel, RetainedBytes retained) {
        this.bitWidth = RleHybridEncoder.bitWidth(maxLevel);
        this.retained = retained;
    }

    /** @param at the number of levels before this one */
    void set(int at, int level) {
        if (!varied) {
            if (level == runLevel) {
                return;
            }
            if (at == 0) {
                runLevel = level;
                return;
            }
            expand(at);
        }
        if (at == levels.length) {
            grow(at + 1);
        }
        levels[at] = (byte) level;
    }

    private void expand(int count) {
        if (count >= levels.length) {
            grow(count + 1);
        }
        Arrays.fill(levels, 0, count, (byte) runLevel);
        varied = true;
    }

    int at(int index) {
        return varied ? levels[index] : runLevel;
    }

    private void grow(int needed) {
        int capacity = Growth.capacity(levels.length, needed);
        retained.add(capacity - levels.length);
        levels = Arrays.copyOf(levels, capacity);
    }

    /** @param count number of levels */
    void encode(int count, ByteAppender out) {
        if (varied) {
            RleHybridEncoder.encode(levels, count, bitWidth, out);
        } else if (count > 0) {
            RleHybridEncoder.encodeRun(runLevel, count, bitWidth, out);
        }
    }

    /**
     * Adds to {@code histogram} how often each level occurs.
     *
     * @param count number of levels
     */
    void countInto(int count, long[] histogram) {
        if (!varied) {
            histogram[runLevel] += count;
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
        varied = false;
    }

    void release() {
        clear();
        retained.add(-levels.length);
        levels = NONE;
    }
}
