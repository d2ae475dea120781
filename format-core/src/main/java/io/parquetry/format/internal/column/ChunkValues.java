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
 * <p>Where hardly a value of the first block occurred twice, no dictionary is built: values are buffered and the number
 * of distinct ones is estimated from a sample until a probe decides. Most such columns never get a dictionary.
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
            checkSample(pageIsFull);
        } else {
            intern();
            if (mostAreNew() && !pageIsFull) {
                startSampling();
            } else {
                cut = checkDictionary();
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
        sampledTo = buffer.addTo(sample, 0);
        if (buffer.bytes() >= settings.pageBytesMax()) {
            endSampling(sizes().pays());
        }
    }

    private void checkSample(boolean pageIsFull) {
        sampledTo = buffer.addTo(sample, sampledTo);
        boolean first = probe.isFirst();
        boolean due = probe.isDue(valuesInChunk());
        boolean passed = !due || probe.judge(sizes());
        if (due && !first) {
            endSampling(passed);
        } else if (pageIsFull) {
            endSampling(sizes().pays());
        }
    }

    private void endSampling(boolean withDictionary) {
        sample.release();
        sample = null;
        if (withDictionary) {
            mode = Mode.DICTIONARY;
            intern();
        } else {
            refuseInHint();
            giveUp();
        }
    }

    /** Gives the dictionary up if it does not pay, except where {@link #check} must do so after a cut. */
    private boolean checkDictionary() {
        boolean tooLarge = dictionary.bytes() > settings.dictionaryBytesMax();
        boolean refused = tooLarge ? !sizes().pays() : probe.isDue(valuesInChunk()) && !probe.judge(sizes());
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

    /** Sizes with the dictionary, or with the one that the sample predicts. */
    private DictionaryProbe.Sizes sizes() {
        if (sample == null) {
            return new DictionaryProbe.Sizes(dictionary.size(), dictionary.bytes(), valuesInChunk());
        }
        long entries = sample.estimateDistinct(count());
        return new DictionaryProbe.Sizes(entries, buffer.bytes() * entries / count(), valuesInChunk());
    }

    /** Goes on without a dictionary; pages that were cut keep theirs. */
    void giveUp() {
        if (indexes.count() > 0) {
            intern();
            expand();
        }
        indexes.release();
        mode = Mode.PLAIN;
        startBlock();
    }

    private void expand() {
        dictionary.expand(indexes);
        indexes.release();
    }

    /** Interns the buffered values, if there is a dictionary. Only between rows. */
    void intern() {
        if (hasDictionary()) {
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
            sampledTo = buffer.addTo(sample, sampledTo);
            endSampling(sizes().pays());
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
            body.putByte(bitWidth);
            RleHybridEncoder.encode(indexes.array(), indexes.count(), bitWidth, body);
            return Encoding.RLE_DICTIONARY;
        }
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
