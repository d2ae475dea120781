package io.parquetry.format.internal.column.read;

import io.parquetry.format.internal.encoding.DecodedValues;
import io.parquetry.format.internal.encoding.LevelsDecoder;
import io.parquetry.format.internal.page.ReadMemory;
import io.parquetry.format.schema.LeafColumn;

/**
 * Some consecutive entries of a column, decoded. A column has one batch, which is filled again and again.
 *
 * <p>Entry {@code i} has a value where its definition level is the maximum; values are numbered without gaps, so their
 * numbers differ from those of entries. Values are in the array of their type or, if {@link #dictionaryCoded()}, at
 * {@link #indexes()} of the array with the dictionary. Entries before {@link #first()} and values before {@link
 * #firstValue()} have been skipped.
 */
public final class ColumnBatch {
    private static final byte[] NO_LEVELS = {};

    /** Decoding a text that is not ASCII takes up to so many times its bytes. */
    private static final int TEXT_GROWTH_MAX = 4;

    private final int capacity;
    private final boolean text;
    private final ReadMemory memory;
    final byte[] repetition;
    final byte[] definition;
    final int[] indexes;
    final DecodedValues plain;
    DecodedValues dictionary;
    int dictionarySize;
    int dictionaryNumber;
    boolean dictionaryCoded;
    boolean allPresent;
    int entries;
    int values;
    int first;
    int firstValue;

    /** @param capacity most entries of the batch */
    ColumnBatch(LeafColumn leaf, int capacity, ReadMemory memory) {
        this.capacity = capacity;
        this.memory = memory;
        this.text = leaf.type().logicalType().isPresent();
        int levels = capacity + LevelsDecoder.SLACK_BYTES;
        repetition = leaf.maxRepetitionLevel() > 0 ? new byte[levels] : NO_LEVELS;
        definition = leaf.maxDefinitionLevel() > 0 ? new byte[levels] : NO_LEVELS;
        indexes = new int[capacity];
        plain = DecodedValues.of(leaf.type().physicalType(), capacity);
        dictionary = plain;
    }

    /** The most entries that the batch may have. */
    public int capacity() {
        return capacity;
    }

    /** Number of entries, those before {@link #first()} included. */
    public int entries() {
        return entries;
    }

    public int first() {
        return first;
    }

    public int firstValue() {
        return firstValue;
    }

    /** Number of values, those before {@link #firstValue()} included. */
    public int values() {
        return values;
    }

    /** Whether every entry has a value; {@link #definition()} is then undefined. */
    public boolean allPresent() {
        return allPresent;
    }

    /** Definition levels of the entries. */
    public byte[] definition() {
        return definition;
    }

    /** Repetition levels of the entries; empty for columns that are not repeated. */
    public byte[] repetition() {
        return repetition;
    }

    public boolean dictionaryCoded() {
        return dictionaryCoded;
    }

    /** Positions of the values in the dictionary, all within it. */
    public int[] indexes() {
        return indexes;
    }

    public int dictionarySize() {
        return dictionarySize;
    }

    /** Another number for each dictionary that the column has had. */
    public int dictionaryNumber() {
        return dictionaryNumber;
    }

    private DecodedValues decoded() {
        return dictionaryCoded ? dictionary : plain;
    }

    public boolean[] booleans() {
        return ((DecodedValues.Booleans) decoded()).array();
    }

    public int[] ints() {
        return ((DecodedValues.Ints) decoded()).array();
    }

    public long[] longs() {
        return ((DecodedValues.Longs) decoded()).array();
    }

    public float[] floats() {
        return ((DecodedValues.Floats) decoded()).array();
    }

    public double[] doubles() {
        return ((DecodedValues.Doubles) decoded()).array();
    }

    /** The array with the bytes of binary values. */
    public byte[] bytes() {
        return ((DecodedValues.Binary) decoded()).bytes();
    }

    public int[] offsets() {
        return ((DecodedValues.Binary) decoded()).offsets();
    }

    public int[] lengths() {
        return ((DecodedValues.Binary) decoded()).lengths();
    }

    /** Checks the memory limit before an object is made from a large binary value, which is number {@code at}. */
    public void requireMemoryFor(int at) {
        int from = offsets()[at];
        int to = from + lengths()[at];
        byte[] bytes = bytes();
        int ascii = from;
        while (text && ascii < to && bytes[ascii] >= 0) {
            ascii++;
        }
        memory.requireObject(text && ascii < to ? (long) TEXT_GROWTH_MAX * (to - from) : to - from);
    }

    /** Bytes of the values with numbers from {@code from} up to {@code to}, if they are binary, else 0. */
    long valueBytes(int from, int to) {
        if (!(decoded() instanceof DecodedValues.Binary binary)) {
            return 0;
        }
        int[] lengths = binary.lengths();
        long sum = 0;
        for (int value = from; value < to; value++) {
            sum += lengths[dictionaryCoded ? indexes[value] : value];
        }
        return sum;
    }
}
