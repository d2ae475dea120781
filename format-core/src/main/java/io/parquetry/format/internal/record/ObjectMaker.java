package io.parquetry.format.internal.record;

import io.parquetry.format.UsageException;
import io.parquetry.format.internal.column.ColumnBatch;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.schema.LeafColumn;

/**
 * Turns the entries of a column's batches into the host's objects, a whole stretch in one loop over the array of the
 * type. What the dictionary holds is made once for each dictionary where the host allows it.
 */
abstract sealed class ObjectMaker {
    /** Bytes of binary values that are turned into objects ahead of their use. */
    private static final int BYTES_AHEAD_MAX = 1 << 18;

    final int maxDefinition;
    private final boolean shareable;
    private Object[] shared = {};
    private int sharedDictionary = -1;
    int nextValue;

    private ObjectMaker(LeafColumn leaf, LeafMaker maker) {
        maxDefinition = leaf.maxDefinitionLevel();
        shareable = maker.shareable();
    }

    /** The maker for a column, over what the host gave for it. */
    static ObjectMaker of(LeafColumn leaf, LeafMaker maker) {
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

    /** Turns to a batch that has just been filled. */
    void start(ColumnBatch batch) {
        nextValue = batch.firstValue();
        if (shareable && batch.dictionaryCoded() && sharedDictionary != batch.dictionaryNumber()) {
            shared = new Object[batch.dictionarySize()];
            sharedDictionary = batch.dictionaryNumber();
        }
    }

    /**
     * Makes the objects of the entries from {@code from} on, null where there is no value.
     *
     * @return the entry before which it stopped, greater than {@code from}
     */
    int make(ColumnBatch batch, int from, Object[] into) {
        if (!shareable || !batch.dictionaryCoded()) {
            return makeEach(batch, from, into);
        }
        Object[] known = shared;
        int[] indexes = batch.indexes();
        byte[] definition = batch.definition();
        boolean allPresent = batch.allPresent();
        int max = maxDefinition;
        int value = nextValue;
        int entries = batch.entries();
        for (int entry = from; entry < entries; entry++) {
            if (allPresent || definition[entry] == max) {
                int index = indexes[value++];
                Object object = known[index];
                if (object == null) {
                    object = makeOne(batch, index);
                    known[index] = object;
                }
                into[entry] = object;
            }
        }
        nextValue = value;
        return entries;
    }

    /** Makes the object of one element of the values' array. */
    abstract Object makeOne(ColumnBatch batch, int at);

    /** Like {@link #make}, with an object of its own for each entry. */
    abstract int makeEach(ColumnBatch batch, int from, Object[] into);

    private static final class Booleans extends ObjectMaker {
        private final LeafMaker.OfBoolean maker;

        Booleans(LeafColumn leaf, LeafMaker.OfBoolean maker) {
            super(leaf, maker);
            this.maker = maker;
        }

        @Override
        Object makeOne(ColumnBatch batch, int at) {
            return maker.ofBoolean(batch.booleans()[at]);
        }

        @Override
        int makeEach(ColumnBatch batch, int from, Object[] into) {
            boolean[] values = batch.booleans();
            byte[] definition = batch.definition();
            boolean allPresent = batch.allPresent();
            int value = nextValue;
            int entries = batch.entries();
            for (int entry = from; entry < entries; entry++) {
                if (allPresent || definition[entry] == maxDefinition) {
                    into[entry] = maker.ofBoolean(values[value++]);
                }
            }
            nextValue = value;
            return entries;
        }
    }

    private static final class Ints extends ObjectMaker {
        private final LeafMaker.OfInt maker;

        Ints(LeafColumn leaf, LeafMaker.OfInt maker) {
            super(leaf, maker);
            this.maker = maker;
        }

        @Override
        Object makeOne(ColumnBatch batch, int at) {
            return maker.ofInt(batch.ints()[at]);
        }

        @Override
        int makeEach(ColumnBatch batch, int from, Object[] into) {
            int[] values = batch.ints();
            int[] indexes = batch.indexes();
            boolean coded = batch.dictionaryCoded();
            byte[] definition = batch.definition();
            boolean allPresent = batch.allPresent();
            int value = nextValue;
            int entries = batch.entries();
            for (int entry = from; entry < entries; entry++) {
                if (allPresent || definition[entry] == maxDefinition) {
                    into[entry] = maker.ofInt(values[coded ? indexes[value] : value]);
                    value++;
                }
            }
            nextValue = value;
            return entries;
        }
    }

    private static final class Longs extends ObjectMaker {
        private final LeafMaker.OfLong maker;

        Longs(LeafColumn leaf, LeafMaker.OfLong maker) {
            super(leaf, maker);
            this.maker = maker;
        }

        @Override
        Object makeOne(ColumnBatch batch, int at) {
            return maker.ofLong(batch.longs()[at]);
        }

        @Override
        int makeEach(ColumnBatch batch, int from, Object[] into) {
            long[] values = batch.longs();
            int[] indexes = batch.indexes();
            boolean coded = batch.dictionaryCoded();
            byte[] definition = batch.definition();
            boolean allPresent = batch.allPresent();
            int value = nextValue;
            int entries = batch.entries();
            for (int entry = from; entry < entries; entry++) {
                if (allPresent || definition[entry] == maxDefinition) {
                    into[entry] = maker.ofLong(values[coded ? indexes[value] : value]);
                    value++;
                }
            }
            nextValue = value;
            return entries;
        }
    }

    private static final class Floats extends ObjectMaker {
        private final LeafMaker.OfFloat maker;

        Floats(LeafColumn leaf, LeafMaker.OfFloat maker) {
            super(leaf, maker);
            this.maker = maker;
        }

        @Override
        Object makeOne(ColumnBatch batch, int at) {
            return maker.ofFloat(batch.floats()[at]);
        }

        @Override
        int makeEach(ColumnBatch batch, int from, Object[] into) {
            float[] values = batch.floats();
            int[] indexes = batch.indexes();
            boolean coded = batch.dictionaryCoded();
            byte[] definition = batch.definition();
            boolean allPresent = batch.allPresent();
            int value = nextValue;
            int entries = batch.entries();
            for (int entry = from; entry < entries; entry++) {
                if (allPresent || definition[entry] == maxDefinition) {
                    into[entry] = maker.ofFloat(values[coded ? indexes[value] : value]);
                    value++;
                }
            }
            nextValue = value;
            return entries;
        }
    }

    private static final class Doubles extends ObjectMaker {
        private final LeafMaker.OfDouble maker;

        Doubles(LeafColumn leaf, LeafMaker.OfDouble maker) {
            super(leaf, maker);
            this.maker = maker;
        }

        @Override
        Object makeOne(ColumnBatch batch, int at) {
            return maker.ofDouble(batch.doubles()[at]);
        }

        @Override
        int makeEach(ColumnBatch batch, int from, Object[] into) {
            double[] values = batch.doubles();
            int[] indexes = batch.indexes();
            boolean coded = batch.dictionaryCoded();
            byte[] definition = batch.definition();
            boolean allPresent = batch.allPresent();
            int value = nextValue;
            int entries = batch.entries();
            for (int entry = from; entry < entries; entry++) {
                if (allPresent || definition[entry] == maxDefinition) {
                    into[entry] = maker.ofDouble(values[coded ? indexes[value] : value]);
                    value++;
                }
            }
            nextValue = value;
            return entries;
        }
    }

    private static final class Binary extends ObjectMaker {
        private final LeafMaker.OfBytes maker;

        Binary(LeafColumn leaf, LeafMaker.OfBytes maker) {
            super(leaf, maker);
            this.maker = maker;
        }

        @Override
        Object makeOne(ColumnBatch batch, int at) {
            return maker.ofBytes(batch.bytes(), batch.offsets()[at], batch.lengths()[at]);
        }

        @Override
        int makeEach(ColumnBatch batch, int from, Object[] into) {
            byte[] bytes = batch.bytes();
            int[] offsets = batch.offsets();
            int[] lengths = batch.lengths();
            int[] indexes = batch.indexes();
            boolean coded = batch.dictionaryCoded();
            byte[] definition = batch.definition();
            boolean allPresent = batch.allPresent();
            int value = nextValue;
            int entry = from;
            int entries = batch.entries();
            for (long made = 0; entry < entries && made < BYTES_AHEAD_MAX; entry++) {
                if (allPresent || definition[entry] == maxDefinition) {
                    int at = coded ? indexes[value] : value;
                    value++;
                    into[entry] = maker.ofBytes(bytes, offsets[at], lengths[at]);
                    made += lengths[at];
                }
            }
            nextValue = value;
            return entry;
        }
    }
}
