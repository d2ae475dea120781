package io.parquetry.format.internal.record;

import io.parquetry.format.internal.column.read.ColumnBatch;

/**
 * Stores the objects that a {@link ValueConverter} makes; entries without a value get none. There are only two kinds,
 * so that the JIT inlines their calls, and each has loops of its own for objects that are shared through a table.
 */
abstract sealed class ValueTarget {
    abstract void put(int entry, Object object);

    /** Stores for each entry the element of a table that the index of its value names, from index {@code value} on. */
    abstract void putAll(int[] indexes, int value, int from, int to, Object[] table);

    /**
     * Like {@link #putAll}, for the entries whose definition level is {@code max}.
     *
     * @return number of the next value
     */
    abstract int putPresent(ColumnBatch batch, int max, int value, int from, int to, Object[] table);

    /** Stores the objects in one array. */
    static final class Array extends ValueTarget {
        private final Object[] slots;
        private final int firstEntry;

        /** @param firstEntry the entry whose object is stored at index 0 */
        Array(Object[] slots, int firstEntry) {
            this.slots = slots;
            this.firstEntry = firstEntry;
        }

        @Override
        void put(int entry, Object object) {
            slots[entry - firstEntry] = object;
        }

        @Override
        void putAll(int[] indexes, int value, int from, int to, Object[] table) {
            Object[] into = slots;
            int at = from - firstEntry;
            for (int i = 0; i < to - from; i++) {
                into[at + i] = table[indexes[value + i]];
            }
        }

        @Override
        int putPresent(ColumnBatch batch, int max, int value, int from, int to, Object[] table) {
            byte[] definition = batch.definition();
            int[] indexes = batch.indexes();
            Object[] into = slots;
            int next = value;
            for (int entry = from; entry < to; entry++) {
                if (definition[entry] == max) {
                    into[entry - firstEntry] = table[indexes[next++]];
                }
            }
            return next;
        }
    }

    /** Stores the objects in the same element of many arrays: one field of many structs. */
    static final class StructField extends ValueTarget {
        private final int element;
        private Object[][] arrays = {};
        private int firstEntry;

        StructField(int element) {
            this.element = element;
        }

        /** @param first the entry whose object is stored in the first array; may be negative */
        void start(Object[][] next, int first) {
            arrays = next;
            firstEntry = first;
        }

        @Override
        void put(int entry, Object object) {
            arrays[entry - firstEntry][element] = object;
        }

        @Override
        void putAll(int[] indexes, int value, int from, int to, Object[] table) {
            Object[][] into = arrays;
            int e = element;
            int at = from - firstEntry;
            for (int i = 0; i < to - from; i++) {
                into[at + i][e] = table[indexes[value + i]];
            }
        }

        @Override
        int putPresent(ColumnBatch batch, int max, int value, int from, int to, Object[] table) {
            byte[] definition = batch.definition();
            int[] indexes = batch.indexes();
            Object[][] into = arrays;
            int e = element;
            int next = value;
            for (int entry = from; entry < to; entry++) {
                if (definition[entry] == max) {
                    into[entry - firstEntry][e] = table[indexes[next++]];
                }
            }
            return next;
        }
    }
}
