package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.internal.statistics.ValueSet;
import io.parquetry.format.schema.LeafColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What rows must be to be wanted, bound to the columns of a file. There is no negation and no third truth value: whoever
 * makes a condition has brought NOT down to the columns, where null is either wanted or not.
 */
public sealed interface RowCondition {
    /**
     * A condition on one column, which is not repeated.
     *
     * @param presentLevel definition level from which on it is not null: that of the column, or of a group around it
     * @param values the values that are wanted; where {@code presentLevel} is that of a group, all or none
     * @param nullWanted whether null is wanted
     */
    record Column(LeafColumn leaf, int presentLevel, ValueSet values, boolean nullWanted) implements RowCondition {
        public Column {
            Objects.requireNonNull(leaf, "leaf");
            Objects.requireNonNull(values, "values");
        }

        private boolean isAbout(Column other) {
            return leaf.ordinal() == other.leaf.ordinal() && presentLevel == other.presentLevel;
        }

        /** Whether the level of the column itself tells null, so that its statistics do. */
        boolean isOfLeaf() {
            return presentLevel == leaf.maxDefinitionLevel();
        }
    }

    /** Every one of these is true. */
    record All(List<RowCondition> conditions) implements RowCondition {
        public All {
            conditions = List.copyOf(conditions);
        }
    }

    /** One of these is true. */
    record Any(List<RowCondition> conditions) implements RowCondition {
        public Any {
            conditions = List.copyOf(conditions);
        }
    }

    /** Every one of these; those about the same column become one. */
    static RowCondition all(List<RowCondition> conditions) {
        List<RowCondition> joined = new ArrayList<>();
        for (RowCondition each : conditions) {
            for (RowCondition part : each instanceof All all ? all.conditions : List.of(each)) {
                join(joined, part, true);
            }
        }
        return joined.size() == 1 ? joined.get(0) : new All(joined);
    }

    /** One of these; those about the same column become one. */
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
                if (joined.get(i) instanceof Column before && before.isAbout(column)) {
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
