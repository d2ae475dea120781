package io.parquetry.format.internal.page;

import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * A pool of arrays for pages that are read, for all columns and files: a reader of a single row would spend a tenth of
 * its time on new arrays.
 *
 * <p>Invariants: (a) an array has one owner: who gives it back keeps no reference that reads or writes it; (b) the idle
 * arrays have at most {@link #BYTES_MAX} together, and are garbage when the heap is short; (c) their content is
 * undefined.
 */
final class ReadBuffers {
    static final int ARRAY_BYTES_MAX = 1 << 21;
    static final long BYTES_MAX = bytesMax(Runtime.getRuntime().maxMemory());

    /** Smaller arrays are allocated as quickly as found. */
    private static final int ARRAY_BYTES_MIN = 1 << 14;

    /** To look at more takes longer than to allocate. */
    private static final int LOOKED_AT_MAX = 512;

    private static SoftReference<ReadBuffers> idle = new SoftReference<>(new ReadBuffers());

    private final ArrayDeque<byte[]> arrays = new ArrayDeque<>();
    private int bytes;

    private ReadBuffers() {}

    /**
     * Room for any array that is kept, and in a large heap for the first pages of a row group of 200 columns, which are
     * decompressed before its first row is read.
     */
    static long bytesMax(long heapBytes) {
        return Math.max(ARRAY_BYTES_MAX, Math.min(32L << 20, heapBytes / 32));
    }

    private static ReadBuffers idle() {
        ReadBuffers known = idle.get();
        if (known == null) {
            known = new ReadBuffers();
            idle = new SoftReference<>(known);
        }
        return known;
    }

    /** An array of this length or up to twice as long. */
    static byte[] take(int length) {
        byte[] found = length < ARRAY_BYTES_MIN || length > ARRAY_BYTES_MAX ? null : find(length);
        return found != null ? found : new byte[length];
    }

    /** Returns an array to the pool; it need not come from there. */
    static void give(byte[] array) {
        if (array.length >= ARRAY_BYTES_MIN && array.length <= ARRAY_BYTES_MAX) {
            keep(array);
        }
    }

    private static synchronized byte[] find(int length) {
        return idle().latest(length, 2 * length);
    }

    private static synchronized void keep(byte[] array) {
        idle().add(array);
    }

    /** The fitting array that was returned last, which is the likeliest to be in the processor's caches; or null. */
    private byte[] latest(int least, int most) {
        Iterator<byte[]> each = arrays.descendingIterator();
        for (int lookedAt = 0; lookedAt < LOOKED_AT_MAX && each.hasNext(); lookedAt++) {
            byte[] array = each.next();
            if (array.length >= least && array.length <= most) {
                each.remove();
                bytes -= array.length;
                return array;
            }
        }
        return null;
    }

    /** Adds an array, and drops those that have been idle longest if the pool is full. */
    private void add(byte[] array) {
        while (bytes + array.length > BYTES_MAX) {
            bytes -= arrays.removeFirst().length;
        }
        arrays.addLast(array);
        bytes += array.length;
    }
}
