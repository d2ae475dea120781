package io.parquetry.format.internal.column.write;

/** Counts the distinct hashes of one block of values, which costs less than interning values that do not repeat. */
final class DistinctHashes implements ValueHashes {
    private static final int FIRST_SLOTS = 256;

    /** With so many repetitions nobody needs the count. */
    private final int repetitionsMax;

    private long[] slots = new long[FIRST_SLOTS];
    private boolean hasZero;
    private int count;
    private int repetitions;

    /** @param repetitionsMax after so many repetitions no hash is counted */
    DistinctHashes(int repetitionsMax) {
        this.repetitionsMax = repetitionsMax;
    }

    @Override
    public void add(long hash) {
        if (repetitions >= repetitionsMax) {
            return;
        }
        long spread = ValueHashes.spread(hash);
        boolean repeated;
        if (spread == 0) {
            repeated = hasZero;
            hasZero = true;
        } else {
            int slot = slotOf(spread);
            repeated = slots[slot] != 0;
            slots[slot] = spread;
        }
        if (repeated) {
            repetitions++;
        } else if (2 * ++count > slots.length) {
            grow();
        }
    }

    /** The slot of a hash that is there, or the one that it gets. */
    private int slotOf(long spread) {
        int mask = slots.length - 1;
        int slot = (int) (spread >>> Integer.SIZE) & mask;
        while (slots[slot] != 0 && slots[slot] != spread) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        long[] kept = slots;
        slots = new long[4 * kept.length];
        for (long spread : kept) {
            if (spread != 0) {
                slots[slotOf(spread)] = spread;
            }
        }
    }

    int count() {
        return count;
    }
}
