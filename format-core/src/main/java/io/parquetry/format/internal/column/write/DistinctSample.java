package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.RetainedBytes;
import java.util.Arrays;

/**
 * Estimates the number of distinct values from those whose hashes fall into an eighth of all hashes, or a smaller share
 * where these are too many. That costs much less than interning the values. The hashes are the same in every process,
 * since pages depend on them.
 */
final class DistinctSample implements ValueHashes {
    private static final int FIRST_SHARE_BITS = 3;
    private static final int FIRST_SLOTS = 256;
    private static final int SLOTS_MAX = 4096;

    private final RetainedBytes retained;
    private int[] slots = new int[FIRST_SLOTS];
    private int shareBits = FIRST_SHARE_BITS;
    private int sampled;
    private int distinct;

    DistinctSample(RetainedBytes retained) {
        this.retained = retained;
        retained.add(Integer.BYTES * FIRST_SLOTS);
    }

    @Override
    public void add(long hash) {
        long spread = ValueHashes.spread(hash);
        if (spread >>> Long.SIZE - shareBits == 0 && !isFull()) {
            sampled++;
            keep((int) (spread >>> 16) | 1);
        }
    }

    private void keep(int mark) {
        int slot = slotOf(mark);
        if (slots[slot] == 0) {
            slots[slot] = mark;
            distinct++;
            if (2 * distinct > slots.length) {
                grow();
            }
        }
    }

    /** The slot of a mark that is there, or the one that it gets. */
    private int slotOf(int mark) {
        int mask = slots.length - 1;
        int slot = (mark >>> 1) & mask;
        while (slots[slot] != 0 && slots[slot] != mark) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        int[] kept = slots;
        slots = new int[4 * kept.length];
        retained.add((long) Integer.BYTES * (slots.length - kept.length));
        for (int mark : kept) {
            if (mark != 0) {
                slots[slotOf(mark)] = mark;
            }
        }
    }

    /** Whether values have been left out. */
    boolean isFull() {
        return distinct >= SLOTS_MAX / 2;
    }

    /** Drops all values and goes on with half the share of hashes. */
    void halve() {
        Arrays.fill(slots, 0);
        shareBits++;
        sampled = 0;
        distinct = 0;
    }

    /** @param values number of all values that were added */
    long estimateDistinct(long values) {
        return sampled == 0 ? values : values * distinct / sampled;
    }

    void release() {
        retained.add((long) -Integer.BYTES * slots.length);
    }
}
