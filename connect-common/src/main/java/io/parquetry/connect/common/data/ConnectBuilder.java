package io.parquetry.connect.common.data;

import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Builds Connect values. Places of the file are bound to Connect schemas before a reader asks for them; {@link
 * ConnectWalker} is the way there.
 */
final class ConnectBuilder implements RecordBuilder {
    private final Map<Shape, StructMaker> structs = new HashMap<>();
    private final Map<Shape, ListMaker> lists = new HashMap<>();
    private final Map<Shape, MapMaker> maps = new HashMap<>();
    private final Map<Shape, VariantMaker> variants = new HashMap<>();
    private final Map<Shape, LeafMaker> leaves = new HashMap<>();

    /** Binds a place and everything below it. */
    void bind(Shape shape, Schema schema) {
        if (shape instanceof Shape.StructShape struct) {
            bindStruct(struct, schema);
        } else if (shape instanceof Shape.ListShape list) {
            bind(list, ARRAY);
            bind(list.element(), schema.valueSchema());
        } else if (shape instanceof Shape.MapShape map) {
            bindMap(map, schema);
        } else if (shape instanceof Shape.VariantShape variant) {
            variants.put(
                    variant,
                    (metadata, value) ->
                            new Struct(schema).put("metadata", metadata).put("value", value));
        } else if (shape instanceof Shape.LeafShape leaf) {
            bind(leaf, LeafMakers.of(schema, leaf.type()));
        }
    }

    /** Fields are matched by name: a struct without fields has a column that no field stands for. */
    private void bindStruct(Shape.StructShape struct, Schema schema) {
        Field[] fields = new Field[struct.fields().size()];
        for (int i = 0; i < fields.length; i++) {
            Shape shape = struct.fields().get(i);
            Field field = schema.field(shape.name());
            if (field != null) {
                fields[i] = nameless(field);
                bind(shape, field.schema());
            } else {
                bind((Shape.LeafShape) shape, (LeafMaker.OfBoolean) Boolean::valueOf);
            }
        }
        bind(struct, new Structs(schema, fields));
    }

    /** {@link Struct#put(Field, Object)} makes a text of the field's name at every call, in case it has to complain. */
    private static Field nameless(Field field) {
        return new Field(null, field.index(), field.schema());
    }

    /** @param fields by their position in the file; null where the schema has none */
    private record Structs(Schema schema, Field[] fields) implements StructMaker {
        @Override
        public Object create() {
            return new Struct(schema);
        }

        @Override
        public void set(Object struct, int index, Object content) {
            if (fields[index] != null) {
                ((Struct) struct).put(fields[index], content);
            }
        }

        /** A struct validates the whole of what is put into it; an empty struct passes when no field is required. */
        @Override
        public boolean setsBeforeFilled(int index) {
            Schema content = fields[index] == null ? schema : fields[index].schema();
            return content.type() != Schema.Type.STRUCT
                    || content.fields().stream()
                            .allMatch(field -> field.schema().isOptional());
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

    void bind(Shape.StructShape shape, StructMaker maker) {
        structs.put(shape, maker);
    }

    void bind(Shape.ListShape shape, ListMaker maker) {
        lists.put(shape, maker);
    }

    void bind(Shape.LeafShape shape, LeafMaker maker) {
        leaves.put(shape, maker);
    }

    @Override
    public StructMaker struct(Shape.StructShape shape) {
        return bound(structs, shape);
    }

    @Override
    public ListMaker list(Shape.ListShape shape) {
        return bound(lists, shape);
    }

    @Override
    public MapMaker map(Shape.MapShape shape) {
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

    private static final ListMaker ARRAY = new ListMaker() {
        @Override
        public Object create() {
            return new ArrayList<>();
        }

        @Override
        @SuppressWarnings("unchecked") // made by create
        public void add(Object list, Object element) {
            ((List<Object>) list).add(element);
        }
    };

    /** Keys that repeat keep their last value, as LogicalTypes.md has it. */
    private static final MapMaker MAP = new MapMaker() {
        @Override
        public Object create() {
            return new LinkedHashMap<>();
        }

        @Override
        @SuppressWarnings("unchecked") // made by create
        public void put(Object map, Object key, Object value) {
            ((Map<Object, Object>) map).put(key, value);
        }
    };

    private static final MapMaker KEYS = new MapMaker() {
        @Override
        public Object create() {
            return new ArrayList<>();
        }

        @Override
        @SuppressWarnings("unchecked") // made by create
        public void put(Object keys, Object key, Object value) {
            ((List<Object>) keys).add(key);
        }
    };

    private static final class Entries implements MapMaker {
        private final Schema entry;
        private final Field keyField;
        private final Field valueField;

        Entries(Schema entry) {
            this.entry = entry;
            this.keyField = nameless(entry.field("key"));
            this.valueField = nameless(entry.field("value"));
        }

        @Override
        public Object create() {
            return new ArrayList<>();
        }

        @Override
        @SuppressWarnings("unchecked") // made by create
        public void put(Object entries, Object key, Object value) {
            ((List<Object>) entries).add(new Struct(entry).put(keyField, key).put(valueField, value));
        }
    }
}
