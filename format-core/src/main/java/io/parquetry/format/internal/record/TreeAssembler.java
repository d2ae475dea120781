package io.parquetry.format.internal.record;

import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.column.ColumnChunkReader;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.util.List;

/** Puts records of any shape together: the schema is a tree of nodes, and a record is one walk over that tree. */
final class TreeAssembler extends Assembler {
    private final LeafCursor[] cursors;
    private final AssemblerNode root;

    TreeAssembler(Shape.StructShape shape, RecordBuilder builder, List<ColumnChunkReader> columns) {
        cursors = new LeafCursor[columns.size()];
        root = new Compiler(builder, columns).struct(shape);
    }

    @Override
    public void start() {
        for (LeafCursor cursor : cursors) {
            cursor.start();
        }
    }

    @Override
    public void skip(long rows) throws IOException {
        for (LeafCursor cursor : cursors) {
            cursor.skipRows(rows);
        }
    }

    @Override
    public void expect(long rows) {
        for (LeafCursor cursor : cursors) {
            cursor.expect(rows);
        }
    }

    @Override
    public Object read() throws IOException {
        return root.read();
    }

    @Override
    public void finish() throws IOException {
        for (LeafCursor cursor : cursors) {
            if (!cursor.atEnd()) {
                throw cursor.corrupt("the column goes on behind the last row of its row group");
            }
        }
    }

    /** Makes the nodes, depth first, so that the leaves come in schema order. */
    private final class Compiler {
        private final RecordBuilder builder;
        private final List<ColumnChunkReader> columns;

        Compiler(RecordBuilder builder, List<ColumnChunkReader> columns) {
            this.builder = builder;
            this.columns = columns;
        }

        private AssemblerNode node(Shape shape) {
            if (shape.leaves().isEmpty()) {
                throw new UnsupportedFeatureException(
                        "unsupported: group " + shape.name() + " has no fields, so nothing tells whether it is there");
            }
            if (shape instanceof Shape.StructShape struct) {
                return struct(struct);
            }
            if (shape instanceof Shape.ListShape list) {
                return list(list);
            }
            if (shape instanceof Shape.VariantShape variant) {
                return new Compiler(new VariantAssembly(variant, builder.variant(variant)), columns)
                        .struct(variant.parts());
            }
            return shape instanceof Shape.MapShape map ? map(map) : leaf((Shape.LeafShape) shape);
        }

        private AssemblerNode struct(Shape.StructShape shape) {
            RecordBuilder.StructMaker maker = builder.struct(shape);
            AssemblerNode[] fields = shape.fields().stream().map(this::node).toArray(AssemblerNode[]::new);
            return new AssemblerNode.Struct(maker, fields, shape, cursors(shape));
        }

        private AssemblerNode list(Shape.ListShape shape) {
            RecordBuilder.ListMaker maker = builder.list(shape);
            AssemblerNode element = node(shape.element());
            return new AssemblerNode.ListOf(maker, element, shape, cursors(shape));
        }

        private AssemblerNode map(Shape.MapShape shape) {
            RecordBuilder.MapMaker maker = builder.map(shape);
            AssemblerNode key = node(shape.key());
            AssemblerNode value = shape.value().map(this::node).orElse(key);
            return new AssemblerNode.MapOf(maker, key, value, shape, cursors(shape));
        }

        private AssemblerNode leaf(Shape.LeafShape shape) {
            int ordinal = shape.column().ordinal();
            cursors[ordinal] = new LeafCursor(columns.get(ordinal), builder.leaf(shape));
            return new AssemblerNode.Leaf(cursors[ordinal], shape);
        }

        private LeafCursor[] cursors(Shape shape) {
            return shape.leaves().stream().map(leaf -> cursors[leaf.ordinal()]).toArray(LeafCursor[]::new);
        }
    }
}
