package io.parquetry.format.schema;

import java.util.List;
import java.util.Optional;

/**
 * The schema tree as a host sees it: structs, lists, maps, variants and leaves, each with the levels at which it is
 * there. The wrapper groups of LIST and MAP, of today and of old writers (LogicalTypes.md, "Backward-compatibility
 * rules"), are resolved here and nowhere else.
 *
 * <p>Levels: a value whose definition level is at least {@link #presentLevel()} is there; below it, it is null or
 * something around it is absent.
 */
public sealed interface Shape {
    /** The outermost schema field of this value. */
    String name();

    /** Whether the value itself may be null. */
    boolean nullable();

    /** The definition level from which on the value is there. */
    int presentLevel();

    /** The leaves below, in schema order; a leaf is its own only one. */
    List<LeafColumn> leaves();

    /** A group of named fields; the root is one, with level 0. */
    record StructShape(String name, boolean nullable, int presentLevel, List<Shape> fields, List<LeafColumn> leaves)
            implements Shape {
        public StructShape {
            fields = List.copyOf(fields);
            leaves = List.copyOf(leaves);
        }
    }

    /**
     * A list.
     *
     * @param annotated whether the schema says LIST; a bare repeated field is never null, and absent means empty
     * @param elementLevel definition level from which on there is an element; at {@code presentLevel} exactly, the list
     *     is empty
     * @param repetitionLevel repetition level of every element but the first
     */
    record ListShape(
            String name,
            boolean nullable,
            int presentLevel,
            int elementLevel,
            int repetitionLevel,
            boolean annotated,
            Shape element,
            List<LeafColumn> leaves)
            implements Shape {
        public ListShape {
            leaves = List.copyOf(leaves);
        }
    }

    /**
     * A map as a list of entries.
     *
     * @param value absent for the legacy maps that have only keys
     */
    record MapShape(
            String name,
            boolean nullable,
            int presentLevel,
            int entryLevel,
            int repetitionLevel,
            Shape key,
            Optional<Shape> value,
            List<LeafColumn> leaves)
            implements Shape {
        public MapShape {
            leaves = List.copyOf(leaves);
        }
    }

    /**
     * A variant (VariantEncoding.md, VariantShredding.md).
     *
     * @param parts the group as a struct: metadata, value and, when shredded, typed_value
     */
    record VariantShape(StructShape parts) implements Shape {
        @Override
        public String name() {
            return parts.name();
        }

        @Override
        public boolean nullable() {
            return parts.nullable();
        }

        @Override
        public int presentLevel() {
            return parts.presentLevel();
        }

        @Override
        public List<LeafColumn> leaves() {
            return parts.leaves();
        }
    }

    /** A single value of a leaf column. */
    record LeafShape(String name, boolean nullable, int presentLevel, LeafColumn column) implements Shape {
        @Override
        public List<LeafColumn> leaves() {
            return List.of(column);
        }

        public PrimitiveType type() {
            return column.type();
        }
    }

    /** The shape of a whole record. */
    static StructShape of(MessageType schema) {
        return new ShapeBuilder(schema).root();
    }
}
