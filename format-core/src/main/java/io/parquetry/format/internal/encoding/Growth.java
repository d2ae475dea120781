package io.parquetry.format.internal.encoding;

import io.parquetry.format.UsageException;

/** How buffers grow: by half, from small, so that an idle column costs little and a busy one is copied seldom. */
public final class Growth {
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private Growth() {}

    /** The capacity that follows {@code current} and holds at least {@code needed} entries. */
    public static int capacity(int current, long needed) {
        if (needed > LARGEST) {
            throw new UsageException(
                    "a single page or record needs a buffer of " + needed + " bytes; at most " + LARGEST + " fit");
        }
        return (int) Math.min(LARGEST, Math.max(needed, Math.max(16L, current + (current >> 1))));
    }
}
