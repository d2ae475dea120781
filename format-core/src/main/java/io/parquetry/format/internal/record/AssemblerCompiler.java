package io.parquetry.format.internal.record;

import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.column.read.ColumnChunkReader;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Creates the nodes of a schema, each with the cursors below it.
 *
 * @param <R> the records
 */
final class AssemblerCompiler<R> {
    private final RecordBuilder<R> builder;
    private final List<ColumnChunkReader> columns;

    /** @param columns the readers of all leaves, in schema order */
    AssemblerCompiler(RecordBuilder<R> builder, List<ColumnChunkReader> columns) {
        this.builder = builder;
        this.columns = columns;
    }

    private Assembler<?> node(Shape shape) {
        if (shape.leaves().isEmpty() && (shape.nullable() || !(shape instanceof Shape.StructShape))) {
            return withoutColumns(shape);
        }
        if (shape instanceof Shape.StructShape struct) {
            return struct(struct, builder.struct(struct));
        }
        if (shape instanceof Shape.ListShape list) {
            Assembler<?> element = node(list.element());
            return new RepeatedAssembler.ListOf<>(builder.list(list), element, list, List.of(element.cursors));
        }
        if (shape instanceof Shape.VariantShape variant) {
            return new AssemblerCompiler<>(new VariantAssembler(variant, builder.variant(variant)), columns)
                    .record(variant.parts());
        }
        if (shape instanceof Shape.MapShape map) {
            return map(map, builder.map(map));
        }
        Shape.LeafShape leaf = (Shape.LeafShape) shape;
        return new Assembler.Leaf(new LeafCursor(entries(leaf)), leaf);
    }

    /** No column says whether such a group is there: it is null where it may be, and else has nothing in it. */
    private Assembler<?> withoutColumns(Shape shape) {
        if (shape.nullable()) {
            return new Assembler.WithoutColumns(() -> null);
        }
        if (shape instanceof Shape.ListShape list) {
            return new Assembler.WithoutColumns(emptyList(builder.list(list)));
        }
        if (shape instanceof Shape.MapShape map) {
            return new Assembler.WithoutColumns(emptyMap(builder.map(map)));
        }
        throw new UnsupportedFeatureException(
                "unsupported: variant " + shape.name() + " has no columns, so it has no value");
    }

    private static <L> Supplier<Object> emptyList(RecordBuilder.ListMaker<L> maker) {
        return () -> maker.finish(maker.create(0));
    }

    private static <M> Supplier<Object> emptyMap(RecordBuilder.MapMaker<M> maker) {
        return () -> maker.finish(maker.create(0));
    }

    Assembler<R> record(Shape.StructShape shape) {
        return struct(shape, builder.record(shape));
    }

    private <S, V> Assembler<V> struct(Shape.StructShape shape, RecordBuilder.StructMaker<S, V> maker) {
        List<ColumnEntryReader> leaves = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        List<Assembler.Field> others = new ArrayList<>();
        List<EntryCursor> cursors = new ArrayList<>();
        for (int i = 0; i < shape.fields().size(); i++) {
            if (shape.fields().get(i) instanceof Shape.LeafShape leaf) {
                leaves.add(entries(leaf));
                numbers.add(i);
            } else {
                Assembler<?> field = node(shape.fields().get(i));
                others.add(new Assembler.Field(i, field));
                cursors.addAll(List.of(field.cursors));
            }
        }
        Assembler.Field[] fields = others.toArray(Assembler.Field[]::new);
        if (leaves.isEmpty()) {
            return new Assembler.Group<>(maker, shape, cursors, fields);
        }
        cursors.add(0, new StructCursor(maker, shape.presentLevel(), leaves, numbers));
        return new Assembler.Struct<>(maker, shape, cursors, fields);
    }

    private <M> Assembler<?> map(Shape.MapShape shape, RecordBuilder.MapMaker<M> maker) {
        Assembler<?> key = node(shape.key());
        Assembler<?> value = shape.value().isPresent() ? node(shape.value().get()) : key;
        List<EntryCursor> cursors = new ArrayList<>(List.of(key.cursors));
        if (value != key) {
            cursors.addAll(List.of(value.cursors));
        }
        return new RepeatedAssembler.MapOf<>(maker, key, value, shape, cursors);
    }

    private ColumnEntryReader entries(Shape.LeafShape shape) {
        return new ColumnEntryReader(columns.get(shape.column().ordinal()), builder.leaf(shape));
    }
}
