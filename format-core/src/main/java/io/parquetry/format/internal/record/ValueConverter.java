package io.parquetry.format.internal.record;

import io.parquetry.format.UsageException;
import io.parquetry.format.internal.column.read.ColumnBatch;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.schema.LeafColumn;

/**
 * Converts the values of a column's batches to the host's objects, many in one loop over the array of the physical
 * type. Dictionary values are converted once for each dictionary where the host allows shared objects.
 */
abstract sealed class ValueConverter {
    /** A binary value of more bytes is converted only where the heap has space for it. */
    private static final int LARGE_BYTES = 1 << 20;

    /** Bytes of binary values that are converted ahead of their use. */
    private static final int BYTES_AHEAD_MAX = 1 << 18;

    final int maxDefinition;
    final boolean shareable;
    int nextValue;
    private Object[] shared = {};
    private int sharedDictionary = -1;
    private int sharedMissing;

    private ValueConverter(LeafColumn leaf, LeafMaker maker) {
        maxDefinition = leaf.maxDefinitionLevel();
        shareable = maker.shareable();
    }

    /** The converter of a column. */
    static ValueConverter of(LeafColumn leaf, LeafMaker maker) {
        return switch (leaf.type().physicalType()) {
            case BOOLEAN -> new Booleans(leaf, require(LeafMaker.OfBoolean.class, maker, leaf));
            case INT32 -> new Ints(leaf, require(LeafMaker.OfInt.class, maker, leaf));
            case INT64 -> new Longs(leaf, require(LeafMaker.OfLong.class, maker, leaf));
            case FLOAT -> new Floats(leaf, require(LeafMaker.OfFloat.class, maker, leaf));
            case DOUBLE -> new Doubles(leaf, require(LeafMaker.OfDouble.class, maker, leaf));
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                new Binary(leaf, require(LeafMaker.OfBytes.class, maker, leaf));
        };
    }

    private static <M extends LeafMaker> M require(Class<M> kind, LeafMaker maker, LeafColumn leaf) {
        if (!kind.isInstance(maker)) {
            throw new UsageException("column " + leaf.dottedPath() + " of type "
                    + leaf.type().physicalType() + " needs a LeafMaker." + kind.getSimpleName()
                    + ", but the RecordBuilder gave " + maker);
        }
        return kind.cast(maker);
    }

    /** Starts a batch that has just been filled. */
    void start(ColumnBatch batch) {
        nextValue = batch.firstValue();
        if (shareable && batch.dictionaryCoded() && sharedDictionary != batch.dictionaryNumber()) {
            shared = new Object[batch.dictionarySize()];
            sharedDictionary = batch.dictionaryNumber();
            sharedMissing = shared.length;
        }
    }

    /** Skips the entries from {@code from} up to {@code to} without converting their values. */
    final void skip(ColumnBatch batch, int from, int to) {
        if (batch.allPresent()) {
            nextValue += to - from;
            return;
        }
        byte[] definition = batch.definition();
        int max = maxDefinition;
        int values = 0;
        for (int entry = from; entry < to; entry++) {
            values += definition[entry] == max ? 1 : 0;
        }
        nextValue += values;
    }

    /**
     * The end of the entries from {@code from} on that may be converted at once within the memory limit; at least
     * one.
     */
    int limit(ColumnBatch batch, int from, int to) {
        return to;
    }

    /** Converts the values of the entries from {@code from} up to {@code to}. */
    void convert(ColumnBatch batch, int from, int to, ValueTarget target) {
        if (shareable && batch.dictionaryCoded()) {
            convertShared(batch, from, to, target);
        } else {
            convertEach(batch, from, to, target);
        }
    }

    private void convertShared(ColumnBatch batch, int from, int to, ValueTarget target) {
        if (sharedMissing > 0) {
            convertMissing(batch, nextValue, Math.min(nextValue + to - from, batch.values()));
        }
        if (batch.allPresent()) {
            target.putAll(batch.indexes(), nextValue, from, to, shared);
            nextValue += to - from;
        } else {
            nextValue = target.putPresent(batch, maxDefinition, nextValue, from, to, shared);
        }
    }

    /** Converts the dictionary entries of these values that have not been converted yet. */
    private void convertMissing(ColumnBatch batch, int from, int to) {
        int[] indexes = batch.indexes();
        for (int value = from; value < to; value++) {
            int at = indexes[value];
            if (shared[at] == null) {
                shared[at] = convertOne(batch, at);
                sharedMissing -= shared[at] == null ? 0 : 1;
            }
        }
    }

    /** Converts one element of the batch's array of values. */
    abstract Object convertOne(ColumnBatch batch, int at);

    /** Like {@link #convert}, with one object for each entry. */
    abstract void convertEach(ColumnBatch batch, int from, int to, ValueTarget target);

    private static final class Booleans extends ValueConverter {
        private final LeafMaker.OfBoolean maker;

        Booleans(LeafColumn leaf, LeafMaker.OfBoolean maker) {
            super(leaf, maker);
            this.maker = maker;
        }

        @Override
        Object convertOne(ColumnBatch batch, int at) {
            return maker.ofBoolean(batch.booleans()[at]);
        }

        @Override
        void convertEach(ColumnBatch batch, int from, int to, ValueTarget target) {
            boolean[] values = batch.booleans();
            byte[] definition = batch.definition();
            boolean allPresent = batch.allPresent();
            Object no = shareable ? maker.ofBoolean(false) : null;
            Object yes = shareable ? maker.ofBoolean(true) : null;
            int value = nextValue;
            for (int entry = from; entry < to; entry++) {
                if (allPresent || definition[entry] == maxDefinition) {
                    boolean is = values[value++];
                    Object known = is ? yes : no;
                    target.put(entry, shareable ? known : maker.ofBoolean(is));
                }
            }
            nextValue = value;
        }
    }

    private static final class Ints extends ValueConverter {
        private final LeafMaker.OfInt maker;

        Ints(LeafColumn leaf, LeafMaker.OfInt maker) {
            super(leaf, maker);
            this.maker = maker;
        }

        @Override
        Object convertOne(ColumnBatch batch, int at) {
            return maker.ofInt(batch.ints()[at]);
        }

        @Override
        void convertEach(ColumnBatch batch, int from, int to, ValueTarget target) {
            int[] values = batch.ints();
            int[] indexes = batch.indexes();
            boolean coded = batch.dictionaryCoded();
            byte[] definition = batch.definition();
            boolean allPresent = batch.allPresent();
            int value = nextValue;
            for (int entry = from; entry < to; entry++) {
                if (allPresent || definition[entry] == maxDefinition) {
                    target.put(entry, maker.ofInt(values[coded ? indexes[value] : value]));
                    value++;
                }
            }
            nextValue = value;
        }
    }

    private static final class Longs extends ValueConverter {
        private final LeafMaker.OfLong maker;

        Longs(LeafColumn leaf, LeafMaker.OfLong maker) {
            super(leaf, maker);
            this.maker = maker;
        }

        @Override
        Object convertOne(ColumnBatch batch, int at) {
            return maker.ofLong(batch.longs()[at]);
        }

        @Override
        void convertEach(ColumnBatch batch, int from, int to, ValueTarget target) {
            long[] values = batch.longs();
            int[] indexes = batch.indexes();
            boolean coded = batch.dictionaryCoded();
            byte[] definition = batch.definition();
            boolean allPresent = batch.allPresent();
            int value = nextValue;
            for (int entry = from; entry < to; entry++) {
                if (allPresent || definition[entry] == maxDefinition) {
                    target.put(entry, maker.ofLong(values[coded ? indexes[value] : value]));
                    value++;
                }
            }
            nextValue = value;
        }
    }

    private static final class Floats extends ValueConverter {
        private final LeafMaker.OfFloat maker;

        Floats(LeafColumn leaf, LeafMaker.OfFloat maker) {
            super(leaf, maker);
            this.maker = maker;
        }

        @Override
        Object convertOne(ColumnBatch batch, int at) {
            return maker.ofFloat(batch.floats()[at]);
        }

        @Override
        void convertEach(ColumnBatch batch, int from, int to, ValueTarget target) {
            float[] values = batch.floats();
            int[] indexes = batch.indexes();
            boolean coded = batch.dictionaryCoded();
            byte[] definition = batch.definition();
            boolean allPresent = batch.allPresent();
            int value = nextValue;
            for (int entry = from; entry < to; entry++) {
                if (allPresent || definition[entry] == maxDefinition) {
                    target.put(entry, maker.ofFloat(values[coded ? indexes[value] : value]));
                    value++;
                }
            }
            nextValue = value;
        }
    }

    private static final class Doubles extends ValueConverter {
        private final LeafMaker.OfDouble maker;

        Doubles(LeafColumn leaf, LeafMaker.OfDouble maker) {
            super(leaf, maker);
            this.maker = maker;
        }

        @Override
        Object convertOne(ColumnBatch batch, int at) {
            return maker.ofDouble(batch.doubles()[at]);
        }

        @Override
        void convertEach(ColumnBatch batch, int from, int to, ValueTarget target) {
            double[] values = batch.doubles();
            int[] indexes = batch.indexes();
            boolean coded = batch.dictionaryCoded();
            byte[] definition = batch.definition();
            boolean allPresent = batch.allPresent();
            int value = nextValue;
            for (int entry = from; entry < to; entry++) {
                if (allPresent || definition[entry] == maxDefinition) {
                    target.put(entry, maker.ofDouble(values[coded ? indexes[value] : value]));
                    value++;
                }
            }
            nextValue = value;
        }
    }

    private static final class Binary extends ValueConverter {
        private final LeafMaker.OfBytes maker;

        Binary(LeafColumn leaf, LeafMaker.OfBytes maker) {
            super(leaf, maker);
            this.maker = maker;
        }

        /** Counts every entry as a value, which can only make the end come sooner. */
        @Override
        int limit(ColumnBatch batch, int from, int to) {
            if (shareable && batch.dictionaryCoded()) {
                return to;
            }
            int[] lengths = batch.lengths();
            int[] indexes = batch.indexes();
            boolean coded = batch.dictionaryCoded();
            int values = Math.min(to - from, batch.values() - nextValue);
            long bytes = 0;
            for (int i = 0; i < values; i++) {
                bytes += lengths[coded ? indexes[nextValue + i] : nextValue + i];
                if (bytes > BYTES_AHEAD_MAX) {
                    return from + i + 1;
                }
            }
            return to;
        }

        @Override
        Object convertOne(ColumnBatch batch, int at) {
            if (batch.lengths()[at] > LARGE_BYTES) {
                batch.requireMemoryFor(at);
            }
            return maker.ofBytes(batch.bytes(), batch.offsets()[at], batch.lengths()[at]);
        }

        @Override
        void convertEach(ColumnBatch batch, int from, int to, ValueTarget target) {
            byte[] bytes = batch.bytes();
            int[] offsets = batch.offsets();
            int[] lengths = batch.lengths();
            int[] indexes = batch.indexes();
            boolean coded = batch.dictionaryCoded();
            byte[] definition = batch.definition();
            boolean allPresent = batch.allPresent();
            int value = nextValue;
            for (int entry = from; entry < to; entry++) {
                if (allPresent || definition[entry] == maxDefinition) {
                    int at = coded ? indexes[value] : value;
                    value++;
                    if (lengths[at] > LARGE_BYTES) {
                        batch.requireMemoryFor(at);
                    }
                    target.put(entry, maker.ofBytes(bytes, offsets[at], lengths[at]));
                }
            }
            nextValue = value;
        }
    }
}
