package io.parquetry.format.internal.encoding;

/**
 * Counts the heap that the buffers of one file hold. Every buffer adds the bytes that it allocates and subtracts those
 * that it releases, so the sum is exact at any moment and costs nothing to read; nothing is sampled.
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
