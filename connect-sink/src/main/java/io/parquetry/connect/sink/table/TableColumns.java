package io.parquetry.connect.sink.table;

import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Type;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The columns of a file with the field ids of a table.
 *
 * @param keyValues key-value metadata of the file, from which it is known which table the ids are of
 */
public record TableColumns(MessageType schema, Map<String, String> keyValues) {
    /** The least field id of columns of a file that are none of its table; below those that formats reserve. */
    public static final int NO_COLUMN_LEAST = Integer.MAX_VALUE - 1_000;

    public TableColumns {
        Objects.requireNonNull(schema, "schema");
        keyValues = Map.copyOf(keyValues);
    }

    /**
     * All columns of a file. Those that the table does not have, which hold only nulls, get ids that it never gives:
     * some readers refuse a file that has a column without.
     */
    public MessageType in(MessageType file) {
        boolean isOfTable =
                schema.fields().stream().anyMatch(field -> field.fieldId().isPresent());
        return schema == file || !isOfTable
                ? file
                : new MessageType(file.name(), in(file.fields(), schema.fields(), new int[] {NO_COLUMN_LEAST}));
    }

    private static List<Type> in(List<Type> file, List<Type> numbered, int[] next) {
        return file.stream().map(column -> in(column, numbered, next)).toList();
    }

    private static Type in(Type column, List<Type> numbered, int[] next) {
        Optional<Type> same = numbered.stream()
                .filter(each -> each.name().equals(column.name()))
                .findFirst();
        if (same.isEmpty()) {
            return withId(column, OptionalInt.of(next[0]++));
        }
        boolean lacksColumns = same.get() instanceof GroupType known
                && known.fields().size() < ((GroupType) column).fields().size();
        return lacksColumns
                ? withFields(
                        (GroupType) same.get(),
                        in(((GroupType) column).fields(), ((GroupType) same.get()).fields(), next))
                : same.get();
    }

    private static Type withId(Type column, OptionalInt id) {
        return column instanceof PrimitiveType leaf
                ? new PrimitiveType(
                        leaf.name(), leaf.repetition(), leaf.physicalType(), leaf.typeLength(), leaf.logicalType(), id)
                : new GroupType(
                        column.name(), column.repetition(), column.logicalType(), id, ((GroupType) column).fields());
    }

    private static GroupType withFields(GroupType group, List<Type> fields) {
        return new GroupType(group.name(), group.repetition(), group.logicalType(), group.fieldId(), fields);
    }

    /** Of a file that goes to no table. */
    public static TableColumns withoutTable(MessageType columns) {
        return new TableColumns(columns, Map.of());
    }
}
