package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.RleHybridEncoder;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.MinMax;
import io.parquetry.format.metadata.Encoding;

/**
 * The values of the open page and the dictionary of the chunk, and the decision whether there is one. Values are
 * buffered until a block of them is complete, and are then interned together: a dictionary that other columns and files
 * have evicted from the processor's caches is loaded once for a block, not once for a value.
 *
 * <pre>
 * open page    indexes of interned values | buffered values
 * </pre>
 *
 * <p>The dictionary is judged at the end of the first page, as parquet-java does, and when the values of the chunk have
 * doubled since. Where hardly a value of the first block occurred twice, no dictionary is built before: values are
 * buffered and the number of distinct ones is estimated from a sample. Most such columns never get a dictionary.
 *
 * <p>Invariants: (a) values of the row that was started last are buffered, so that its roll-back truncates the buffer;
 * (b) a dictionary is given up only before a row, and pages cut before stay dictionary-coded; (c) without a dictionary
 * all values of the page are buffered; (d) no page is cut while values are sampled.
 */
final class ChunkValues {
    private static final int BLOCK_VALUES = 512;

    /** A block of large values has fewer. */
    private static final int BLOCK_BYTES = 32 << 10;

    /** The outcome of fewer values says little about other chunks. */
    private static final int HINT_VALUES_MIN = 1024;

    private final ChunkSettings settings;
    private final RetainedBytes retained;
    private final DictionaryHint hint;
    private final ValueBuffer buffer;
    /** Null for types without one. */
    private final ChunkDictionary dictionary;

    private final IndexBuffer indexes;
    private Mode mode = Mode.PLAIN;
    /** Null except in mode SAMPLING. */
    private DistinctSample sample;

    private int sampledTo;
    private boolean hintIsUsed;
    private long nextCheckValues;
    private DictionaryProbe probe = new DictionaryProbe();
    private long valuesInPages;
    /** Bytes of the values that are not in the buffer, in PLAIN form. */
    private long bytesInPages;

    private long internedBytes;
    /** Bytes of the indexes in the pages that were cut. */
    private long indexBytesInPages;

    private int encodedIndexBytes;
    private boolean hasPages;

    private enum Mode {
        /** Values are interned. */
        DICTIONARY,
        /** Values are buffered and sampled, until it is clear whether a dictionary pays. */
        SAMPLING,
        /** Values are buffered. */
        PLAIN
    }

    ChunkValues(ColumnContext context, ValueBuffer buffer, ChunkDictionary dictionary) {
        this.settings = context.settings();
        this.retained = context.retained();
        this.hint = context.hint();
        this.buffer = buffer;
        this.dictionary = dictionary;
        this.indexes = new IndexBuffer(retained);
        startChunk();
    }

    private void startChunk() {
        mode = dictionary != null && settings.dictionaryBytesMax() > 0 ? Mode.DICTIONARY : Mode.PLAIN;
        hintIsUsed = false;
        nextCheckValues = BLOCK_VALUES;
        probe = new DictionaryProbe();
        valuesInPages = 0;
        bytesInPages = 0;
        internedBytes = 0;
        indexBytesInPages = 0;
        hasPages = false;
        startBlock();
    }

    private void startBlock() {
        int pageBytes = settings.pageBytesMax();
        buffer.startBlock(isUndecided() ? Math.min(buffer.bytes() + BLOCK_BYTES, pageBytes) : pageBytes);
    }

    /** Values of the open page. */
    private int count() {
        return indexes.count() + buffer.count();
    }

    private long valuesInChunk() {
        return valuesInPages + count();
    }

    /** Bytes of the chunk's values in PLAIN form. */
    private long bytesInChunk() {
        return bytesInPages + internedBytes + buffer.bytes();
    }

    /** Bytes of the open page's values before encoding; 4 for an index. */
    int bytes() {
        return hasDictionary() ? count() * Integer.BYTES : buffer.bytes();
    }

    /** Bytes of the open page's BYTE_ARRAY values without their lengths; 0 for other types. */
    long unencodedBytes() {
        return indexes.unencodedBytes() + buffer.unencodedBytes();
    }

    boolean hasDictionary() {
        return mode == Mode.DICTIONARY;
    }

    /** Whether the chunk has a dictionary that may be given up, or may get one. */
    boolean isUndecided() {
        return mode != Mode.PLAIN;
    }

    /** Entries of the dictionary; 0 when there is none. */
    int dictionarySize() {
        return dictionary == null ? 0 : dictionary.size();
    }

    /** Bytes of the dictionary page before compression. */
    int dictionaryBytes() {
        return dictionary == null ? 0 : dictionary.bytes();
    }

    /** After how many more values {@link #check} is due. */
    long valuesUntilCheck() {
        return isUndecided() ? nextCheckValues - valuesInChunk() : Long.MAX_VALUE;
    }

    /**
     * Interns the block, if it is complete, and decides on the dictionary. To be called before a row.
     *
     * @param pageIsFull whether the open page will be cut before the row
     * @return whether to cut the page, which needs the dictionary, and then to {@link #giveUp} the dictionary
     */
    boolean check(boolean pageIsFull) {
        if (!isUndecided() || !pageIsFull && valuesInChunk() < nextCheckValues && !buffer.blockIsFull()) {
            return false;
        }
        boolean cut = false;
        if (!startTrial()) {
            giveUp();
        } else if (mode == Mode.SAMPLING) {
            cut = checkSample(pageIsFull);
        } else {
            intern();
            if (mostAreNew() && !pageIsFull) {
                startSampling();
                cut = checkSample(false);
            } else {
                cut = checkDictionary(pageIsFull);
            }
        }
        nextCheckValues = valuesInChunk() + BLOCK_VALUES;
        startBlock();
        return cut;
    }

    /** Counts the chunk in the hint, once; returns whether the chunk tries a dictionary, or goes on trying. */
    private boolean startTrial() {
        boolean first = !hintIsUsed;
        hintIsUsed = true;
        return !first || hint.startChunk();
    }

    /** Whether the first block, and there was no other, holds hardly a value twice. */
    private boolean mostAreNew() {
        int values = count();
        return probe.isFirst()
                && !hasPages
                && values >= BLOCK_VALUES / 4
                && values < 2 * BLOCK_VALUES
                && dictionary.size() > values - values / 16;
    }

    private void startSampling() {
        expand();
        dictionary.release();
        mode = Mode.SAMPLING;
        sample = new DistinctSample(retained);
        sampledTo = 0;
    }

    /** Adds the values to the sample; where it is full, all of them to a smaller share. */
    private void fillSample() {
        sampledTo = buffer.addTo(sample, sampledTo);
        while (sample.isFull()) {
            sample.halve();
            sampledTo = buffer.addTo(sample, 0);
        }
    }

    private boolean checkSample(boolean pageIsFull) {
        fillSample();
        if (!pageIsFull && buffer.bytes() < settings.pageBytesMax()) {
            return false;
        }
        endSampling();
        return hasDictionary() && checkDictionary(true);
    }

    /** Builds the dictionary if the sample says that it may pay. */
    private void endSampling() {
        long entries = sample.estimateDistinct(count());
        long indexBytes = RleHybridEncoder.packedBytes(count(), RleHybridEncoder.bitWidth((int) entries - 1));
        boolean mayPay =
                new DictionaryProbe.Sizes(buffer.bytes() * entries / count(), indexBytes, buffer.bytes()).mayPay();
        sample.release();
        sample = null;
        if (mayPay) {
            mode = Mode.DICTIONARY;
            intern();
        } else {
            refuseInHint();
            giveUp();
        }
    }

    /** Gives the dictionary up if it does not pay, except where {@link #check} must do so after a cut. */
    private boolean checkDictionary(boolean pageIsFull) {
        boolean tooLarge = dictionary.bytes() > settings.dictionaryBytesMax();
        boolean judged = pageIsFull || bytesInChunk() >= settings.pageBytesMax();
        boolean refused = tooLarge
                ? !sizes().pays()
                : judged && probe.isDue(valuesInChunk(), bytesInChunk()) && !probe.judge(sizes(), valuesInChunk());
        if (refused) {
            hint.refused();
        }
        if (!refused && !tooLarge) {
            return false;
        }
        if (hasPages || !refused) {
            return true;
        }
        giveUp();
        return false;
    }

    private void refuseInHint() {
        if (valuesInChunk() >= HINT_VALUES_MIN) {
            hint.refused();
        }
    }

    /** The exact sizes, but for the bytes of a page's headers. */
    private DictionaryProbe.Sizes sizes() {
        int bitWidth = RleHybridEncoder.bitWidth(dictionary.size() - 1);
        long indexBytes = RleHybridEncoder.encodedBytes(indexes.array(), indexes.count(), bitWidth);
        return new DictionaryProbe.Sizes(dictionary.bytes(), indexBytesInPages + indexBytes, bytesInChunk());
    }

    /** Goes on without a dictionary; pages that were cut keep theirs. */
    void giveUp() {
        if (indexes.count() > 0) {
            intern();
            expand();
        }
        internedBytes = 0;
        indexes.release();
        mode = Mode.PLAIN;
        startBlock();
    }

    private void expand() {
        dictionary.expand(indexes);
        indexes.release();
        internedBytes = 0;
    }

    /** Interns the buffered values, if there is a dictionary. Only between rows. */
    void intern() {
        if (hasDictionary()) {
            internedBytes += buffer.bytes();
            dictionary.intern(indexes);
        }
    }

    /** Decides on the dictionary for the last time; the chunk gets no more values. */
    void endChunk() {
        if (!isUndecided()) {
            return;
        }
        if (!startTrial()) {
            giveUp();
        } else if (mode == Mode.SAMPLING) {
            fillSample();
            endSampling();
        }
        if (hasDictionary()) {
            intern();
            checkWholeChunk();
        }
    }

    private void checkWholeChunk() {
        boolean pays = sizes().pays();
        if (!pays) {
            refuseInHint();
        } else if (valuesInChunk() >= HINT_VALUES_MIN) {
            hint.paid();
        }
        if (!pays && !hasPages) {
            giveUp();
        }
    }

    /** Drops all values of the open page but the first {@code kept}; those dropped are of the row started last. */
    void truncate(int kept) {
        buffer.truncate(kept - indexes.count());
    }

    /**
     * Appends the open page's values to the page body. A page of nulls before the first value is PLAIN, since an index
     * page would need a dictionary, which has no entries yet.
     *
     * @return their encoding
     */
    Encoding encode(ByteAppender body) {
        intern();
        if (hasDictionary() && dictionary.size() > 0) {
            int bitWidth = RleHybridEncoder.bitWidth(dictionary.size() - 1);
            int start = body.size();
            body.putByte(bitWidth);
            RleHybridEncoder.encode(indexes.array(), indexes.count(), bitWidth, body);
            encodedIndexBytes = body.size() - start;
            return Encoding.RLE_DICTIONARY;
        }
        encodedIndexBytes = 0;
        buffer.encode(body);
        return hasDictionary() ? Encoding.PLAIN : settings.encoding();
    }

    /** Bounds of the open page's values, after {@link #encode}. */
    MinMax minMax() {
        return hasDictionary() ? dictionary.minMax(indexes) : buffer.minMax();
    }

    /** Adds the open page's values, unless they are indexes. */
    void addPageTo(BloomFilterBuilder filter) {
        if (!hasDictionary()) {
            buffer.addTo(filter);
        }
    }

    void addDictionaryTo(BloomFilterBuilder filter) {
        dictionary.addTo(filter);
    }

    /** Appends the dictionary's values, PLAIN. */
    void encodeDictionary(ByteAppender body) {
        dictionary.encode(body);
    }

    /** Starts the next page of the chunk. */
    void startPage() {
        valuesInPages += count();
        bytesInPages += internedBytes + buffer.bytes();
        internedBytes = 0;
        indexBytesInPages += encodedIndexBytes;
        hasPages = true;
        indexes.clear();
        buffer.clear();
    }

    /** Releases all buffers and starts the next chunk. */
    void finishChunk() {
        indexes.release();
        buffer.release();
        if (dictionary != null) {
            dictionary.release();
        }
        startChunk();
    }
}
