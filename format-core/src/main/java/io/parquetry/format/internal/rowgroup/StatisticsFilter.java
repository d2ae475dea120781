package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.metadata.Statistics.Bound;

/** Whether rows of a chunk or page can be wanted, going by what is believed of its statistics. */
final class StatisticsFilter {
    private StatisticsFilter() {}

    /**
     * Whether there may be a wanted row.
     *
     * @param believed what {@code StatisticsValidator} gives
     * @param entries values and nulls of the chunk or page
     */
    static boolean mayMatch(RowCondition.Column condition, Statistics believed, long entries) {
        return condition.nullWanted() && mayBeNull(believed) || mayMatchValue(condition, believed, entries);
    }

    static boolean mayBeNull(Statistics believed) {
        return believed.nulls().orElse(1) > 0;
    }

    private static boolean mayMatchValue(RowCondition.Column condition, Statistics believed, long entries) {
        if (condition.values().isEmpty()) {
            return false;
        }
        if (!condition.isOfLeaf()) {
            // The column may be null where the group that is asked for is not.
            return true;
        }
        long values = entries - believed.nulls().orElse(0);
        if (values == 0) {
            return false;
        }
        boolean mayBeNan = believed.nans().orElse(1) > 0;
        if (condition.values().containsNan() && mayBeNan) {
            return true;
        }
        boolean onlyNan = believed.nans().isPresent()
                && believed.nulls().isPresent()
                && believed.nans().getAsLong() == values;
        return !onlyNan
                && condition
                        .values()
                        .meets(believed.min().map(Bound::value), believed.max().map(Bound::value));
    }
}
