package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.metadata.Statistics.Bound;

/** Decides by trusted statistics whether rows of a chunk or page can match. */
final class StatisticsFilter {
    private StatisticsFilter() {}

    /**
     * Whether a row can match.
     *
     * @param trusted statistics from {@code StatisticsValidator}
     * @param entries number of values and nulls of the chunk or page
     */
    static boolean mayMatch(RowCondition.Column condition, Statistics trusted, long entries) {
        return condition.nullWanted() && mayBeNull(trusted) || mayMatchValue(condition, trusted, entries);
    }

    static boolean mayBeNull(Statistics trusted) {
        return trusted.nulls().orElse(1) > 0;
    }

    private static boolean mayMatchValue(RowCondition.Column condition, Statistics trusted, long entries) {
        if (condition.values().isEmpty()) {
            return false;
        }
        if (!condition.isOfLeaf()) {
            // The column may be null where the group of the condition is not.
            return true;
        }
        long values = entries - trusted.nulls().orElse(0);
        if (values == 0) {
            return false;
        }
        boolean mayBeNan = trusted.nans().orElse(1) > 0;
        if (condition.values().containsNan() && mayBeNan) {
            return true;
        }
        boolean onlyNan = trusted.nans().isPresent()
                && trusted.nulls().isPresent()
                && trusted.nans().getAsLong() == values;
        return !onlyNan
                && condition
                        .values()
                        .meets(trusted.min().map(Bound::value), trusted.max().map(Bound::value));
    }
}
