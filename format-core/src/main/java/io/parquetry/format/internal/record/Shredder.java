package io.parquetry.format.internal.record;

import io.parquetry.format.UsageException;
import io.parquetry.format.internal.column.write.BinaryColumnWriter;
import io.parquetry.format.internal.column.write.BooleanColumnWriter;
import io.parquetry.format.internal.column.write.ColumnChunkWriter;
import io.parquetry.format.internal.column.write.IntColumnWriter;
import io.parquetry.format.internal.column.write.LongColumnWriter;
import io.parquetry.format.model.RecordWalker;
import io.parquetry.format.model.RecordWalker.LeafAccess;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.Shape;
import java.util.List;

/**
 * Shreds a record in one pass and gives every column its entries, with no intermediate record object and at most one
 * virtual call for each leaf value.
 *
 * <p>When a record does not fit the schema, some columns already have its entries; the caller must roll back the row.
 *
 * @param <R> the records
 */
public final class Shredder<R> {
    private final ShredderNode root;

    private Shredder(ShredderNode root) {
        this.root = root;
    }

    /**
     * Compiles the tree for a schema.
     *
     * @param columns one writer for each leaf column, in schema order
     */
    public static <R> Shredder<R> compile(
            Shape.StructShape schema, RecordWalker<R> walker, List<ColumnChunkWriter> columns) {
        Compiler compiler = new Compiler(walker, columns);
        return new Shredder<>(compiler.struct(schema, walker.record(schema)));
    }

    /** Gives every column the entries of one record. */
    public void shred(R record) {
        root.write(record, 0);
    }

    private record Compiler(RecordWalker<?> walker, List<ColumnChunkWriter> columns) {
        ShredderNode node(Shape shape) {
            if (shape instanceof Shape.StructShape struct) {
                return struct(struct, walker.struct(struct));
            }
            if (shape instanceof Shape.ListShape list) {
                return new ShredderNode.ListOf<>(list, walker.list(list), node(list.element()));
            }
            if (shape instanceof Shape.MapShape map) {
                ShredderNode key = node(map.key());
                return new ShredderNode.MapOf<>(
                        map, walker.map(map), key, map.value().map(this::node).orElse(null));
            }
            if (shape instanceof Shape.VariantShape variant) {
                return struct(variant.parts(), walker.variant(variant));
            }
            return leaf((Shape.LeafShape) shape);
        }

        private <V, S> ShredderNode struct(Shape.StructShape struct, RecordWalker.StructAccess<V, S> access) {
            ShredderNode[] fields = struct.fields().stream().map(this::node).toArray(ShredderNode[]::new);
            return access instanceof RecordWalker.ArrayStructAccess<V, S> arrays
                    ? new ShredderNode.ArrayStruct<>(struct, arrays, fields)
                    : new ShredderNode.Struct<>(struct, access, fields);
        }

        private ShredderNode leaf(Shape.LeafShape shape) {
            ColumnChunkWriter column = columns.get(shape.column().ordinal());
            LeafAccess access = walker.leaf(shape);
            ShredderNode node = switch (shape.type().physicalType()) {
                case BOOLEAN ->
                    access instanceof LeafAccess.OfBoolean<?> of
                            ? new LeafNode.OfBoolean<>(shape, of, (BooleanColumnWriter) column)
                            : null;
                case INT32 -> intLeaf(shape, access, (IntColumnWriter) column);
                case INT64 -> longLeaf(shape, access, (LongColumnWriter) column);
                case FLOAT ->
                    access instanceof LeafAccess.OfFloat<?> of
                            ? new LeafNode.OfFloat<>(shape, of, (IntColumnWriter) column)
                            : null;
                case DOUBLE -> doubleLeaf(shape, access, (LongColumnWriter) column);
                case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96 -> binaryLeaf(shape, access, (BinaryColumnWriter) column);
            };
            if (node == null) {
                throw new UsageException("column " + shape.column().dottedPath() + " is "
                        + shape.type().physicalType() + ", but the RecordWalker gave an accessor of another kind ("
                        + access + "); see RecordWalker.LeafAccess for the kind that each type takes");
            }
            return node;
        }

        private static ShredderNode intLeaf(Shape.LeafShape shape, LeafAccess access, IntColumnWriter column) {
            if (access == LeafAccess.INTEGER) {
                return new LeafNode.OfInteger(shape, column);
            }
            return access instanceof LeafAccess.OfInt<?> of ? new LeafNode.OfInt<>(shape, of, column) : null;
        }

        private static ShredderNode longLeaf(Shape.LeafShape shape, LeafAccess access, LongColumnWriter column) {
            if (access == LeafAccess.LONG) {
                return new LeafNode.OfBoxedLong(shape, column);
            }
            return access instanceof LeafAccess.OfLong<?> of ? new LeafNode.OfLong<>(shape, of, column) : null;
        }

        private static ShredderNode doubleLeaf(Shape.LeafShape shape, LeafAccess access, LongColumnWriter column) {
            if (access == LeafAccess.DOUBLE) {
                return new LeafNode.OfBoxedDouble(shape, column);
            }
            return access instanceof LeafAccess.OfDouble<?> of ? new LeafNode.OfDouble<>(shape, of, column) : null;
        }

        private static ShredderNode binaryLeaf(Shape.LeafShape shape, LeafAccess access, BinaryColumnWriter column) {
            if (access == LeafAccess.STRING && shape.type().physicalType() == PhysicalType.BYTE_ARRAY) {
                return new LeafNode.OfString(shape, column);
            }
            if (access instanceof LeafAccess.OfText<?> of && shape.type().physicalType() == PhysicalType.BYTE_ARRAY) {
                return new LeafNode.OfText<>(shape, of, column);
            }
            return access instanceof LeafAccess.OfBytes<?> of ? new LeafNode.OfBytes<>(shape, of, column) : null;
        }
    }
}
