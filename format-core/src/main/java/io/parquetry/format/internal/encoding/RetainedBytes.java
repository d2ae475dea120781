package io.parquetry.format.internal.encoding;

/**
 * Counts the heap that the buffers of one file hold. Every buffer reports what it takes and gives back, so that the sum
 * is exact and free at any moment; nothing is sampled.
 */
public final class RetainedBytes {
    private long bytes;

    public void add(long delta) {
        bytes += delta;
    }

    public long bytes() {
        return bytes;
    }
}
