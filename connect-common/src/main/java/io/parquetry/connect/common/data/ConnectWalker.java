package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.SchemaDescription;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RecordWalker;
import io.parquetry.format.schema.Shape;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Walks Connect values. Each node of the file's schema is bound to a Connect schema before the writer asks for its
 * access. Nodes are map keys by value, which is unambiguous because every shape holds the ordinals of its leaves.
 */
final class ConnectWalker implements RecordWalker<SinkRecord> {
    private final Map<Shape, StructAccess<?, ?>> structs = new HashMap<>();
    private final Map<Shape, ListAccess<?>> lists = new HashMap<>();
    private final Map<Shape, LeafAccess> leaves = new HashMap<>();
    private final Map<Shape, StructAccess<?, ?>> variants = new HashMap<>();

    /** Takes the parts of shredded variants. */
    private final RecordWalker<?> parts = PlainRecords.walker();

    private StructAccess<SinkRecord, ?> record;

    void bindRecord(StructAccess<SinkRecord, ?> access) {
        record = access;
    }

    /** Binds a node and its descendants. */
    void bind(Shape shape, Schema schema) {
        if (shape instanceof Shape.StructShape struct) {
            bind(struct, fields(schema));
            bindFields(struct, schema);
        } else if (shape instanceof Shape.ListShape list) {
            bind(list, ListAccess.JAVA_LIST);
            bind(list.element(), schema.valueSchema());
        } else if (shape instanceof Shape.MapShape map) {
            bind(map.key(), schema.keySchema());
            bind(map.value().orElseThrow(), schema.valueSchema());
        } else if (shape instanceof Shape.LeafShape leaf) {
            bind(leaf, LeafAccesses.of(schema, leaf.type()));
        }
    }

    /** Binds the descendants of a struct. A struct without fields has a column that holds only nulls. */
    void bindFields(Shape.StructShape struct, Schema schema) {
        if (schema.fields().isEmpty()) {
            bind((Shape.LeafShape) struct.fields().get(0), LeafAccess.BOOLEAN);
            return;
        }
        for (Field field : schema.fields()) {
            bind(struct.fields().get(field.index()), field.schema());
        }
    }

    void bind(Shape.StructShape shape, StructAccess<?, ?> access) {
        structs.put(shape, access);
    }

    void bind(Shape.ListShape shape, ListAccess<?> access) {
        lists.put(shape, access);
    }

    void bind(Shape.LeafShape shape, LeafAccess access) {
        leaves.put(shape, access);
    }

    /** @param access gives the parts of the variant in the form of {@link PlainRecords} */
    void bind(Shape.VariantShape shape, StructAccess<?, ?> access) {
        variants.put(shape, access);
        shape.parts().fields().forEach(this::bindPart);
    }

    private void bindPart(Shape part) {
        if (part instanceof Shape.StructShape struct) {
            bind(struct, parts.struct(struct));
            struct.fields().forEach(this::bindPart);
        } else if (part instanceof Shape.ListShape list) {
            bind(list, parts.list(list));
            bindPart(list.element());
        } else {
            bind((Shape.LeafShape) part, parts.leaf((Shape.LeafShape) part));
        }
    }

    @Override
    public StructAccess<SinkRecord, ?> record(Shape.StructShape shape) {
        return record;
    }

    @Override
    public StructAccess<?, ?> struct(Shape.StructShape shape) {
        return bound(structs, shape);
    }

    @Override
    public ListAccess<?> list(Shape.ListShape shape) {
        return bound(lists, shape);
    }

    @Override
    public StructAccess<?, ?> variant(Shape.VariantShape shape) {
        return bound(variants, shape);
    }

    @Override
    public MapAccess<?> map(Shape.MapShape shape) {
        return MapAccess.JAVA_MAP;
    }

    @Override
    public LeafAccess leaf(Shape.LeafShape shape) {
        return bound(leaves, shape);
    }

    private static <T> T bound(Map<Shape, T> places, Shape shape) {
        T access = places.get(shape);
        if (access == null) {
            throw new IllegalStateException("the writer asks for " + shape.name() + ", which is not in the layout");
        }
        return access;
    }

    /** Gives the fields of structs as they are, nulls included where a field has a default. */
    static StructAccess<Struct, Struct> fields(Schema schema) {
        if (schema.fields().isEmpty()) {
            return (FieldAccess<Struct>) (struct, index) -> null;
        }
        StructSlots slots = StructSlots.of(schema);
        return slots instanceof StructSlots.Direct direct
                ? new ArrayFields(schema, direct)
                : new SlotFields(schema, slots);
    }

    /** Requires structs to have the schema of their node. */
    private abstract static class SchemaFields implements StructAccess<Struct, Struct> {
        private Schema known;

        SchemaFields(Schema schema) {
            this.known = schema;
        }

        @Override
        public final Struct open(Struct struct) {
            if (struct.schema() != known) {
                requireSame(struct.schema());
            }
            return struct;
        }

        private void requireSame(Schema schema) {
            if (!known.equals(schema)) {
                String found = SchemaDescription.of(schema);
                String expected = SchemaDescription.of(known);
                throw new InvalidRecordException("a struct has the schema " + found
                        + ", but the record's schema has "
                        + (expected.equals(found) ? "another version, doc, parameter or default" : expected)
                        + "; a transformation may have changed one of them");
            }
            known = schema;
        }
    }

    private static final class SlotFields extends SchemaFields {
        private final StructSlots slots;

        SlotFields(Schema schema, StructSlots slots) {
            super(schema);
            this.slots = slots;
        }

        @Override
        public Object field(Struct struct, int index) {
            return slots.get(struct, index);
        }
    }

    private static final class ArrayFields extends SchemaFields implements ArrayStructAccess<Struct, Struct> {
        private final StructSlots.Direct slots;

        ArrayFields(Schema schema, StructSlots.Direct slots) {
            super(schema);
            this.slots = slots;
        }

        @Override
        public Object[] fields(Struct struct) {
            return slots.array(struct);
        }
    }
}
