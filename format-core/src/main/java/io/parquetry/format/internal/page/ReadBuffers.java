package io.parquetry.format.internal.page;

import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * Arrays for pages that are read, which wait here to be used again by whatever column or file comes next: a reader of a
 * single row would spend a tenth of its time on new ones.
 *
 * <p>Invariants: (a) an array is in one hand at a time: whoever gives it away keeps nothing that reads it or writes to it;
 * (b) those that wait have {@link #BYTES_MAX} together, and are let go when the heap is short; (c) what is in them means
 * nothing.
 */
final class ReadBuffers {
    private static final int BYTES_MAX = 1 << 23;

    /** Smaller ones are made as quickly as found. */
    private static final int ARRAY_BYTES_LEAST = 1 << 14;

    private static final int ARRAY_BYTES_MOST = 1 << 21;

    private static SoftReference<ReadBuffers> waiting = new SoftReference<>(new ReadBuffers());

    private final ArrayDeque<byte[]> arrays = new ArrayDeque<>();
    private int bytes;

    private ReadBuffers() {}

    private static ReadBuffers waiting() {
        ReadBuffers known = waiting.get();
        if (known == null) {
            known = new ReadBuffers();
            waiting = new SoftReference<>(known);
        }
        return known;
    }

    /** An array of this length or up to twice as long. */
    static byte[] take(int length) {
        byte[] found = length < ARRAY_BYTES_LEAST || length > ARRAY_BYTES_MOST ? null : find(length);
        return found != null ? found : new byte[length];
    }

    /** Takes an array back; one that was not taken from here will do as well. */
    static void give(byte[] array) {
        if (array.length >= ARRAY_BYTES_LEAST && array.length <= ARRAY_BYTES_MOST) {
            keep(array);
        }
    }

    private static synchronized byte[] find(int length) {
        return waiting().latest(length, 2 * length);
    }

    private static synchronized void keep(byte[] array) {
        waiting().add(array);
    }

    /** The one that came last is the likeliest to be in the caches. */
    private byte[] latest(int least, int most) {
        for (Iterator<byte[]> each = arrays.descendingIterator(); each.hasNext(); ) {
            byte[] array = each.next();
            if (array.length >= least && array.length <= most) {
                each.remove();
                bytes -= array.length;
                return array;
            }
        }
        return null;
    }

    /** Those that have waited longest make room: nobody has asked for their length. */
    private void add(byte[] array) {
        while (bytes + array.length > BYTES_MAX) {
            bytes -= arrays.removeFirst().length;
        }
        arrays.addLast(array);
        bytes += array.length;
    }
}
