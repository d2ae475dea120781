package io.parquetry.format.internal.column.write;

/** Counts the distinct hashes of one block of values, which costs less than interning values that do not repeat. */
final class DistinctHashes implements ValueHashes {
    private final long[] slots;
    private boolean hasZero;
    private int count;

    /** @param values that will be added at most */
    DistinctHashes(int values) {
        slots = new long[4 * Integer.highestOneBit(values)];
    }

    @Override
    public void add(long hash) {
        long spread = ValueHashes.spread(hash);
        if (spread == 0) {
            count += hasZero ? 0 : 1;
            hasZero = true;
            return;
        }
        int slot = (int) (spread >>> Integer.SIZE) & slots.length - 1;
        while (slots[slot] != 0) {
            if (slots[slot] == spread) {
                return;
            }
            slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = spread;
        count++;
    }

    int count() {
        return count;
    }
}
