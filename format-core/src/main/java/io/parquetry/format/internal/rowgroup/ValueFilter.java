package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.internal.column.read.ColumnBatch;
import io.parquetry.format.internal.column.read.ColumnChunkReader;
import io.parquetry.format.internal.statistics.SplitBlockBloomFilter;
import io.parquetry.format.internal.statistics.ValueSet;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Tests the rows of one column, which is not repeated, by their values, batch by batch. Dictionary values are tested
 * once for each dictionary.
 */
final class ValueFilter implements RowTest {
    private static final byte[] HALF_ZERO = {0, 0};
    private static final byte[] NEGATIVE_HALF_ZERO = {0, (byte) 0x80};

    private final ValueSet wanted;
    private final boolean nullWanted;
    private final LeafColumn leaf;
    private final ColumnChunkReader reader;
    private final ColumnBatch batch;

    private boolean[] matches = {};
    private boolean[] dictionaryMatches = {};
    private int testedDictionary = -1;
    /** The row, within the row group, at {@code position} of the batch. */
    private long row;

    private int position;
    private int entries;
    private int nextValue;

    ValueFilter(RowCondition.Column condition, ColumnChunkReader reader) {
        this.wanted = condition.values();
        this.nullWanted = condition.nullWanted();
        this.leaf = condition.leaf();
        this.reader = reader;
        this.batch = reader.batch();
    }

    @Override
    public void start() {
        row = 0;
        position = 0;
        entries = 0;
        nextValue = 0;
    }

    /** Tests the dictionary of the batch, once; true if any of its values matches. */
    boolean testDictionary() {
        testDictionaryValues();
        for (int i = 0; i < batch.dictionarySize(); i++) {
            if (dictionaryMatches[i]) {
                return true;
            }
        }
        return false;
    }

    private void testDictionaryValues() {
        if (testedDictionary != batch.dictionaryNumber()) {
            dictionaryMatches = new boolean[batch.dictionarySize()];
            testValues(0, batch.dictionarySize(), dictionaryMatches);
            testedDictionary = batch.dictionaryNumber();
        }
    }

    @Override
    public void retainMatches(BitSet rows, int from, int to, long base) throws IOException {
        seek(base + from);
        int bit = from;
        while (bit < to) {
            if (position == entries) {
                load();
            }
            int count = Math.min(to - bit, entries - position);
            testEntries(rows, bit, count);
            bit += count;
            row += count;
            position += count;
        }
    }

    private void seek(long target) throws IOException {
        long left = target - row;
        int inBatch = (int) Math.min(left, entries - position);
        nextValue += valuesIn(position, position + inBatch);
        position += inBatch;
        if (inBatch < left) {
            reader.skipRows(left - inBatch);
            load();
        }
        row = target;
    }

    private void load() throws IOException {
        reader.requireNext();
        position = batch.first();
        entries = batch.entries();
        nextValue = batch.firstValue();
    }

    private int valuesIn(int from, int to) {
        if (batch.allPresent()) {
            return to - from;
        }
        byte[] definition = batch.definition();
        int max = leaf.maxDefinitionLevel();
        int values = 0;
        for (int entry = from; entry < to; entry++) {
            values += definition[entry] == max ? 1 : 0;
        }
        return values;
    }

    private void testEntries(BitSet rows, int firstBit, int count) {
        int values = valuesIn(position, position + count);
        if (matches.length < values) {
            matches = new boolean[batch.capacity()];
        }
        if (batch.dictionaryCoded() && values > 0) {
            testDictionaryValues();
            int[] indexes = batch.indexes();
            for (int i = 0; i < values; i++) {
                matches[i] = dictionaryMatches[indexes[nextValue + i]];
            }
        } else {
            testValues(nextValue, values, matches);
        }
        nextValue += values;
        byte[] definition = batch.definition();
        boolean allPresent = batch.allPresent();
        int max = leaf.maxDefinitionLevel();
        int value = 0;
        for (int i = 0; i < count; i++) {
            int level = allPresent ? max : definition[position + i];
            boolean isWanted = level == max ? matches[value++] : nullWanted;
            if (!isWanted) {
                rows.clear(firstBit + i);
            }
        }
    }

    /** Tests values, or entries of the dictionary, by their index in the batch's array. */
    private void testValues(int from, int count, boolean[] into) {
        switch (leaf.type().physicalType()) {
            case BOOLEAN -> {
                boolean[] values = batch.booleans();
                for (int i = 0; i < count; i++) {
                    into[i] = wanted.contains(values[from + i]);
                }
            }
            case INT32 -> {
                int[] values = batch.ints();
                for (int i = 0; i < count; i++) {
                    into[i] = wanted.contains(values[from + i]);
                }
            }
            case INT64 -> {
                long[] values = batch.longs();
                for (int i = 0; i < count; i++) {
                    into[i] = wanted.contains(values[from + i]);
                }
            }
            case FLOAT -> {
                float[] values = batch.floats();
                for (int i = 0; i < count; i++) {
                    into[i] = wanted.contains(values[from + i]);
                }
            }
            case DOUBLE -> {
                double[] values = batch.doubles();
                for (int i = 0; i < count; i++) {
                    into[i] = wanted.contains(values[from + i]);
                }
            }
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {
                byte[] bytes = batch.bytes();
                int[] offsets = batch.offsets();
                int[] lengths = batch.lengths();
                for (int i = from; i < from + count; i++) {
                    into[i - from] = wanted.contains(bytes, offsets[i], offsets[i] + lengths[i]);
                }
            }
        }
    }

    /** Whether a bloom filter may contain a value, given in PLAIN form. */
    boolean mightBeIn(SplitBlockBloomFilter filter, byte[] value) {
        ByteBuffer number = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        return switch (leaf.type().physicalType()) {
            case BOOLEAN, INT96 -> true;
            case INT32 -> filter.mightContain(number.getInt());
            case INT64 -> filter.mightContain(number.getLong());
            case FLOAT -> filter.mightContain(number.getFloat());
            case DOUBLE -> filter.mightContain(number.getDouble());
            case BYTE_ARRAY -> filter.mightContain(value);
            case FIXED_LEN_BYTE_ARRAY ->
                isHalfZero(value)
                        ? filter.mightContain(HALF_ZERO) || filter.mightContain(NEGATIVE_HALF_ZERO)
                        : filter.mightContain(value);
        };
    }

    /** FLOAT16 zero, which has two PLAIN forms; for other types a second lookup does no harm. */
    private static boolean isHalfZero(byte[] value) {
        return Arrays.equals(value, HALF_ZERO) || Arrays.equals(value, NEGATIVE_HALF_ZERO);
    }
}
