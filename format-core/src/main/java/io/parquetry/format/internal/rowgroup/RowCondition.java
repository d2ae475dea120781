package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.internal.statistics.ValueSet;
import io.parquetry.format.schema.LeafColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The condition that rows must satisfy, bound to the columns of a file. There is no NOT and no third truth value:
 * whoever creates a condition pushes NOT down to the columns, where null either matches or not.
 */
public sealed interface RowCondition {
    /**
     * A condition on one column.
     *
     * @param leaf the column, or one below a group that is asked for null; repeated only where that group is a list or
     *     map, or holds nothing else
     * @param presentLevel definition level from which on the value is not null: that of the column or of a group
     *     around it
     * @param values the values that match; where {@code presentLevel} is that of a group, all or none
     * @param nullWanted whether null matches
     */
    record Column(LeafColumn leaf, int presentLevel, ValueSet values, boolean nullWanted) implements RowCondition {
        public Column {
            Objects.requireNonNull(leaf, "leaf");
            Objects.requireNonNull(values, "values");
        }

        private boolean isOnSameColumn(Column other) {
            return leaf.ordinal() == other.leaf.ordinal() && presentLevel == other.presentLevel;
        }

        /** Whether all values match or none does, so that levels decide. */
        boolean isOnPresence() {
            return values.isEmpty() || values.not().isEmpty();
        }

        /** Whether null means a null of the column itself, which its statistics count, and not of a group around it. */
        boolean isOfLeaf() {
            return presentLevel == leaf.maxDefinitionLevel();
        }
    }

    /** All conditions are true. */
    record All(List<RowCondition> conditions) implements RowCondition {
        public All {
            conditions = List.copyOf(conditions);
        }
    }

    /** At least one condition is true. */
    record Any(List<RowCondition> conditions) implements RowCondition {
        public Any {
            conditions = List.copyOf(conditions);
        }
    }

    /** All of these conditions; those on the same column are merged into one. */
    static RowCondition all(List<RowCondition> conditions) {
        List<RowCondition> joined = new ArrayList<>();
        for (RowCondition each : conditions) {
            for (RowCondition part : each instanceof All all ? all.conditions : List.of(each)) {
                join(joined, part, true);
            }
        }
        return joined.size() == 1 ? joined.get(0) : new All(joined);
    }

    /** Any of these conditions; those on the same column are merged into one. */
    static RowCondition any(List<RowCondition> conditions) {
        List<RowCondition> joined = new ArrayList<>();
        for (RowCondition each : conditions) {
            for (RowCondition part : each instanceof Any any ? any.conditions : List.of(each)) {
                join(joined, part, false);
            }
        }
        return joined.size() == 1 ? joined.get(0) : new Any(joined);
    }

    private static void join(List<RowCondition> joined, RowCondition next, boolean both) {
        if (next instanceof Column column) {
            for (int i = 0; i < joined.size(); i++) {
                if (joined.get(i) instanceof Column before && before.isOnSameColumn(column)) {
                    joined.set(
                            i,
                            both
                                    ? new Column(
                                            column.leaf,
                                            column.presentLevel,
                                            before.values.and(column.values),
                                            before.nullWanted && column.nullWanted)
                                    : new Column(
                                            column.leaf,
                                            column.presentLevel,
                                            before.values.or(column.values),
                                            before.nullWanted || column.nullWanted));
                    return;
                }
            }
        }
        joined.add(next);
    }
}
