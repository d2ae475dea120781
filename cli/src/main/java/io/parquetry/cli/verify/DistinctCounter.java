package io.parquetry.cli.verify;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Counts the distinct values of a chunk, as long as they take little memory. NaN and zero have several representations:
 * the writer decides whether they count as one value, and whether NaN counts at all.
 */
final class DistinctCounter {
    private static final int VALUES_MAX = 1 << 20;
    private static final long BYTES_MAX = 1L << 26;

    private final Optional<ValueComparison> floating;
    private final Set<Object> values = new HashSet<>();
    private long bytes;
    private boolean tooMany;
    private int nans;
    private int zeros;

    DistinctCounter(Optional<ValueComparison> comparison) {
        floating = comparison.filter(ValueComparison::floating);
    }

    void add(Object value) {
        if (tooMany || !values.add(key(value))) {
            return;
        }
        if (floating.isPresent()) {
            nans += floating.get().isNan(value) ? 1 : 0;
            zeros += floating.get().isZero(value) ? 1 : 0;
        }
        bytes += value instanceof byte[] array ? array.length : Long.BYTES;
        tooMany = values.size() > VALUES_MAX || bytes > BYTES_MAX;
        if (tooMany) {
            values.clear();
        }
    }

    /** Floating-point values are distinguished by their bits. */
    private static Object key(Object value) {
        if (value instanceof Float number) {
            return Float.floatToRawIntBits(number);
        }
        if (value instanceof Double number) {
            return Double.doubleToRawLongBits(number);
        }
        return value instanceof byte[] array ? ByteBuffer.wrap(array) : value;
    }

    /** Whether {@code claimed} can be the number of distinct values; true when there were too many to count. */
    boolean allows(long claimed) {
        return tooMany || claimed <= values.size() && claimed >= values.size() - nans - Math.max(0, zeros - 1);
    }

    /** The number of distinct values, counting each representation of NaN and zero. */
    int count() {
        return values.size();
    }
}
