package io.parquetry.format.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a schema tree as structs, lists, maps and leaves. Fields are visited in schema order, so that leaf ordinals can
 * be counted along the way.
 */
final class ShapeBuilder {
    private final MessageType schema;
    private int nextLeaf;

    ShapeBuilder(MessageType schema) {
        this.schema = schema;
    }

    Shape.StructShape root() {
        return new Shape.StructShape(schema.name(), false, 0, fields(schema.fields(), 0, 0), schema.leaves());
    }

    private List<Shape> fields(List<Type> types, int repetition, int definition) {
        List<Shape> shapes = new ArrayList<>(types.size());
        for (Type type : types) {
            shapes.add(field(type, repetition, definition));
        }
        return shapes;
    }

    private Shape field(Type type, int repetition, int definition) {
        return switch (type.repetition()) {
            case REQUIRED -> content(type, false, repetition, definition);
            case OPTIONAL -> content(type, true, repetition, definition + 1);
            case REPEATED -> {
                int first = nextLeaf;
                Shape element = content(type, false, repetition + 1, definition + 1);
                yield new Shape.ListShape(
                        type.name(),
                        false,
                        definition,
                        definition + 1,
                        repetition + 1,
                        false,
                        element,
                        leavesSince(first));
            }
        };
    }

    /** What one occurrence of the field is; {@code definition} is the level at which it is there. */
    private Shape content(Type type, boolean nullable, int repetition, int definition) {
        if (type instanceof PrimitiveType) {
            return new Shape.LeafShape(
                    type.name(), nullable, definition, schema.leaves().get(nextLeaf++));
        }
        GroupType group = (GroupType) type;
        if (isList(group)) {
            return list(group, nullable, repetition, definition);
        }
        if (isMap(group)) {
            return map(group.name(), (GroupType) group.fields().get(0), nullable, repetition, definition);
        }
        int first = nextLeaf;
        List<Shape> fields = fields(group.fields(), repetition, definition);
        Shape.StructShape struct =
                new Shape.StructShape(group.name(), nullable, definition, fields, leavesSince(first));
        return isVariant(group) ? new Shape.VariantShape(struct) : struct;
    }

    /** Whether a group is a list; one that is annotated so may have another form. */
    static boolean isList(GroupType group) {
        return group.isAnnotated(LogicalType.LIST) && holdsOneRepeated(group);
    }

    /** Whether a group is a map; one that is annotated so may have another form. */
    static boolean isMap(GroupType group) {
        return (group.isAnnotated(LogicalType.MAP) || group.isAnnotated(LogicalType.MAP_KEY_VALUE))
                && holdsOneRepeated(group)
                && group.fields().get(0) instanceof GroupType entry
                && (entry.fields().size() == 1 || entry.fields().size() == 2);
    }

    /** A variant has its metadata and at least one of value and typed value. */
    static boolean isVariant(GroupType group) {
        return group.logicalType().filter(LogicalType.Variant.class::isInstance).isPresent()
                && group.fields().stream().anyMatch(field -> field.name().equals("metadata"))
                && group.fields().size() > 1;
    }

    private static boolean holdsOneRepeated(GroupType group) {
        return group.fields().size() == 1 && group.fields().get(0).repetition() == Repetition.REPEATED;
    }

    private Shape list(GroupType list, boolean nullable, int repetition, int definition) {
        int first = nextLeaf;
        Type repeated = list.fields().get(0);
        Shape element = isElement(list, repeated)
                ? content(repeated, false, repetition + 1, definition + 1)
                : field(((GroupType) repeated).fields().get(0), repetition + 1, definition + 1);
        return new Shape.ListShape(
                list.name(), nullable, definition, definition + 1, repetition + 1, true, element, leavesSince(first));
    }

    /** Whether the repeated field is the element itself, as in two-level lists, and not a wrapper around it. */
    static boolean isElement(GroupType list, Type repeated) {
        if (!(repeated instanceof GroupType group) || group.fields().size() != 1) {
            return true;
        }
        return group.fields().get(0).repetition() == Repetition.REPEATED
                || group.name().equals("array")
                || group.name().equals(list.name() + "_tuple");
    }

    private Shape map(String name, GroupType entry, boolean nullable, int repetition, int definition) {
        int first = nextLeaf;
        Shape key = field(entry.fields().get(0), repetition + 1, definition + 1);
        Optional<Shape> value = entry.fields().size() == 1
                ? Optional.empty()
                : Optional.of(field(entry.fields().get(1), repetition + 1, definition + 1));
        return new Shape.MapShape(
                name, nullable, definition, definition + 1, repetition + 1, key, value, leavesSince(first));
    }

    private List<LeafColumn> leavesSince(int first) {
        return schema.leaves().subList(first, nextLeaf);
    }
}
