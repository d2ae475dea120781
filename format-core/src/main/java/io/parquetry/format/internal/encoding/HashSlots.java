package io.parquetry.format.internal.encoding;

/** The slots of hash tables, whose number is a power of two. */
final class HashSlots {
    /** Fewer slots are in the nearest caches anyway. */
    static final int FETCHED_SLOTS_MIN = 8192;

    private static final int FEW_SLOTS = 1024;

    /** No run of slots of a table that is half full comes near it, unless values are chosen for it. */
    private static final int DISTANCE_MAX = 512;

    private HashSlots() {}

    /** The number of slots that follows {@code current}; a small table grows faster. */
    static int grow(int current) {
        return Math.multiplyExact(current, current < FEW_SLOTS ? 4 : 2);
    }

    /**
     * The slot where the search for a value begins: the topmost bits of a product, since the lower ones stay zero where
     * values end in zero bits, as short fractions do.
     *
     * @param mask number of slots less one
     */
    static int home(long value, int mask) {
        return (int) ((value * 0x9E3779B97F4A7C15L) >>> Integer.numberOfLeadingZeros(mask) + Integer.SIZE);
    }

    /** Whether a search that begins at {@code home} has gone through very many slots before {@code slot}. */
    static boolean isFar(int slot, int home, int mask) {
        return (slot - home & mask) > DISTANCE_MAX;
    }
}
