package io.parquetry.format.internal.column.write;

/** Takes numbers that are the same for equal values, one for each value. */
interface ValueHashes {
    /** @param hash is spread here */
    void add(long hash);

    /** Spreads over all bits; different numbers stay different. */
    static long spread(long hash) {
        return (hash ^ hash >>> 32) * 0x9E37_79B9_7F4A_7C15L;
    }
}
