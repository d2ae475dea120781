package io.parquetry.format.model;

import io.parquetry.format.schema.Shape;
import io.parquetry.format.variant.Variant;
import java.util.Map;

/** Reads the parts of variants, which are given as {@link Variant}s, to be shredded, or as the maps of their parts. */
final class VariantFields implements RecordWalker.ArrayStructAccess<Object, Map<String, ?>> {
    private final MapFields parts;
    private final VariantShredder shredder;

    VariantFields(Shape.VariantShape shape) {
        parts = new MapFields(shape.parts());
        shredder = new VariantShredder(shape);
    }

    @Override
    @SuppressWarnings("unchecked") // a map of another kind is refused by its keys
    public Map<String, ?> open(Object value) {
        return value instanceof Variant variant ? shredder.shred(variant) : (Map<String, ?>) value;
    }

    @Override
    public Object[] fields(Map<String, ?> struct) {
        return parts.fields(struct);
    }
}
