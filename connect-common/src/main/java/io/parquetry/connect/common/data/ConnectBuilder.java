package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.ToConnect;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Builds Connect values of columns. Each node of the file's schema is bound to a Connect schema before the reader asks
 * for its maker. {@link ConnectWalker} is the opposite direction.
 */
final class ConnectBuilder implements RecordBuilder<StoredRecord> {
    private static final int NO_FIELD = -1;

    private final Map<Shape, StructMaker<?, ?>> structs = new HashMap<>();
    private final Map<Shape, ListMaker<?>> lists = new HashMap<>();
    private final Map<Shape, MapMaker<?>> maps = new HashMap<>();
    private final Map<Shape, VariantMaker> variants = new HashMap<>();
    private final Map<Shape, LeafMaker> leaves = new HashMap<>();
    private final LeafMaker.OfBytes text;
    private StructMaker<?, StoredRecord> record;
    private int longest;

    /** @param text makes text, {@link LeafMakers#TEXT} or one in its place */
    ConnectBuilder(LeafMaker.OfBytes text) {
        this.text = text;
    }

    /**
     * An upper bound of the length of all text and bytes that were made so far, by which the memory of a value is
     * bounded without a visit to each of its parts.
     */
    int longest() {
        return longest;
    }

    /** Records the length of the values that were made. */
    private final class Measured implements LeafMaker.OfBytes {
        private final LeafMaker.OfBytes maker;

        Measured(LeafMaker.OfBytes maker) {
            this.maker = maker;
        }

        @Override
        public Object ofBytes(byte[] buffer, int offset, int length) {
            Object made = maker.ofBytes(buffer, offset, length);
            // Text may be longer than the bytes of its column, as for a UUID.
            longest = Math.max(longest, Math.max(length, made instanceof String text ? text.length() : 0));
            return made;
        }

        @Override
        public boolean shareable() {
            return maker.shareable();
        }
    }

    /** Binds a node and its descendants. */
    void bind(Shape shape, Schema schema) {
        if (shape instanceof Shape.StructShape struct) {
            bindStruct(struct, schema);
        } else if (shape instanceof Shape.ListShape list) {
            bind(list, ARRAY);
            bind(list.element(), schema.valueSchema());
        } else if (shape instanceof Shape.MapShape map) {
            bindMap(map, schema);
        } else if (shape instanceof Shape.VariantShape variant) {
            bind(
                    variant,
                    (metadata, value) ->
                            new Struct(schema).put("metadata", metadata).put("value", value));
        } else if (shape instanceof Shape.LeafShape leaf) {
            bind(leaf, LeafMakers.of(schema, leaf.type()));
        }
    }

    void bindRecord(StructMaker<?, StoredRecord> maker) {
        record = maker;
    }

    private void bindStruct(Shape.StructShape struct, Schema schema) {
        structs.put(struct, structs(struct.fields(), schema));
    }

    /**
     * Binds the fields of a struct and returns the maker of the struct. Fields are matched by name, since a
     * struct without fields has a column without a field. An empty name is one of the sink, or has become another.
     */
    StructMaker<Struct, Struct> structs(List<Shape> fields, Schema schema) {
        int[] slots = new int[fields.size()];
        for (int i = 0; i < slots.length; i++) {
            Shape shape = fields.get(i);
            Field sameName = schema.field(shape.name());
            Field field = sameName == null ? schema.field(ToConnect.fieldName(shape, fields)) : sameName;
            if (field != null) {
                slots[i] = field.index();
                bind(shape, field.schema());
            } else {
                slots[i] = NO_FIELD;
                bind((Shape.LeafShape) shape, (LeafMaker.OfBoolean) Boolean::valueOf);
            }
        }
        boolean allKept = Arrays.stream(slots).noneMatch(slot -> slot == NO_FIELD);
        return allKept && StructSlots.of(schema) instanceof StructSlots.Direct direct
                ? new ArrayStructs(schema, slots, direct)
                : new Structs(schema, slots, StructSlots.of(schema));
    }

    /** @param slots indexes of the fields by their position in the file */
    private record ArrayStructs(Schema schema, int[] slots, StructSlots.Direct values)
            implements ArrayStructMaker<Struct, Struct> {
        @Override
        public Struct create() {
            return new Struct(schema);
        }

        @Override
        public void create(Object[] structs, Object[][] arrays, int from, int to) {
            for (int i = from; i < to; i++) {
                Struct struct = new Struct(schema);
                structs[i] = struct;
                arrays[i] = values.array(struct);
            }
        }

        @Override
        public int element(int index) {
            return slots[index];
        }

        @Override
        public void set(Struct struct, int index, Object content) {
            values.set(struct, slots[index], content);
        }

        @Override
        public Struct finish(Struct struct) {
            return struct;
        }
    }

    /** @param slots indexes of the fields by their position in the file; {@link #NO_FIELD} where the schema has none */
    private record Structs(Schema schema, int[] slots, StructSlots values) implements FieldMaker<Struct> {
        @Override
        public Struct create() {
            return new Struct(schema);
        }

        @Override
        public void set(Struct struct, int index, Object content) {
            if (slots[index] != NO_FIELD) {
                values.set(struct, slots[index], content);
            }
        }
    }

    private void bindMap(Shape.MapShape map, Schema schema) {
        if (schema.type() == Schema.Type.MAP) {
            maps.put(map, MAP);
            if (map.key() instanceof Shape.LeafShape leaf) {
                bind(leaf, LeafMakers.ofMapKey(schema.keySchema(), leaf.type()));
            } else {
                bind(map.key(), schema.keySchema());
            }
            bind(map.value().orElseThrow(), schema.valueSchema());
            return;
        }
        Optional<Shape> value = map.value();
        if (value.isEmpty()) {
            maps.put(map, KEYS);
            bind(map.key(), schema.valueSchema());
            return;
        }
        Schema entry = schema.valueSchema();
        maps.put(map, new Entries(entry));
        bind(map.key(), entry.field("key").schema());
        bind(value.get(), entry.field("value").schema());
    }

    void bind(Shape.StructShape shape, StructMaker<?, ?> maker) {
        structs.put(shape, maker);
    }

    void bind(Shape.ListShape shape, ListMaker<?> maker) {
        lists.put(shape, maker);
    }

    /** @param maker makes values of which each text and each byte array is part of one of the two arrays */
    void bind(Shape.VariantShape shape, VariantMaker maker) {
        variants.put(shape, (metadata, value) -> {
            longest = Math.max(longest, Math.max(metadata.length, value.length));
            return maker.of(metadata, value);
        });
    }

    void bind(Shape.LeafShape shape, LeafMaker maker) {
        LeafMaker made = maker == LeafMakers.TEXT ? text : maker;
        leaves.put(shape, made instanceof LeafMaker.OfBytes ofBytes ? new Measured(ofBytes) : made);
    }

    @Override
    public StructMaker<?, StoredRecord> record(Shape.StructShape shape) {
        return record;
    }

    @Override
    public StructMaker<?, ?> struct(Shape.StructShape shape) {
        return bound(structs, shape);
    }

    @Override
    public ListMaker<?> list(Shape.ListShape shape) {
        return bound(lists, shape);
    }

    @Override
    public MapMaker<?> map(Shape.MapShape shape) {
        return bound(maps, shape);
    }

    @Override
    public VariantMaker variant(Shape.VariantShape shape) {
        return bound(variants, shape);
    }

    @Override
    public LeafMaker leaf(Shape.LeafShape shape) {
        return bound(leaves, shape);
    }

    private static <T> T bound(Map<Shape, T> places, Shape shape) {
        T maker = places.get(shape);
        if (maker == null) {
            throw new IllegalStateException("the reader asks for " + shape.name() + ", which is not in the layout");
        }
        return maker;
    }

    private static final ListMaker<List<Object>> ARRAY = new ListMaker<>() {
        @Override
        public List<Object> create(int elements) {
            return new ArrayList<>(elements);
        }

        @Override
        public void add(List<Object> list, Object element) {
            list.add(element);
        }
    };

    /** Of repeated keys the last value counts, as LogicalTypes.md requires. */
    private static final MapMaker<Map<Object, Object>> MAP = new MapMaker<>() {
        @Override
        public Map<Object, Object> create(int entries) {
            return new LinkedHashMap<>(entries + entries / 3 + 1);
        }

        @Override
        public void put(Map<Object, Object> map, Object key, Object value) {
            map.put(key, value);
        }
    };

    private static final MapMaker<List<Object>> KEYS = new MapMaker<>() {
        @Override
        public List<Object> create(int elements) {
            return new ArrayList<>(elements);
        }

        @Override
        public void put(List<Object> keys, Object key, Object value) {
            keys.add(key);
        }
    };

    private static final class Entries implements MapMaker<List<Struct>> {
        private final Schema entry;
        private final StructSlots slots;
        private final int keySlot;
        private final int valueSlot;

        Entries(Schema entry) {
            this.entry = entry;
            this.slots = StructSlots.of(entry);
            this.keySlot = entry.field("key").index();
            this.valueSlot = entry.field("value").index();
        }

        @Override
        public List<Struct> create(int elements) {
            return new ArrayList<>(elements);
        }

        @Override
        public void put(List<Struct> entries, Object key, Object value) {
            Struct made = new Struct(entry);
            slots.set(made, keySlot, key);
            slots.set(made, valueSlot, value);
            entries.add(made);
        }
    }
}
