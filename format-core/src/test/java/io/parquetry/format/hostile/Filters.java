package io.parquetry.format.hostile;

import io.parquetry.format.UsageException;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.filter.Filter.Literal;
import io.parquetry.format.filter.Filter.Operator;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Filters over the columns of any schema, which use every way of pruning. */
final class Filters {
    private static final int COLUMNS_MAX = 6;
    private static final int FIXED_BYTES_MAX = 100;

    private Filters() {}

    /** Few rows: one of the columns has exactly this value. */
    static Optional<Filter> rare(MessageType schema) {
        List<Filter> parts = comparisons(schema, Operator.EQUAL);
        return parts.isEmpty() ? Optional.empty() : Optional.of(new Filter.Or(parts));
    }

    /** Most rows: every column is null or not above its value. */
    static Optional<Filter> frequent(MessageType schema) {
        List<Filter> parts = new ArrayList<>();
        for (Filter above : comparisons(schema, Operator.GREATER)) {
            ColumnPath column = ((Filter.Comparison) above).column();
            parts.add(new Filter.Or(List.of(new Filter.IsNull(column), new Filter.Not(above))));
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(new Filter.And(parts));
    }

    private static List<Filter> comparisons(MessageType schema, Operator operator) {
        List<Filter> parts = new ArrayList<>();
        for (LeafColumn leaf : schema.leaves()) {
            if (parts.size() < COLUMNS_MAX) {
                comparison(schema, leaf, operator).ifPresent(parts::add);
            }
        }
        return parts;
    }

    /** With the first of the values that the column's type accepts, if there is one. */
    private static Optional<Filter> comparison(MessageType schema, LeafColumn leaf, Operator operator) {
        for (Literal literal : List.of(
                Literal.of(3),
                Literal.of(0),
                Literal.of("1970-01-02"),
                Literal.of("00:00:01"),
                Literal.of("00000000-0000-0000-0000-000000000001"),
                Literal.of("a"),
                Literal.of(true),
                Literal.of(new byte[Math.min(FIXED_BYTES_MAX, leaf.type().typeLength())]))) {
            Filter comparison = new Filter.Comparison(new ColumnPath(leaf.path()), operator, literal);
            try {
                return Optional.of(Filter.parse(comparison.toString(), schema));
            } catch (UsageException e) {
                // Not a value of this column, or a column that cannot be filtered.
            }
        }
        return Optional.empty();
    }
}
