package io.parquetry.format.internal.encoding;

import io.parquetry.format.UsageException;

/**
 * How buffers grow: from few entries, so that an idle column costs little; at first to twice their size, so that a busy
 * column is copied seldom; then by half, so that little of the heap of many files is unused.
 */
public final class Growth {
    private static final int LARGEST = Integer.MAX_VALUE - 8;
    private static final int DOUBLING_MAX = 16 << 10;

    private Growth() {}

    /** The capacity that follows {@code current} and holds at least {@code needed} entries. */
    public static int capacity(int current, long needed) {
        if (needed > LARGEST) {
            throw new UsageException(
                    "a single page or record needs a buffer of " + needed + " bytes; at most " + LARGEST + " fit");
        }
        return (int) Math.min(
                LARGEST, Math.max(needed, Math.max(16L, current + (current < DOUBLING_MAX ? current : current >> 1))));
    }
}
