package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.RleHybridEncoder;
import java.util.Arrays;

/**
 * The repetition or definition levels of the page that is being filled. As long as all levels are the same only their
 * number is kept; the first that differs lays them out in an array.
 */
final class LevelBuffer {
    private static final byte[] NONE = {};

    private final int bitWidth;
    private final RetainedBytes retained;
    private byte[] levels = NONE;
    private boolean varied;
    private int runLevel;
    private int count;

    LevelBuffer(int maxLevel, RetainedBytes retained) {
        this.bitWidth = RleHybridEncoder.bitWidth(maxLevel);
        this.retained = retained;
    }

    void add(int level) {
        if (!varied) {
            if (level == runLevel) {
                count++;
                return;
            }
            if (count == 0) {
                runLevel = level;
                count = 1;
                return;
            }
            layOut();
        }
        if (count == levels.length) {
            grow(count + 1);
        }
        levels[count++] = (byte) level;
    }

    private void layOut() {
        if (count >= levels.length) {
            grow(count + 1);
        }
        Arrays.fill(levels, 0, count, (byte) runLevel);
        varied = true;
    }

    private void grow(int needed) {
        int capacity = Growth.capacity(levels.length, needed);
        retained.add(capacity - levels.length);
        levels = Arrays.copyOf(levels, capacity);
    }

    /** Drops the levels from {@code newCount} on. */
    void truncate(int newCount) {
        count = newCount;
    }

    void encode(ByteAppender out) {
        if (varied) {
            RleHybridEncoder.encode(levels, count, bitWidth, out);
        } else if (count > 0) {
            RleHybridEncoder.encodeRun(runLevel, count, bitWidth, out);
        }
    }

    /** Adds to {@code histogram} how often each level occurs. */
    void countInto(long[] histogram) {
        if (!varied) {
            histogram[runLevel] += count;
            return;
        }
        for (int i = 0; i < count; i++) {
            histogram[levels[i]]++;
        }
    }

    void clear() {
        count = 0;
        varied = false;
    }

    void release() {
        clear();
        retained.add(-levels.length);
        levels = NONE;
    }
}
