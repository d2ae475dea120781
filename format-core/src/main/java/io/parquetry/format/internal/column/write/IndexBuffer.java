package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.internal.encoding.RetainedBytes;
import java.util.Arrays;

/** The dictionary indexes of the interned values of the open page. */
final class IndexBuffer {
    private static final int[] NONE = {};

    private final RetainedBytes retained;
    private int[] indexes = NONE;
    private int count;
    private long unencodedBytes;

    IndexBuffer(RetainedBytes retained) {
        this.retained = retained;
    }

    int count() {
        return count;
    }

    /** Bytes of the BYTE_ARRAY values without their lengths; 0 for other types. */
    long unencodedBytes() {
        return unencodedBytes;
    }

    /** The indexes; only the first {@link #count} are valid, and {@link #ensure} may replace the array. */
    int[] array() {
        return indexes;
    }

    /** The array with capacity for more indexes behind the first {@link #count}; {@link #advance} adds them. */
    int[] ensure(int more) {
        int needed = count + more;
        if (needed > indexes.length) {
            int capacity = Growth.capacity(indexes.length, needed);
            retained.add(4L * (capacity - indexes.length));
            indexes = Arrays.copyOf(indexes, capacity);
        }
        return indexes;
    }

    /** How many entries of the dictionary the first {@code some} indexes name, which are all below that number. */
    int entriesOfFirst(int some) {
        int last = -1;
        for (int i = 0; i < some; i++) {
            last = Math.max(last, indexes[i]);
        }
        return last + 1;
    }

    void advance(int more, long moreUnencodedBytes) {
        count += more;
        unencodedBytes += moreUnencodedBytes;
    }

    void clear() {
        count = 0;
        unencodedBytes = 0;
    }

    void release() {
        clear();
        retained.add(-4L * indexes.length);
        indexes = NONE;
    }
}
