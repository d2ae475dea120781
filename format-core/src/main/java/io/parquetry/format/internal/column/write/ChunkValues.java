package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.RleHybridEncoder;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.MinMax;
import io.parquetry.format.metadata.Encoding;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/**
 * The values of the open page and the dictionary of the chunk, and the decision how values are encoded. Values are
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
 * <p>A column that may have several encodings tries them on its first page, the dictionary among them, and compares
 * compressed sizes ({@link ChunkEncoding}).
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

    /** A dictionary is taken to serve so many pages, as long as only the first one is known. */
    private static final int PAGES_EXPECTED = 8;

    /** Where a dictionary pays, a page whose values take more than this is not expanded for a trial. */
    private static final int TRIAL_BYTES_MAX = 16 << 20;

    private final ChunkSettings settings;
    private final RetainedBytes retained;
    private final ChunkEncoding encoding;
    private final ValueBuffer buffer;
    /** Null for types without one. */
    private final ChunkDictionary dictionary;

    private final IndexBuffer indexes;
    private Mode mode = Mode.PLAIN;
    /** Null except in mode SAMPLING. */
    private DistinctSample sample;

    private int sampledTo;
    private boolean hasEnded;
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
        this.encoding = new ChunkEncoding(context);
        this.buffer = buffer;
        this.dictionary = dictionary;
        this.indexes = new IndexBuffer(retained);
        startChunk();
    }

    private void startChunk() {
        mode = dictionary != null && settings.dictionaryBytesMax() > 0 ? Mode.DICTIONARY : Mode.PLAIN;
        hasEnded = false;
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
        useHint();
        if (mode == Mode.SAMPLING) {
            cut = checkSample(pageIsFull);
        } else if (hasDictionary()) {
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

    private void useHint() {
        if (encoding.hintRefusesDictionary() && isUndecided()) {
            giveUp();
        }
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
            settleIfTelling(false);
            giveUp();
        }
    }

    /** Gives the dictionary up if it does not pay, except where {@link #check} must do so after a cut. */
    private boolean checkDictionary(boolean pageIsFull) {
        boolean tooLarge = dictionary.bytes() > settings.dictionaryBytesMax();
        boolean trialIsNext = encoding.trialIsPending() && !hasPages;
        boolean judged = !trialIsNext && (pageIsFull || bytesInChunk() >= settings.pageBytesMax());
        boolean refused = tooLarge
                ? !probe.pays(sizes())
                : judged && probe.isDue(valuesInChunk(), bytesInChunk()) && !probe.judge(sizes(), valuesInChunk());
        if (refused) {
            encoding.settle(false);
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

    private void settleIfTelling(boolean dictionaryPays) {
        if (valuesInChunk() >= HINT_VALUES_MIN) {
            encoding.settle(dictionaryPays);
        }
    }

    /** The exact sizes, but for the bytes of a page's headers. */
    private DictionaryProbe.Sizes sizes() {
        return new DictionaryProbe.Sizes(dictionary.bytes(), indexBytesInPages + indexBytes(), bytesInChunk());
    }

    private long indexBytes() {
        int bitWidth = RleHybridEncoder.bitWidth(dictionary.size() - 1);
        return RleHybridEncoder.encodedBytes(indexes.array(), indexes.count(), bitWidth);
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

    /** Decides on the dictionary for the last time, unless a trial is to come; the chunk gets no more values. */
    void endChunk() {
        hasEnded = true;
        if (!isUndecided()) {
            return;
        }
        useHint();
        if (mode == Mode.SAMPLING) {
            fillSample();
            endSampling();
        }
        if (hasDictionary()) {
            intern();
            if (!encoding.trialIsDue(count())) {
                checkWholeChunk();
            }
        }
    }

    private void checkWholeChunk() {
        boolean pays = probe.pays(sizes());
        settleIfTelling(pays);
        if (!pays && !hasPages) {
            giveUp();
        }
    }

    /**
     * Tries the encodings on the open page, which is complete, if the chunk has not done so yet.
     *
     * @param pageBytes the compressed size of the page whose values are appended
     * @param dictionaryPageBytes the compressed size of the dictionary page as it is now
     */
    void chooseEncoding(ToIntFunction<Consumer<ByteAppender>> pageBytes, IntSupplier dictionaryPageBytes) {
        useHint();
        if (!encoding.trialIsDue(count())) {
            return;
        }
        intern();
        if (hasDictionary()) {
            if (internedBytes > TRIAL_BYTES_MAX && probe.pays(sizes())) {
                encoding.skipTrial();
                probe.keep(sizes(), valuesInChunk());
                encoding.settle(true);
                return;
            }
            dictionary.expand(indexes);
            internedBytes = 0;
        }
        int valuePage = encoding.tryOn(buffer, pageBytes);
        boolean pays = hasDictionary()
                && dictionaryPays(valuePage, pageBytes.applyAsInt(this::encodeIndexes), dictionaryPageBytes.getAsInt());
        if (pays) {
            internedBytes = buffer.bytes();
            buffer.release();
            probe.keep(sizes(), valuesInChunk());
        } else {
            indexes.release();
            mode = Mode.PLAIN;
        }
        encoding.settle(pays);
        startBlock();
    }

    /** Judges by the compressed sizes of the open page, without and with a dictionary, and of the dictionary. */
    private boolean dictionaryPays(int valuePage, int indexPage, int dictionaryPage) {
        probe.weigh(new DictionaryProbe.Weights(
                dictionaryPage / (double) dictionary.bytes(),
                indexPage / (double) indexBytes(),
                valuePage / (double) buffer.bytes()));
        if (hasEnded) {
            return probe.pays(sizes());
        }
        return probe.pays(new DictionaryProbe.Sizes(
                (long) (dictionary.bytes() * growthToExpectedPages()),
                PAGES_EXPECTED * indexBytes(),
                (long) PAGES_EXPECTED * buffer.bytes()));
    }

    /**
     * How many times as large the dictionary will be, if the number of new entries goes on from half a page to the next
     * as it went from the first half of this page to the second.
     */
    private double growthToExpectedPages() {
        int inFirstHalf = indexes.entriesOfFirst(indexes.count() / 2);
        double ratio = (dictionary.size() - inFirstHalf) / (double) inFirstHalf;
        double growth = 0;
        double more = 1;
        for (int half = 0; half < 2 * PAGES_EXPECTED; half++) {
            growth += more;
            more *= Math.min(1, ratio);
        }
        return growth * inFirstHalf / dictionary.size();
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
            int start = body.size();
            encodeIndexes(body);
            encodedIndexBytes = body.size() - start;
            return Encoding.RLE_DICTIONARY;
        }
        encodedIndexBytes = 0;
        Encoding used = hasDictionary() ? Encoding.PLAIN : encoding.chosen();
        buffer.encode(used, body);
        return used;
    }

    private void encodeIndexes(ByteAppender body) {
        int bitWidth = RleHybridEncoder.bitWidth(dictionary.size() - 1);
        body.putByte(bitWidth);
        RleHybridEncoder.encode(indexes.array(), indexes.count(), bitWidth, body);
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
        encoding.startChunk();
        startChunk();
    }
}
