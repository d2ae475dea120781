package io.parquetry.format.internal.record;

import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.util.List;

/**
 * Assembles lists or maps, whose end is found by their levels.
 *
 * @param <C> type of the unfinished lists or maps
 */
abstract sealed class RepeatedAssembler<C> extends Assembler<Object> {
    private final boolean nullable;
    private final int presentLevel;
    private final int elementLevel;
    private final int repetitionLevel;

    RepeatedAssembler(
            boolean nullable, int presentLevel, int elementLevel, int repetitionLevel, List<EntryCursor> cursors) {
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
    public final Object read() throws IOException {
        int level = cursors[0].definition();
        if (level >= elementLevel) {
            return finish(readElements());
        }
        boolean isNull = nullable && level < presentLevel;
        int levelWithoutElements = isNull ? presentLevel - 1 : presentLevel;
        skipAbsent(levelWithoutElements);
        // DuckDB repeats the entry of a null ARRAY as often as the array would have elements.
        while (hasNext()) {
            if (cursors[0].definition() != levelWithoutElements) {
                throw cursors[0].corrupt("a repetition level is " + repetitionLevel
                        + ", as if a list went on, but the list has no elements");
            }
            skipAbsent(levelWithoutElements);
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
            throw cursors[0].corrupt("a repetition level is " + repetition + ", as if a list inside went on, but at "
                    + repetitionLevel + " the next element of the list around it begins");
        }
        return repetition == repetitionLevel;
    }

    /**
     * A list.
     *
     * @param <L> type of the unfinished lists
     */
    static final class ListOf<L> extends RepeatedAssembler<L> {
        private final RecordBuilder.ListMaker<L> maker;
        private final Assembler<?> element;

        ListOf(
                RecordBuilder.ListMaker<L> maker,
                Assembler<?> element,
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
    static final class MapOf<M> extends RepeatedAssembler<M> {
        private final RecordBuilder.MapMaker<M> maker;
        private final Assembler<?> key;
        private final Assembler<?> value;

        /** @param value the same as {@code key} for a map that has only keys */
        MapOf(
                RecordBuilder.MapMaker<M> maker,
                Assembler<?> key,
                Assembler<?> value,
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
