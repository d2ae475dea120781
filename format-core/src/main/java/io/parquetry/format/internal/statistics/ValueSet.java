package io.parquetry.format.internal.statistics;

import java.util.List;
import java.util.Optional;

/**
 * The values of a column that a filter wants, in the column's order; NaN, which has no place in that order, is in it or
 * not. -0.0 and 0.0 are one value. Bounds and values are in PLAIN form, bounds as {@link StatisticsValidator} gives them.
 */
public abstract sealed class ValueSet permits NumberSet, BinarySet {
    final ValueOrder order;

    ValueSet(ValueOrder order) {
        this.order = order;
    }

    /** Only these values; of a column without order, only of INT96. */
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

    /** The values of the same column that are not in the set, NaN among them when it is not in the set. */
    public abstract ValueSet not();

    /** The values of both sets, which are of the same column. */
    public abstract ValueSet and(ValueSet other);

    /** The values of either set, which are of the same column. */
    public final ValueSet or(ValueSet other) {
        return not().and(other.not()).not();
    }

    public abstract boolean isEmpty();

    public abstract boolean containsNan();

    /** Whether any value between these bounds, NaN left aside, is in the set; an absent bound says nothing. */
    public abstract boolean meets(Optional<byte[]> min, Optional<byte[]> max);

    /** Whether any value up to this bound, NaN left aside, is in the set. */
    public final boolean reachesDownTo(byte[] bound) {
        return meets(Optional.empty(), Optional.of(bound));
    }

    /** Whether any value from this bound on, NaN left aside, is in the set. */
    public final boolean reachesUpTo(byte[] bound) {
        return meets(Optional.of(bound), Optional.empty());
    }

    /** The values one by one; empty when there are more than {@code most}, or they are not told easily. */
    public abstract Optional<List<byte[]>> members(int most);

    public abstract boolean contains(boolean value);

    public abstract boolean contains(int value);

    public abstract boolean contains(long value);

    public abstract boolean contains(float value);

    public abstract boolean contains(double value);

    /** Whether the value that lies in this range is in the set. */
    public abstract boolean contains(byte[] source, int start, int end);
}
