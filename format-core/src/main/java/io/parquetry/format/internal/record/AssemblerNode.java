package io.parquetry.format.internal.record;

import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Assembles the values of one node of the schema. The levels of the first column below say which values are present.
 * The levels of the other columns must agree; a column that disagrees is corrupt.
 *
 * @param <V> the values
 */
abstract sealed class AssemblerNode<V> {
    /** All cursors below; the levels of this node come from the first. */
    final EntryCursor[] cursors;

    AssemblerNode(List<EntryCursor> cursors) {
        this.cursors = cursors.toArray(EntryCursor[]::new);
    }

    /** Reads the next value, or null. Every cursor below advances by one entry, or to the end of a list. */
    abstract V read() throws IOException;

    /** Skips the one entry that every cursor below has where the value, or a group around it, is absent. */
    final void skip(int level) throws IOException {
        for (EntryCursor cursor : cursors) {
            cursor.skip(level);
        }
    }

    /** A leaf that is not a field of a struct: an element of a list, a key or a value of a map. */
    static final class Leaf extends AssemblerNode<Object> {
        private final EntryCursor cursor;
        private final int nullLevel;

        Leaf(EntryCursor cursor, Shape.LeafShape shape) {
            super(List.of(cursor));
            this.cursor = cursor;
            this.nullLevel = shape.nullable() ? shape.presentLevel() - 1 : -1;
        }

        @Override
        Object read() throws IOException {
            Object value = cursor.next();
            if (value == null) {
                cursor.requireLastLevel(nullLevel);
            }
            return value;
        }
    }

    /** A group without any column below, whose value is the same in every record. */
    static final class WithoutColumns extends AssemblerNode<Object> {
        private final Supplier<Object> value;

        WithoutColumns(Supplier<Object> value) {
            super(List.of());
            this.value = value;
        }

        @Override
        Object read() {
            return value.get();
        }
    }

    /** A field that is a struct, a list or a map. */
    record Field(int number, AssemblerNode<?> node) {
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
    static final class Struct<S, V> extends AssemblerNode<V> {
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
        V read() throws IOException {
            S struct = (S) structs.next();
            if (struct == null) {
                structs.requireLastLevel(nullLevel);
                for (Field field : others) {
                    field.node().skip(nullLevel);
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
    static final class Group<S, V> extends AssemblerNode<V> {
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
        V read() throws IOException {
            if (nullable && cursors[0].definition() < presentLevel) {
                skip(presentLevel - 1);
                return null;
            }
            S struct = maker.create();
            for (Field field : fields) {
                field.set(struct, maker);
            }
            return maker.finish(struct);
        }
    }

    /**
     * A list or a map, whose end is found by its levels.
     *
     * @param <C> type of the unfinished lists or maps
     */
    abstract static sealed class Repeated<C> extends AssemblerNode<Object> {
        private final boolean nullable;
        private final int presentLevel;
        private final int elementLevel;
        private final int repetitionLevel;

        Repeated(boolean nullable, int presentLevel, int elementLevel, int repetitionLevel, List<EntryCursor> cursors) {
            super(cursors);
            this.nullable = nullable;
            this.presentLevel = presentLevel;
            this.elementLevel = elementLevel;
            this.repetitionLevel = repetitionLevel;
        }

        /**
         * A list or map with nothing in it.
         *
         * @param elements how many will come, as far as is known
         */
        abstract C create(int elements);

        /** Reads this number of elements and adds them. */
        abstract void fill(C created, int elements) throws IOException;

        /** Lets the host finish the list or map. */
        abstract Object finish(C created);

        @Override
        final Object read() throws IOException {
            int level = cursors[0].definition();
            if (level >= elementLevel) {
                return finish(readElements());
            }
            boolean isNull = nullable && level < presentLevel;
            int levelWithoutElements = isNull ? presentLevel - 1 : presentLevel;
            skip(levelWithoutElements);
            // DuckDB repeats the entry of a null ARRAY as often as the array would have elements.
            while (hasNext()) {
                if (cursors[0].definition() != levelWithoutElements) {
                    throw cursors[0].corrupt("a repetition level is " + repetitionLevel
                            + ", as if a list went on, but the list has no elements");
                }
                skip(levelWithoutElements);
            }
            return isNull ? null : finish(create(0));
        }

        private C readElements() throws IOException {
            int known = cursors[0].runLength(repetitionLevel);
            C created = create(known);
            if (cursors.length > 1) {
                do {
                    fill(created, 1);
                } while (hasNext());
                return created;
            }
            fill(created, known);
            while (hasNext()) {
                fill(created, cursors[0].runLength(repetitionLevel));
            }
            return created;
        }

        /** After an element: whether another one follows in the same list. */
        final boolean hasNext() throws IOException {
            int repetition = cursors[0].repetition();
            for (int i = 1; i < cursors.length; i++) {
                if (cursors[i].repetition() != repetition) {
                    throw cursors[i].corrupt("a repetition level is " + cursors[i].repetition()
                            + ", but the first column of the same list has " + repetition + " there");
                }
            }
            if (repetition > repetitionLevel) {
                throw cursors[0].corrupt(
                        "a repetition level is " + repetition + ", as if a list inside went on, but at "
                                + repetitionLevel + " the next element of the list around it begins");
            }
            return repetition == repetitionLevel;
        }
    }

    /**
     * A list.
     *
     * @param <L> type of the unfinished lists
     */
    static final class ListOf<L> extends Repeated<L> {
        private final RecordBuilder.ListMaker<L> maker;
        private final AssemblerNode<?> element;

        ListOf(
                RecordBuilder.ListMaker<L> maker,
                AssemblerNode<?> element,
                Shape.ListShape shape,
                List<EntryCursor> cursors) {
            super(shape.nullable(), shape.presentLevel(), shape.elementLevel(), shape.repetitionLevel(), cursors);
            this.maker = maker;
            this.element = element;
        }

        @Override
        L create(int elements) {
            return maker.create(elements);
        }

        @Override
        void fill(L list, int elements) throws IOException {
            for (int i = 0; i < elements; i++) {
                maker.add(list, element.read());
            }
        }

        @Override
        Object finish(L list) {
            return maker.finish(list);
        }
    }

    /**
     * A map.
     *
     * @param <M> type of the unfinished maps
     */
    static final class MapOf<M> extends Repeated<M> {
        private final RecordBuilder.MapMaker<M> maker;
        private final AssemblerNode<?> key;
        private final AssemblerNode<?> value;

        /** @param value the same as {@code key} for a map that has only keys */
        MapOf(
                RecordBuilder.MapMaker<M> maker,
                AssemblerNode<?> key,
                AssemblerNode<?> value,
                Shape.MapShape shape,
                List<EntryCursor> cursors) {
            super(shape.nullable(), shape.presentLevel(), shape.entryLevel(), shape.repetitionLevel(), cursors);
            this.maker = maker;
            this.key = key;
            this.value = value;
        }

        @Override
        M create(int elements) {
            return maker.create(elements);
        }

        @Override
        void fill(M map, int elements) throws IOException {
            for (int i = 0; i < elements; i++) {
                Object entryKey = key.read();
                maker.put(map, entryKey, value == key ? null : value.read());
            }
        }

        @Override
        Object finish(M map) {
            return maker.finish(map);
        }
    }
}
