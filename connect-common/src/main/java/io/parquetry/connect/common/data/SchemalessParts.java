package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.SchemalessVariant;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RecordWalker.ArrayStructAccess;
import io.parquetry.format.model.RecordWalker.StructAccess;
import io.parquetry.format.schema.Shape;
import io.parquetry.format.variant.Variant;
import java.util.LinkedHashSet;
import java.util.Set;

/** Makes values without schema variants, and gives the parts of those. */
final class SchemalessParts {
    private SchemalessParts() {}

    static StructAccess<Object, ?> of(Shape.VariantShape shape) {
        boolean whole = shape.parts().fields().size() == 2;
        return whole
                ? new Whole(shape.parts().fields().get(0).name().equals("metadata"))
                : shredded(
                        new SchemalessVariant.ValueWriter(names(shape)),
                        PlainRecords.walker().variant(shape));
    }

    /** The names of all shredded fields. */
    private static Set<String> names(Shape.VariantShape shape) {
        Set<String> names = new LinkedHashSet<>();
        shape.parts().fields().forEach(part -> addNames(part, names));
        return names;
    }

    private static void addNames(Shape part, Set<String> names) {
        if (part instanceof Shape.ListShape list) {
            ((Shape.StructShape) list.element()).fields().forEach(inner -> addNames(inner, names));
        } else if (part instanceof Shape.StructShape object) {
            for (Shape field : object.fields()) {
                names.add(field.name());
                ((Shape.StructShape) field).fields().forEach(inner -> addNames(inner, names));
            }
        }
    }

    @SuppressWarnings("unchecked") // the access of plain records takes variants
    private static <S> StructAccess<Object, S> shredded(
            SchemalessVariant.ValueWriter writer, StructAccess<?, S> plain) {
        return new Shredded<>(writer, (StructAccess<Object, S>) plain);
    }

    /** A variant of metadata and value alone. */
    private static final class Whole implements ArrayStructAccess<Object, Variant> {
        private final SchemalessVariant.ValueWriter writer = new SchemalessVariant.ValueWriter();
        private final Object[] parts = new Object[2];
        private final int metadata;

        Whole(boolean metadataFirst) {
            metadata = metadataFirst ? 0 : 1;
        }

        @Override
        public Variant open(Object value) {
            return writer.write(value);
        }

        @Override
        public Object[] fields(Variant variant) {
            parts[metadata] = variant.metadata();
            parts[1 - metadata] = variant.value();
            return parts;
        }
    }

    /** @param plain shreds variants */
    private record Shredded<S>(SchemalessVariant.ValueWriter writer, StructAccess<Object, S> plain)
            implements StructAccess<Object, S> {
        @Override
        public S open(Object value) {
            return plain.open(writer.write(value));
        }

        @Override
        public Object field(S struct, int index) {
            return plain.field(struct, index);
        }
    }
}
