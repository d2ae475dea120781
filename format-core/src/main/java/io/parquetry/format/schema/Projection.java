package io.parquetry.format.schema;

import io.parquetry.format.UsageException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which fields of a schema are wanted. A path to a group selects all below it; fields keep the order of the schema, in
 * whatever order they are asked for.
 *
 * <p>What a field means does not change when its neighbours are left out: (a) the key of a map is there as soon as
 * anything of the map is; (b) a variant is there whole or not at all; (c) the levels of every column stay the same; (d)
 * a group that the rules of LogicalTypes.md read one way with all its fields is not read another way with some of them:
 * the element of a two-level list is then called {@code array}, and a wrong annotation is left out.
 */
public final class Projection {
    /** Every field. */
    public static final Projection ALL = new Projection(List.of());

    private final List<ColumnPath> paths;

    private Projection(List<ColumnPath> paths) {
        this.paths = List.copyOf(paths);
    }

    /** The fields with these paths, of which there is at least one. */
    public static Projection of(List<ColumnPath> paths) {
        if (paths.isEmpty()) {
            throw new UsageException("a projection names at least one column; Projection.ALL has them all");
        }
        return new Projection(paths);
    }

    /** The fields that a text like {@code id, geo.lat, "odd.name"} names, as {@link ColumnPath} says. */
    public static Projection parse(String text) {
        return of(ColumnPath.parseList(text));
    }

    /**
     * What is left of a schema.
     *
     * @param columns for each leaf of {@code schema}, the same column in the whole one
     */
    public record Projected(MessageType schema, List<LeafColumn> columns) {
        public Projected {
            columns = List.copyOf(columns);
        }
    }

    /** The part of this schema that is wanted; a path that leads nowhere is refused with what there is. */
    public Projected of(MessageType schema) {
        if (paths.isEmpty()) {
            return new Projected(schema, schema.leaves());
        }
        Wanted root = new Wanted();
        paths.forEach(path -> root.add(path, schema));
        Pruning pruning = new Pruning(schema.leaves());
        List<Type> fields = pruning.fields(schema.fields(), root);
        return new Projected(new MessageType(schema.name(), fields), pruning.kept);
    }

    @Override
    public String toString() {
        return paths.isEmpty() ? "all columns" : paths.toString();
    }

    /** What is wanted below a group. */
    private static final class Wanted {
        private static final Wanted ALL = new Wanted();

        private final Map<String, Wanted> fields = new LinkedHashMap<>();

        /** Of a map, of which at least something is wanted. */
        void keepKey(GroupType entry) {
            Wanted inEntry = fields.get(entry.name());
            if (inEntry != ALL) {
                inEntry.fields.put(entry.fields().get(0).name(), ALL);
            }
        }

        void add(ColumnPath path, MessageType schema) {
            Wanted at = this;
            Iterator<Type> along = schema.along(path).iterator();
            while (at != ALL) {
                String name = along.next().name();
                if (!along.hasNext()) {
                    at.fields.put(name, ALL);
                    return;
                }
                at = at.fields.computeIfAbsent(name, each -> new Wanted());
            }
        }
    }

    /** One walk over the whole schema, in which leaves are counted. */
    private static final class Pruning {
        private final List<LeafColumn> leaves;
        private final List<LeafColumn> kept = new ArrayList<>();
        private int nextLeaf;

        Pruning(List<LeafColumn> leaves) {
            this.leaves = leaves;
        }

        List<Type> fields(List<Type> fields, Wanted wanted) {
            List<Type> left = new ArrayList<>();
            for (Type field : fields) {
                Wanted below = wanted == Wanted.ALL ? Wanted.ALL : wanted.fields.get(field.name());
                if (below == null) {
                    pass(field, false);
                } else {
                    left.add(field(field, below));
                }
            }
            return left;
        }

        private Type field(Type field, Wanted wanted) {
            if (wanted == Wanted.ALL || !(field instanceof GroupType group) || ShapeBuilder.isVariant(group)) {
                pass(field, true);
                return field;
            }
            if (ShapeBuilder.isMap(group)) {
                wanted.keepKey((GroupType) group.fields().get(0));
            }
            return withFields(group, fields(group.fields(), wanted));
        }

        private void pass(Type field, boolean keep) {
            if (field instanceof GroupType group) {
                group.fields().forEach(each -> pass(each, keep));
            } else {
                if (keep) {
                    kept.add(leaves.get(nextLeaf));
                }
                nextLeaf++;
            }
        }
    }

    private static GroupType withFields(GroupType whole, List<Type> fields) {
        GroupType part = new GroupType(whole.name(), whole.repetition(), whole.logicalType(), whole.fieldId(), fields);
        if (ShapeBuilder.isList(whole)) {
            Type element = whole.fields().get(0);
            boolean same = ShapeBuilder.isElement(whole, element) == ShapeBuilder.isElement(part, fields.get(0));
            return same ? part : withFields(whole, List.of(calledArray((GroupType) fields.get(0))));
        }
        boolean misread = ShapeBuilder.isList(part) || (ShapeBuilder.isMap(part) && !ShapeBuilder.isMap(whole));
        return misread
                ? new GroupType(whole.name(), whole.repetition(), Optional.empty(), whole.fieldId(), fields)
                : part;
    }

    private static GroupType calledArray(GroupType element) {
        return new GroupType("array", element.repetition(), element.logicalType(), element.fieldId(), element.fields());
    }
}
