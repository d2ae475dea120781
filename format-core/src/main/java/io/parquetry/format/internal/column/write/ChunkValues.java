package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.column.write.DictionaryPolicy.Decision;
import io.parquetry.format.internal.column.write.DictionaryPolicy.Sizes;
import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.MinMax;
import io.parquetry.format.metadata.Encoding;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/**
 * The values of the open page and the dictionary of the chunk. Values are buffered until a block of them is complete,
 * and are then interned together: a dictionary that other columns and files have evicted from the processor's caches is
 * loaded once for a block, not once for a value.
 *
 * <pre>
 * open page    indexes of interned values | buffered values
 * </pre>
 *
 * <p>{@link DictionaryPolicy} decides whether there is a dictionary; this class asks it when a block or a page is
 * complete, and does what it says. Where hardly a value of the first block occurs twice, by their hashes, values are
 * buffered and sampled until the page is full. Most such columns never get a dictionary. With several encodings the
 * first page is measured in each of them, and with its dictionary ({@link ChunkEncoding}); with one, where a codec may
 * make the values smaller than dictionary and indexes.
 *
 * <p>Invariants: (a) values of the row that was started last are buffered, so that its roll-back truncates the buffer;
 * (b) a dictionary is given up only before a row, and pages cut before stay dictionary-coded; (c) without a dictionary
 * all values of the page are buffered; (d) no page is cut while values are sampled.
 */
final class ChunkValues {
    private static final int BLOCK_VALUES = 512;

    /** A block of large values has fewer. */
    private static final int BLOCK_BYTES = 32 << 10;

    private final int pageBytesMax;
    private final DictionaryPolicy policy;
    private final ChunkEncoding encoding;
    private final ValueBuffer buffer;
    /** Null for types without one, which are always in mode PLAIN. */
    private final ChunkDictionary dictionary;

    private final InternedValues interned;
    private final SampledValues sampled;
    private final CutPages pages = new CutPages();
    private Mode mode = Mode.PLAIN;
    private long nextCheckValues;
    private boolean hasEnded;

    private enum Mode {
        /** Values are interned. */
        DICTIONARY,
        /** Values are buffered and sampled, until it is clear whether a dictionary may pay. */
        SAMPLING,
        /** Values are buffered. */
        PLAIN
    }

    ChunkValues(ColumnContext context, ValueBuffer buffer, ChunkDictionary dictionary) {
        ChunkSettings settings = context.settings();
        this.pageBytesMax = settings.pageBytesMax();
        this.policy = new DictionaryPolicy(settings.dictionaryBytesMax(), pageBytesMax);
        this.encoding = new ChunkEncoding(context);
        this.buffer = buffer;
        this.dictionary = dictionary;
        this.interned = new InternedValues(buffer, dictionary, context.retained());
        this.sampled = new SampledValues(buffer, context.retained());
        startChunk();
    }

    private void startChunk() {
        mode = dictionary != null && policy.startsWithDictionary() ? Mode.DICTIONARY : Mode.PLAIN;
        hasEnded = false;
        nextCheckValues = BLOCK_VALUES;
        startBlock();
    }

    private void startBlock() {
        buffer.startBlock(isUndecided() ? Math.min(buffer.bytes() + BLOCK_BYTES, pageBytesMax) : pageBytesMax);
    }

    /** Values of the open page. */
    private int count() {
        return interned.count() + buffer.count();
    }

    private long valuesInChunk() {
        return pages.values() + count();
    }

    /** Bytes of the open page's values in PLAIN form. */
    private long plainBytes() {
        return interned.bytes() + buffer.bytes();
    }

    private long plainBytesInChunk() {
        return pages.bytes() + plainBytes();
    }

    private Sizes sizes() {
        return interned.sizes(plainBytesInChunk());
    }

    /** Bytes of the open page's values before encoding; 4 for an index. */
    int bytes() {
        return hasDictionary() ? count() * Integer.BYTES : buffer.bytes();
    }

    /** Bytes of the open page's BYTE_ARRAY values without their lengths; 0 for other types. */
    long unencodedBytes() {
        return interned.unencodedBytes() + buffer.unencodedBytes();
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
     * @param rows of the chunk
     * @return whether to cut the page, which needs the dictionary, and then to {@link #giveUp} the dictionary
     */
    boolean check(boolean pageIsFull, long rows) {
        if (!isUndecided() || !pageIsFull && valuesInChunk() < nextCheckValues && !buffer.blockIsFull()) {
            return false;
        }
        useHint();
        boolean cut = switch (mode) {
            case DICTIONARY -> checkBlock(pageIsFull, rows);
            case SAMPLING -> checkSample(pageIsFull, rows);
            case PLAIN -> false;
        };
        nextCheckValues = valuesInChunk() + BLOCK_VALUES;
        startBlock();
        return cut;
    }

    private void useHint() {
        if (encoding.useHint() && isUndecided()) {
            giveUp();
        }
    }

    private boolean checkBlock(boolean pageIsFull, long rows) {
        boolean isFirst = !pages.exist() && interned.lastKept().isNever();
        if (isFirst && !pageIsFull && policy.isToBeSampled(count(), this::distinct, BLOCK_VALUES)) {
            if (interned.count() > 0) {
                interned.expand();
                dictionary.release();
            }
            sampled.start();
            mode = Mode.SAMPLING;
            return checkSample(false, rows);
        }
        intern();
        return checkDictionary(pageIsFull, rows);
    }

    /** Distinct values of the chunk; without a dictionary, unless estimating sizes has begun it already. */
    private int distinct() {
        if (interned.count() > 0) {
            intern();
            return dictionary.size();
        }
        DistinctHashes distinct = new DistinctHashes(policy.repetitionsMax(buffer.count()));
        buffer.addTo(distinct, 0);
        return distinct.count();
    }

    private boolean checkSample(boolean pageIsFull, long rows) {
        sampled.fill();
        if (!pageIsFull && buffer.bytes() < pageBytesMax) {
            return false;
        }
        endSampling();
        return hasDictionary() && checkDictionary(true, rows);
    }

    /** Builds the dictionary if the sample says that it may pay. */
    private void endSampling() {
        if (policy.mayPay(count(), sampled.endWithDistinct(), buffer.bytes())) {
            mode = Mode.DICTIONARY;
            intern();
        } else {
            teachIfTelling(false);
            giveUp();
        }
    }

    /** Gives the dictionary up if it does not pay, except where the caller of {@link #check} does so after a cut. */
    private boolean checkDictionary(boolean pageIsFull, long rows) {
        Decision decision = decide(pageIsFull, rows);
        if (decision == Decision.GIVE_UP) {
            teachIfTelling(false);
            if (!pages.exist()) {
                giveUp();
                return false;
            }
        }
        return decision != Decision.KEEP;
    }

    private Decision decide(boolean pageIsFull, long rows) {
        boolean measurementIsNext = encoding.measurementIsPending() && !pages.exist();
        boolean isDue = !measurementIsNext
                && policy.isDue(pageIsFull, rows, valuesInChunk(), plainBytesInChunk(), interned.lastKept());
        if (!isDue && !policy.isTooLarge(dictionary.bytes())) {
            return Decision.KEEP;
        }
        Sizes sizes = sizes();
        Decision decision = policy.decide(sizes, interned.ratios(), interned.lastKept());
        if (decision == Decision.KEEP) {
            interned.kept(sizes, valuesInChunk());
        }
        return decision;
    }

    private void teachIfTelling(boolean dictionaryPays) {
        if (policy.isTelling(valuesInChunk(), plainBytesInChunk())) {
            encoding.teach(dictionaryPays);
        }
    }

    /** Goes on without a dictionary; pages that were cut keep theirs. */
    void giveUp() {
        if (interned.count() > 0) {
            intern();
            interned.expand();
        }
        interned.release();
        mode = Mode.PLAIN;
        startBlock();
    }

    /** Interns the buffered values, if there is a dictionary. Only between rows. */
    void intern() {
        if (hasDictionary()) {
            interned.intern();
        }
    }

    /** Decides on the dictionary for the last time, unless the page is to be measured; no more values come. */
    void endChunk() {
        hasEnded = true;
        if (!isUndecided()) {
            return;
        }
        useHint();
        if (mode == Mode.SAMPLING) {
            sampled.fill();
            endSampling();
        }
        if (hasDictionary()) {
            intern();
            if (!measurementIsDue()) {
                decideOnWholeChunk();
            }
        }
    }

    private void decideOnWholeChunk() {
        boolean pays = policy.pays(sizes(), interned.ratios());
        teachIfTelling(pays);
        if (!pays && !pages.exist()) {
            giveUp();
        }
    }

    /**
     * Measures the open page, which is complete, in each encoding, if the chunk has not done so yet, and decides on
     * encoding and dictionary.
     *
     * @param pageBytes the compressed size of the page whose values are appended
     * @param dictionaryPageBytes the compressed size of the dictionary page as it is now
     */
    void chooseEncoding(ToIntFunction<Consumer<ByteAppender>> pageBytes, IntSupplier dictionaryPageBytes) {
        useHint();
        intern();
        if (!measurementIsDue()) {
            return;
        }
        if (hasDictionary()) {
            chooseWithDictionary(pageBytes, dictionaryPageBytes);
        } else {
            encoding.measure(buffer, pageBytes);
            encoding.teach(false);
        }
        startBlock();
    }

    /** Whether the codec decides on the open page, whose values are interned if there is a dictionary. */
    private boolean measurementIsDue() {
        return encoding.measurementIsDue(count())
                || hasDictionary()
                        && !pages.exist()
                        && encoding.decidesByCodec()
                        && policy.isUncertain(count(), sizes());
    }

    private void chooseWithDictionary(
            ToIntFunction<Consumer<ByteAppender>> pageBytes, IntSupplier dictionaryPageBytes) {
        if (policy.isKeptUnmeasured(interned.bytes(), sizes(), interned.ratios())) {
            encoding.skipMeasurement();
            keep();
            return;
        }
        interned.copyToBuffer();
        int valuePage = encoding.measure(buffer, pageBytes);
        int indexPage = pageBytes.applyAsInt(interned::encode);
        interned.measured(indexPage, dictionaryPageBytes.getAsInt(), valuePage / (double) buffer.bytes());
        if (policy.pays(hasEnded ? sizes() : expectedSizes(), interned.ratios())) {
            interned.keepCopied();
            keep();
        } else {
            interned.release();
            mode = Mode.PLAIN;
            encoding.teach(false);
        }
    }

    private Sizes expectedSizes() {
        return policy.expected(interned.sizesOfPage(buffer.bytes()), dictionary.size(), interned.firstHalfEntries());
    }

    private void keep() {
        interned.kept(sizes(), valuesInChunk());
        encoding.teach(true);
    }

    /** Drops all values of the open page but the first {@code kept}; those dropped are of the row started last. */
    void truncate(int kept) {
        buffer.truncate(kept - interned.count());
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
            interned.encode(body);
            return Encoding.RLE_DICTIONARY;
        }
        Encoding used = hasDictionary() ? Encoding.PLAIN : encoding.chosen();
        buffer.encode(used, body);
        return used;
    }

    /** Bounds of the open page's values, after {@link #encode}. */
    MinMax minMax() {
        return hasDictionary() ? interned.minMax() : buffer.minMax();
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
        pages.add(count(), plainBytes());
        interned.startPage();
        buffer.clear();
    }

    /** Releases all buffers and starts the next chunk. */
    void finishChunk() {
        buffer.release();
        if (dictionary != null) {
            interned.finishChunk();
        }
        pages.clear();
        encoding.startChunk();
        startChunk();
    }
}
