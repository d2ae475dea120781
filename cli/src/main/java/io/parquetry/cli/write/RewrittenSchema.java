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
            if (dropped.stream().noneMatch(path -> isBelow(leaf.path(), path.names()))) {
                kept.add(new ColumnPath(leaf.path()));
            }
        }
        if (kept.isEmpty()) {
            throw new UsageException("--drop leaves no column");
        }
        return Projection.of(kept);
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
