package io.parquetry.cli.json;

import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.Shape;
import io.parquetry.format.variant.Variant;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds records of {@link Struct}, {@link List}, {@link Entries}, {@link RawJson} for variants, and the leaf values of
 * {@link LeafText}.
 */
public final class JsonRecordBuilder implements RecordBuilder<JsonRecordBuilder.Struct> {
    private static final RecordBuilder<?> PLAIN = PlainRecords.builder();

    /** @param values one for each name; null where the field is null */
    public record Struct(List<String> names, Object[] values) {}

    /**
     * A map in stored order; keys may repeat.
     *
     * @param keyed whether keys are text and never null, so that the map can be a JSON object
     */
    public record Entries(boolean keyed, List<Object> keys, List<Object> values) {}

    @Override
    public FieldMaker<Struct> record(Shape.StructShape shape) {
        return struct(shape);
    }

    @Override
    public FieldMaker<Struct> struct(Shape.StructShape shape) {
        List<String> names = shape.fields().stream().map(Shape::name).toList();
        return new FieldMaker<>() {
            @Override
            public Struct create() {
                return new Struct(names, new Object[names.size()]);
            }

            @Override
            public void set(Struct struct, int index, Object value) {
                struct.values()[index] = value;
            }
        };
    }

    @Override
    public ListMaker<?> list(Shape.ListShape shape) {
        return PLAIN.list(shape);
    }

    @Override
    public MapMaker<?> map(Shape.MapShape shape) {
        boolean keyed = !shape.key().nullable() && isText(shape.key());
        return new MapMaker<Entries>() {
            @Override
            public Entries create(int entries) {
                return new Entries(keyed, new ArrayList<>(entries), new ArrayList<>(entries));
            }

            @Override
            public void put(Entries map, Object key, Object value) {
                map.keys().add(key);
                map.values().add(value);
            }
        };
    }

    /** The JSON text is made here, where the reader adds the place to what is wrong with a variant. */
    @Override
    public VariantMaker variant(Shape.VariantShape shape) {
        return (metadata, value) -> new RawJson(new Variant(metadata, value).toJson());
    }

    @Override
    public LeafMaker leaf(Shape.LeafShape shape) {
        return LeafText.maker(shape.type());
    }

    private static boolean isText(Shape key) {
        return key instanceof Shape.LeafShape leaf
                && leaf.type().physicalType() == PhysicalType.BYTE_ARRAY
                && (leaf.type().isAnnotated(LogicalType.STRING) || leaf.type().isAnnotated(LogicalType.ENUM));
    }
}
