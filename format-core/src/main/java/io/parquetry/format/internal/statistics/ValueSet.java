package io.parquetry.format.internal.statistics;

import java.util.List;
import java.util.Optional;

/**
 * The set of a column's values that match a filter, in the column's order. NaN, which is not in that order, is either
 * a member or not. -0.0 and 0.0 are one value. Bounds and values are in PLAIN form, bounds from {@link
 * StatisticsValidator}.
 */
public abstract sealed class ValueSet permits NumberSet, BinarySet {
    final ValueOrder order;

    ValueSet(ValueOrder order) {
        this.order = order;
    }

    /** The set of these values; of columns without order, only INT96 is supported. */
    public static ValueSet of(ValueOrder order, List<byte[]> values) {
        return isNumber(order) ? NumberSet.ofValues(order, values) : BinarySet.ofValues(order, values);
    }

    /** The values below this one, without NaN. */
    public static ValueSet below(ValueOrder order, byte[] value) {
        return isNumber(order) ? NumberSet.valuesBelow(order, value) : BinarySet.valuesBelow(order, value);
    }

    /** The values above this one, without NaN. */
    public static ValueSet above(ValueOrder order, byte[] value) {
        return isNumber(order) ? NumberSet.valuesAbove(order, value) : BinarySet.valuesAbove(order, value);
    }

    /** No value. */
    public static ValueSet none(ValueOrder order) {
        return of(order, List.of());
    }

    private static boolean isNumber(ValueOrder order) {
        return switch (order) {
            case BOOLEAN, INT32_SIGNED, INT32_UNSIGNED, INT64_SIGNED, INT64_UNSIGNED, FLOAT, DOUBLE, FLOAT16 -> true;
            case BYTES, DECIMAL_BYTES, NONE -> false;
        };
    }

    /** The complement, which contains NaN if this set does not. */
    public abstract ValueSet not();

    /** The intersection with another set of the same column. */
    public abstract ValueSet and(ValueSet other);

    /** The union with another set of the same column. */
    public final ValueSet or(ValueSet other) {
        return not().and(other.not()).not();
    }

    public abstract boolean isEmpty();

    public abstract boolean containsNan();

    /** Whether any value between these bounds, except NaN, is in the set; an absent bound is no limit. */
    public abstract boolean meets(Optional<byte[]> min, Optional<byte[]> max);

    /** All values; empty if there are more than {@code most}, or if they cannot be enumerated. */
    public abstract Optional<List<byte[]>> members(int most);

    public abstract boolean contains(boolean value);

    public abstract boolean contains(int value);

    public abstract boolean contains(long value);

    public abstract boolean contains(float value);

    public abstract boolean contains(double value);

    /** Whether the value in this range is in the set. */
    public abstract boolean contains(byte[] source, int start, int end);
}
