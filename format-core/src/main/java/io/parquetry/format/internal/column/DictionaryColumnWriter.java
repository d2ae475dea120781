package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.RleHybridEncoder;
import io.parquetry.format.metadata.Encoding;

/**
 * A column whose values may be replaced by indexes into a dictionary. Values wait as they are until a block of them is
 * there, and then are looked up together: a dictionary that many columns and files have crowded out of the processor's
 * caches is brought there once for a block, not once for a value.
 *
 * <pre>
 * open page    indexes of the values looked up | values that wait
 * </pre>
 *
 * <p>Invariants: (a) values of the row that was begun last wait, so that to take it back is to forget them; (b) a
 * dictionary is given up only before a row, and pages cut before stay dictionary-coded; (c) without a dictionary all
 * values wait until the page is cut.
 */
abstract sealed class DictionaryColumnWriter extends ColumnChunkWriter
        permits IntColumnWriter, LongColumnWriter, BinaryColumnWriter {
    private static final int BLOCK_VALUES = 512;

    /** A block of large values has fewer. */
    static final int BLOCK_BYTES = 32 << 10;

    /** The dictionary is judged at twice this many values, and each time their number has doubled. */
    private static final int FIRST_PROBE_VALUES = 4096;

    /** Fewer values say little about those of other chunks. */
    private static final int TELLING_VALUES = 1024;

    /** Indexes of the values of the open page that have been looked up; the values behind them wait. */
    final IndexBuffer indexes;

    private final DictionaryVerdict verdict;
    private boolean dictionaryActive;
    /** Whether the chunk has asked if a dictionary is to be tried. */
    private boolean asked;

    private long nextCheckValues;
    private long nextProbeValues;
    /** How far the chunk and the dictionary were at the last probe. */
    private long probedValues;

    private int probedSize;

    DictionaryColumnWriter(ColumnContext context) {
        super(context);
        this.verdict = context.verdict();
        this.indexes = new IndexBuffer(retained);
        beginChunk();
    }

    private void beginChunk() {
        dictionaryActive = settings.dictionaryBytesMax() > 0;
        asked = false;
        nextCheckValues = BLOCK_VALUES;
        nextProbeValues = FIRST_PROBE_VALUES;
        probedValues = 0;
        probedSize = 0;
    }

    /** Bytes of the values that wait. */
    abstract int waitingBytes();

    /** Whether the values of the block are so large that they are to be looked up although they are few. */
    abstract boolean blockIsLarge();

    /** From now on values wait for another block, or for the page if there is no dictionary any more. */
    abstract void startBlock();

    /** Puts the values that wait into the dictionary and their indexes behind the others. */
    abstract void lookUp();

    /** Makes waiting values of all indexes; no other value waits. */
    abstract void layOut();

    /** Appends the values that wait, which are all of the page's. */
    abstract void encodeWaiting(ByteAppender body);

    /** Gives buffers and dictionary back. */
    abstract void release();

    final int waiting() {
        return values - indexes.count();
    }

    @Override
    final int pendingValueBytes() {
        return dictionaryActive ? values * Integer.BYTES : waitingBytes();
    }

    @Override
    final boolean hasDictionary() {
        return dictionaryActive;
    }

    @Override
    final long valuesUntilCheck() {
        return dictionaryActive ? nextCheckValues - valuesInChunk() : Long.MAX_VALUE;
    }

    @Override
    final void checkValues(boolean pageIsFull) {
        if (!dictionaryActive || !pageIsFull && valuesInChunk() < nextCheckValues && !blockIsLarge()) {
            return;
        }
        if (!isWorthTrying()) {
            giveUp();
            return;
        }
        lookUp();
        judge();
        nextCheckValues = valuesInChunk() + BLOCK_VALUES;
        startBlock();
    }

    private boolean isWorthTrying() {
        boolean first = !asked;
        asked = true;
        return !first || verdict.isToBeTried();
    }

    private void judge() {
        boolean tooLarge = dictionaryBytes() > settings.dictionaryBytesMax();
        boolean refused = tooLarge ? !dictionaryPays() : isProbeDue() && !passesProbe();
        if (refused) {
            verdict.refused();
        }
        if (refused || tooLarge) {
            if (hasPages() || !refused) {
                cutPage();
            }
            giveUp();
        }
    }

    private boolean isProbeDue() {
        return valuesInChunk() >= nextProbeValues;
    }

    /** A dictionary that has not paid so far may still do so, where most of the newest values are known. */
    private boolean passesProbe() {
        boolean first = probedValues == 0;
        boolean passes =
                first || dictionaryPays() || pays(dictionarySize() - probedSize, valuesInChunk() - probedValues);
        nextProbeValues = valuesInChunk() * 2;
        probedValues = valuesInChunk();
        probedSize = dictionarySize();
        return passes;
    }

    private boolean dictionaryPays() {
        return pays(dictionarySize(), valuesInChunk());
    }

    /** Whether the indexes of so many values and the entries that they added are smaller than the values themselves. */
    private boolean pays(long entries, long count) {
        int size = dictionarySize();
        if (size == 0) {
            return true;
        }
        long indexBits = count * RleHybridEncoder.bitWidth(size);
        return entries * dictionaryBytes() / size + indexBits / 8 < count * dictionaryBytes() / size;
    }

    private void giveUp() {
        if (indexes.count() > 0) {
            lookUp();
            layOut();
        }
        indexes.release();
        dictionaryActive = false;
        endDictionary();
        startBlock();
    }

    @Override
    final void settleValues() {
        if (dictionaryActive) {
            lookUp();
        }
    }

    @Override
    final void endValues() {
        if (!dictionaryActive) {
            return;
        }
        if (!isWorthTrying()) {
            giveUp();
            return;
        }
        lookUp();
        boolean pays = dictionaryPays();
        if (valuesInChunk() >= TELLING_VALUES) {
            if (pays) {
                verdict.paid();
            } else {
                verdict.refused();
            }
        }
        if (!pays && !hasPages()) {
            giveUp();
        }
    }

    /** A page of nulls before the first value is PLAIN: an index page would ask for a dictionary that holds nothing. */
    @Override
    final Encoding encodeValues(ByteAppender body) {
        settleValues();
        if (dictionaryActive && dictionarySize() > 0) {
            int bitWidth = RleHybridEncoder.bitWidth(dictionarySize() - 1);
            body.putByte(bitWidth);
            RleHybridEncoder.encode(indexes.array(), values, bitWidth, body);
            return Encoding.RLE_DICTIONARY;
        }
        encodeWaiting(body);
        return dictionaryActive ? Encoding.PLAIN : settings.encoding();
    }

    @Override
    final void startChunk() {
        indexes.release();
        release();
        beginChunk();
        startBlock();
    }
}
