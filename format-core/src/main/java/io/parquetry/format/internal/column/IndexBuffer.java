package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.internal.encoding.RetainedBytes;
import java.util.Arrays;

/** Where the values of the open page stand in the dictionary, for those that have been looked up. */
final class IndexBuffer {
    private static final int[] NONE = {};

    private final RetainedBytes retained;
    private int[] indexes = NONE;
    private int count;

    IndexBuffer(RetainedBytes retained) {
        this.retained = retained;
    }

    int count() {
        return count;
    }

    /** The indexes; only the first {@link #count} count, and {@link #room} may replace the array. */
    int[] array() {
        return indexes;
    }

    /** The array with room for more behind the first {@link #count}; {@link #advance} takes them over. */
    int[] room(int more) {
        int needed = count + more;
        if (needed > indexes.length) {
            int capacity = Growth.capacity(indexes.length, needed);
            retained.add(4L * (capacity - indexes.length));
            indexes = Arrays.copyOf(indexes, capacity);
        }
        return indexes;
    }

    void advance(int more) {
        count += more;
    }

    void clear() {
        count = 0;
    }

    void release() {
        clear();
        retained.add(-4L * indexes.length);
        indexes = NONE;
    }
}
