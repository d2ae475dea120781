package io.parquetry.format.internal.record;

import io.parquetry.format.model.RecordBuilder.ArrayStructMaker;
import io.parquetry.format.model.RecordBuilder.StructMaker;
import java.util.List;

/** Creates the structs of many entries and sets those of their fields that are columns. */
abstract sealed class StructBatch {
    /** @param fields numbers of the columns' fields in the struct */
    static StructBatch of(StructMaker<?, ?> maker, List<Integer> fields) {
        return maker instanceof ArrayStructMaker<?, ?> arrays
                ? new OfArrays(arrays, fields)
                : new OfCalls<>(maker, fields);
    }

    /** Starts a batch of this many entries. */
    abstract void start(int entries);

    /** Creates the structs of the entries from {@code from} up to {@code to}. */
    abstract void create(Object[] structs, int from, int to);

    /** Converts the next values of a column and sets the fields of the structs from {@code from} on. */
    abstract void fill(int column, ColumnEntryReader entries, Object[] structs, int from, int count);

    private static final class OfArrays extends StructBatch {
        private final ArrayStructMaker<?, ?> maker;
        private final ValueTarget.StructField[] targets;
        private Object[][] arrays = {};

        OfArrays(ArrayStructMaker<?, ?> maker, List<Integer> fields) {
            this.maker = maker;
            this.targets = fields.stream()
                    .map(field -> new ValueTarget.StructField(maker.element(field)))
                    .toArray(ValueTarget.StructField[]::new);
        }

        @Override
        void start(int entries) {
            arrays = new Object[entries][];
        }

        @Override
        void create(Object[] structs, int from, int to) {
            maker.create(structs, arrays, from, to);
        }

        @Override
        void fill(int column, ColumnEntryReader entries, Object[] structs, int from, int count) {
            targets[column].start(arrays, entries.position() - from);
            entries.convert(count, targets[column]);
        }
    }

    private static final class OfCalls<S> extends StructBatch {
        private final StructMaker<S, ?> maker;
        private final int[] fields;

        OfCalls(StructMaker<S, ?> maker, List<Integer> fields) {
            this.maker = maker;
            this.fields = fields.stream().mapToInt(Integer::intValue).toArray();
        }

        @Override
        void start(int entries) {}

        @Override
        void create(Object[] structs, int from, int to) {
            for (int entry = from; entry < to; entry++) {
                structs[entry] = maker.create();
            }
        }

        @Override
        @SuppressWarnings("unchecked") // made by create
        void fill(int column, ColumnEntryReader entries, Object[] structs, int from, int count) {
            Object[] values = new Object[count];
            entries.convert(count, new ValueTarget.Array(values, entries.position()));
            for (int i = 0; i < count; i++) {
                if (values[i] != null) {
                    maker.set((S) structs[from + i], fields[column], values[i]);
                }
            }
        }
    }
}
