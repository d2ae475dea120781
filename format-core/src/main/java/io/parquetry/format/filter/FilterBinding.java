package io.parquetry.format.filter;

import io.parquetry.format.UsageException;
import io.parquetry.format.filter.Filter.Literal;
import io.parquetry.format.filter.Filter.Predicate;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.util.Comparator;
import java.util.List;

/**
 * A predicate bound to the columns of one schema.
 *
 * @param leaf the column, or one below the group, whose levels tell whether the group is there
 * @param presentLevel definition level from which on the column or group is not null
 * @param values the literals as values of the column in PLAIN form
 */
public record FilterBinding(LeafColumn leaf, int presentLevel, List<byte[]> values) {
    /** Finds the column and reads the literals; what does not fit is refused with what is allowed. */
    public static FilterBinding of(MessageType schema, Predicate predicate) {
        ColumnPath path = predicate.column();
        List<Type> along = schema.along(path);
        int level = 0;
        for (int i = 0; i < along.size(); i++) {
            Type field = along.get(i);
            requireFilterable(path, field, i == along.size() - 1);
            level += field.repetition() == Repetition.REQUIRED ? 0 : 1;
        }
        if (along.get(along.size() - 1) instanceof GroupType) {
            if (!literals(predicate).isEmpty()) {
                throw new UsageException(
                        "column " + path + " is a group; only IS NULL and IS NOT NULL can be asked of groups");
            }
            return new FilterBinding(leafBelow(schema, path), level, List.of());
        }
        LeafColumn leaf = leavesBelow(schema, path).get(0);
        List<byte[]> values = literals(predicate).stream()
                .map(literal -> LiteralValues.of(path, leaf.type(), literal))
                .toList();
        return new FilterBinding(leaf, level, values);
    }

    private static void requireFilterable(ColumnPath path, Type field, boolean last) {
        if (field.repetition() == Repetition.REPEATED) {
            throw new UsageException("column " + path + " lies in the list or map " + field.name()
                    + ", of which a row has any number of values; filters take columns outside of lists and maps");
        }
        boolean variant = field.logicalType()
                .filter(LogicalType.Variant.class::isInstance)
                .isPresent();
        if (variant && !last) {
            throw new UsageException("column " + path + " is a part of the variant " + field.name()
                    + "; only IS NULL and IS NOT NULL can be asked, of the variant as a whole");
        }
    }

    private static List<Literal> literals(Predicate predicate) {
        if (predicate instanceof Filter.Comparison comparison) {
            return List.of(comparison.literal());
        }
        return predicate instanceof Filter.In in ? in.literals() : List.of();
    }

    private static List<LeafColumn> leavesBelow(MessageType schema, ColumnPath path) {
        int depth = path.names().size();
        return schema.leaves().stream()
                .filter(leaf -> leaf.path().size() >= depth
                        && leaf.path().subList(0, depth).equals(path.names()))
                .toList();
    }

    /** One outside of lists and maps, whose statistics can be used, if there is one. */
    private static LeafColumn leafBelow(MessageType schema, ColumnPath path) {
        return leavesBelow(schema, path).stream()
                .min(Comparator.comparingInt(LeafColumn::maxRepetitionLevel))
                .orElseThrow(() -> new UsageException("group " + path + " has no columns that a filter could look at"));
    }

    /** The type of a column as messages name it. */
    static String typeName(PrimitiveType type) {
        String physical = type.physicalType() + (type.typeLength() > 0 ? "(" + type.typeLength() + ")" : "");
        return type.logicalType().map(meaning -> meaning + " in " + physical).orElse(physical);
    }
}
