package io.parquetry.cli.write;

import io.parquetry.format.UsageException;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Projection;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Shape;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.schema.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** The schema of a file that is written from others: columns left out, and types that can hold the new values. */
final class RewrittenSchema {
    private final Set<String> nulled;

    private RewrittenSchema(Set<String> nulled) {
        this.nulled = nulled;
    }

    /** The columns that are kept; a path names all columns below a group. */
    static Projection columns(MessageType schema, List<ColumnPath> wanted, List<ColumnPath> dropped) {
        dropped.forEach(schema::along);
        Projection selected = wanted.isEmpty() ? Projection.ALL : Projection.of(wanted);
        if (dropped.isEmpty()) {
            return selected;
        }
        List<ColumnPath> kept = new ArrayList<>();
        for (LeafColumn leaf : selected.of(schema).columns()) {
            if (!isDropped(leaf, dropped)) {
                kept.add(new ColumnPath(leaf.path()));
            }
        }
        if (kept.isEmpty()) {
            throw new UsageException("--drop leaves no column");
        }
        Projection left = Projection.of(kept);
        for (LeafColumn leaf : left.of(schema).columns()) {
            if (isDropped(leaf, dropped)) {
                throw new UsageException("--drop: column " + leaf.dottedPath() + " is the key of a map or a part of a"
                        + " variant, of which the rest is kept; drop the whole map or variant");
            }
        }
        return left;
    }

    private static boolean isDropped(LeafColumn leaf, List<ColumnPath> dropped) {
        return dropped.stream().anyMatch(path -> isBelow(leaf.path(), path.names()));
    }

    private static boolean isBelow(List<String> leaf, List<String> path) {
        return leaf.size() >= path.size() && leaf.subList(0, path.size()).equals(path);
    }

    /**
     * @param selected the schema of the rows that are read
     * @param nulled dotted paths of columns whose values become null
     */
    static MessageType of(MessageType selected, Set<String> nulled) {
        return new MessageType(selected.name(), new RewrittenSchema(nulled).fields(selected.fields(), ""));
    }

    /** Whether the column holds what is in lists or maps, and the schema does not allow that to be null. */
    static boolean isRequiredElement(MessageType schema, LeafColumn column) {
        return holdsRequiredElement(Shape.of(schema), column);
    }

    private static boolean holdsRequiredElement(Shape shape, LeafColumn column) {
        if (shape instanceof Shape.StructShape struct) {
            return struct.fields().stream().anyMatch(field -> holdsRequiredElement(field, column));
        } else if (shape instanceof Shape.ListShape list) {
            return isRequired(list.element(), column);
        } else if (shape instanceof Shape.MapShape map) {
            return isRequired(map.key(), column)
                    || map.value().filter(value -> isRequired(value, column)).isPresent();
        }
        return false;
    }

    private static boolean isRequired(Shape element, LeafColumn column) {
        return element instanceof Shape.LeafShape leaf
                ? leaf.column().equals(column) && !leaf.nullable()
                : holdsRequiredElement(element, column);
    }

    private List<Type> fields(List<Type> fields, String parent) {
        List<Type> written = new ArrayList<>();
        for (Type field : fields) {
            String path = parent + field.name();
            written.add(
                    field instanceof GroupType group
                            ? new GroupType(
                                    group.name(),
                                    group.repetition(),
                                    group.logicalType(),
                                    group.fieldId(),
                                    fields(group.fields(), path + "."))
                            : leaf((PrimitiveType) field, path));
        }
        return written;
    }

    private Type leaf(PrimitiveType leaf, String path) {
        Repetition repetition = nulled.contains(path) && leaf.repetition() == Repetition.REQUIRED
                ? Repetition.OPTIONAL
                : leaf.repetition();
        if (leaf.physicalType() == PhysicalType.INT96) {
            PrimitiveType time = PrimitiveType.of(
                    leaf.name(), repetition, PhysicalType.INT64, new LogicalType.Timestamp(true, TimeUnit.NANOS));
            return withId(time, leaf.fieldId());
        }
        return new PrimitiveType(
                leaf.name(), repetition, leaf.physicalType(), leaf.typeLength(), leaf.logicalType(), leaf.fieldId());
    }

    private static PrimitiveType withId(PrimitiveType type, OptionalInt id) {
        return new PrimitiveType(
                type.name(), type.repetition(), type.physicalType(), type.typeLength(), type.logicalType(), id);
    }
}
