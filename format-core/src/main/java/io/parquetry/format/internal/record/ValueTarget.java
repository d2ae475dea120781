package io.parquetry.format.internal.record;

import io.parquetry.format.internal.column.ColumnBatch;

/**
 * Where the objects of a stretch of entries go; entries without a value are passed over. There are two kinds, so that
 * calls are cheap, and each has loops of its own for objects that stand in a table.
 */
abstract sealed class ValueTarget {
    abstract void put(int entry, Object object);

    /** Puts what stands in a table at the indexes of the values from {@code value} on, one for each entry. */
    abstract void putAll(int[] indexes, int value, int from, int to, Object[] table);

    /**
     * Like {@link #putAll}, for the entries whose definition level is {@code max}.
     *
     * @return the value that comes next
     */
    abstract int putPresent(ColumnBatch batch, int max, int value, int from, int to, Object[] table);

    /** An array. */
    static final class Array extends ValueTarget {
        private final Object[] slots;
        private final int firstEntry;

        /** @param firstEntry the entry whose object comes first */
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

    /** The same element of many arrays. */
    static final class StructField extends ValueTarget {
        private final int element;
        private Object[][] arrays = {};
        private int firstEntry;

        StructField(int element) {
            this.element = element;
        }

        /** @param first the entry whose object goes to the first array; may be negative */
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
