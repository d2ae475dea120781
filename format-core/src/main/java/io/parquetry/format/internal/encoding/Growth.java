package io.parquetry.format.internal.encoding;

import io.parquetry.format.UsageException;

/**
 * How buffers grow: from small, so that an idle column costs little; to twice at first, so that a busy one is copied
 * seldom; then by half, so that little of what many files hold is empty.
 */
public final class Growth {
    private static final int LARGEST = Integer.MAX_VALUE - 8;
    private static final int DOUBLING_MAX = 16 << 10;
    private static final int FEW_SLOTS = 1024;

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

    /** How many slots follow so many of a hash table; powers of two, and few are soon many. */
    static int slots(int current) {
        return Math.multiplyExact(current, current < FEW_SLOTS ? 4 : 2);
    }
}
