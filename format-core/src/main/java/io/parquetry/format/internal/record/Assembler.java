package io.parquetry.format.internal.record;

import io.parquetry.format.internal.column.read.ColumnChunkReader;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Assembles the values of one node of the schema from the entries of the columns below, those of the root to records.
 * The schema is compiled once into a tree of nodes, with the makers of the host's {@link RecordBuilder}; each record is
 * one walk over that tree. The levels of the first column below a node say which values are present. The levels of the
 * other columns must agree; a column that disagrees is corrupt.
 *
 * @param <V> the values
 */
public abstract sealed class Assembler<V>
        permits Assembler.Leaf, Assembler.WithoutColumns, Assembler.Struct, Assembler.Group, RepeatedAssembler {
    /** All cursors below; the levels of this node come from the first. */
    final EntryCursor[] cursors;

    Assembler(List<EntryCursor> cursors) {
        this.cursors = cursors.toArray(EntryCursor[]::new);
    }

    /**
     * The assembler of records.
     *
     * @param columns the readers of all leaves of the shape, in schema order
     */
    public static <R> Assembler<R> of(
            Shape.StructShape shape, RecordBuilder<R> builder, List<ColumnChunkReader> columns) {
        return new AssemblerCompiler<>(builder, columns).record(shape);
    }

    /** Starts a row group: the readers have just been opened on its chunks. */
    public final void start() {
        for (EntryCursor cursor : cursors) {
            cursor.start();
        }
    }

    /**
     * Skips records. All records announced by {@link #expect} must have been read.
     *
     * @param rows fewer than the row group has left
     */
    public final void skip(long rows) throws IOException {
        for (EntryCursor cursor : cursors) {
            cursor.skipRows(rows);
        }
    }

    /**
     * Announces how many records will be read before the next call of {@link #skip}, so that no values beyond them are
     * converted. Without this call, the rest of the row group is expected.
     */
    public final void expect(long rows) {
        for (EntryCursor cursor : cursors) {
            cursor.expect(rows);
        }
    }

    /**
     * Reads the next value, which must exist: a record, or, below it, null or a part of a record. Every cursor below
     * advances by one entry, or to the end of a list.
     */
    public abstract V read() throws IOException;

    /** Checks that no column has entries behind the last record. */
    public final void requireEnd() throws IOException {
        for (EntryCursor cursor : cursors) {
            cursor.requireEnd();
        }
    }

    /** Skips the one entry that every cursor below has where the value, or a group around it, is absent. */
    final void skipAbsent(int level) throws IOException {
        for (EntryCursor cursor : cursors) {
            cursor.skip(level);
        }
    }

    /** A leaf that is not a field of a struct: an element of a list, a key or a value of a map. */
    static final class Leaf extends Assembler<Object> {
        private final EntryCursor cursor;
        private final int nullLevel;

        Leaf(EntryCursor cursor, Shape.LeafShape shape) {
            super(List.of(cursor));
            this.cursor = cursor;
            this.nullLevel = shape.nullable() ? shape.presentLevel() - 1 : -1;
        }

        @Override
        public Object read() throws IOException {
            Object value = cursor.next();
            if (value == null) {
                cursor.requireLastLevel(nullLevel);
            }
            return value;
        }
    }

    /** A group without any column below, whose value is the same in every record. */
    static final class WithoutColumns extends Assembler<Object> {
        private final Supplier<Object> value;

        WithoutColumns(Supplier<Object> value) {
            super(List.of());
            this.value = value;
        }

        @Override
        public Object read() {
            return value.get();
        }
    }

    /** A field that is a struct, a list or a map. */
    record Field(int number, Assembler<?> node) {
        <S> void set(S struct, RecordBuilder.StructMaker<S, ?> maker) throws IOException {
            Object value = node.read();
            if (value != null) {
                maker.set(struct, number, value);
            }
        }
    }

    /**
     * A struct some of whose fields are columns: the cursor returns it with these fields set.
     *
     * @param <S> type of the unfinished structs
     * @param <V> type of the finished structs
     */
    static final class Struct<S, V> extends Assembler<V> {
        private final RecordBuilder.StructMaker<S, V> maker;
        private final EntryCursor structs;
        private final Field[] others;
        private final int nullLevel;

        /** @param cursors the structs come from the first */
        Struct(
                RecordBuilder.StructMaker<S, V> maker,
                Shape.StructShape shape,
                List<EntryCursor> cursors,
                Field[] others) {
            super(cursors);
            this.maker = maker;
            this.structs = cursors.get(0);
            this.others = others;
            this.nullLevel = shape.nullable() ? shape.presentLevel() - 1 : -1;
        }

        @Override
        @SuppressWarnings("unchecked") // made by the same maker
        public V read() throws IOException {
            S struct = (S) structs.next();
            if (struct == null) {
                structs.requireLastLevel(nullLevel);
                for (Field field : others) {
                    field.node().skipAbsent(nullLevel);
                }
                return null;
            }
            for (Field field : others) {
                field.set(struct, maker);
            }
            return maker.finish(struct);
        }
    }

    /**
     * A group of fields that all have fields or elements of their own.
     *
     * @param <S> type of the unfinished structs
     * @param <V> type of the finished structs
     */
    static final class Group<S, V> extends Assembler<V> {
        private final RecordBuilder.StructMaker<S, V> maker;
        private final Field[] fields;
        private final boolean nullable;
        private final int presentLevel;

        Group(
                RecordBuilder.StructMaker<S, V> maker,
                Shape.StructShape shape,
                List<EntryCursor> cursors,
                Field[] fields) {
            super(cursors);
            this.maker = maker;
            this.fields = fields;
            this.nullable = shape.nullable();
            this.presentLevel = shape.presentLevel();
        }

        @Override
        public V read() throws IOException {
            if (nullable && cursors[0].definition() < presentLevel) {
                skipAbsent(presentLevel - 1);
                return null;
            }
            S struct = maker.create();
            for (Field field : fields) {
                field.set(struct, maker);
            }
            return maker.finish(struct);
        }
    }
}
