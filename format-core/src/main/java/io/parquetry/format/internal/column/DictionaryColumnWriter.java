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
 * <p>Where hardly a value of the first block came twice, the dictionary is only imagined: values wait as they are, and
 * how many are different is estimated, until it is time to judge. Most such columns never come to have a dictionary.
 *
 * <p>Invariants: (a) values of the row that was begun last wait, so that to take it back is to forget them; (b) a
 * dictionary is given up only before a row, and pages cut before stay dictionary-coded; (c) without a dictionary all
 * values wait until the page is cut; (d) no page is cut while values are watched.
 */
abstract sealed class DictionaryColumnWriter extends ColumnChunkWriter
        permits IntColumnWriter, LongColumnWriter, BinaryColumnWriter {
    private static final int BLOCK_VALUES = 512;

    /** A block of large values has fewer. */
    static final int BLOCK_BYTES = 32 << 10;

    /** Fewer values say little about those of other chunks. */
    private static final int TELLING_VALUES = 1024;

    /** Indexes of the values of the open page that have been looked up; the values behind them wait. */
    final IndexBuffer indexes;

    private final DictionaryHint verdict;
    private State state;
    /** Null but while values are watched. */
    private DistinctSample sample;

    /** Whether the chunk has asked if a dictionary is to be tried. */
    private boolean asked;

    private int watchedValues;
    private long nextCheckValues;
    private DictionaryProbe probe;

    private enum State {
        /** There is a dictionary. */
        TRYING,
        /** There would be one if enough values came again. */
        WATCHING,
        /** There is none. */
        WITHOUT
    }

    DictionaryColumnWriter(ColumnContext context) {
        super(context);
        this.verdict = context.verdict();
        this.indexes = new IndexBuffer(retained);
        beginChunk();
    }

    private void beginChunk() {
        state = settings.dictionaryBytesMax() > 0 ? State.TRYING : State.WITHOUT;
        asked = false;
        nextCheckValues = BLOCK_VALUES;
        probe = new DictionaryProbe();
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

    /** Adds the values that wait, from this one on. */
    abstract void addWaitingTo(DistinctSample distinct, int from);

    /** Forgets the dictionary, which no index and no page needs. */
    abstract void dropDictionary();

    /** Appends the values that wait, which are all of the page's. */
    abstract void encodeWaiting(ByteAppender body);

    /** Gives buffers and dictionary back. */
    abstract void release();

    final int waiting() {
        return values - indexes.count();
    }

    @Override
    final int pendingValueBytes() {
        return state == State.TRYING ? values * Integer.BYTES : waitingBytes();
    }

    @Override
    final boolean hasDictionary() {
        return state == State.TRYING;
    }

    /** Whether values wait for another block rather than for the page. */
    final boolean hasBlocks() {
        return state != State.WITHOUT;
    }

    @Override
    final long valuesUntilCheck() {
        return hasBlocks() ? nextCheckValues - valuesInChunk() : Long.MAX_VALUE;
    }

    @Override
    final void checkValues(boolean pageIsFull) {
        if (!hasBlocks() || !pageIsFull && valuesInChunk() < nextCheckValues && !blockIsLarge()) {
            return;
        }
        if (!isWorthTrying()) {
            giveUp();
        } else if (state == State.WATCHING) {
            watch(pageIsFull);
        } else {
            lookUp();
            if (mostAreNew() && !pageIsFull) {
                startWatching();
            } else {
                judge();
            }
        }
        nextCheckValues = valuesInChunk() + BLOCK_VALUES;
        startBlock();
    }

    private boolean isWorthTrying() {
        boolean first = !asked;
        asked = true;
        return !first || verdict.isToBeTried();
    }

    /** Whether the first block, and there was no other, holds hardly a value twice. */
    private boolean mostAreNew() {
        return probe.isFirst()
                && !hasPages()
                && values >= BLOCK_VALUES / 4
                && values < 2 * BLOCK_VALUES
                && dictionarySize() > values - values / 16;
    }

    private void startWatching() {
        layOut();
        indexes.release();
        dropDictionary();
        state = State.WATCHING;
        sample = new DistinctSample(retained);
        addWaitingTo(sample, 0);
        watchedValues = values;
        if (pageIsFull()) {
            decide(figures().pay());
        }
    }

    private void watch(boolean pageIsFull) {
        addWaitingTo(sample, watchedValues);
        watchedValues = values;
        boolean first = probe.isFirst();
        boolean due = probe.isDue(valuesInChunk());
        boolean passes = !due || probe.passes(figures());
        if (due && !first) {
            decide(passes);
        } else if (pageIsFull) {
            decide(figures().pay());
        }
    }

    /** Ends the watch over values, with a dictionary or without. */
    private void decide(boolean passes) {
        sample.release();
        sample = null;
        if (passes) {
            state = State.TRYING;
            lookUp();
        } else {
            refuse();
            giveUp();
        }
    }

    private void judge() {
        boolean tooLarge = dictionaryBytes() > settings.dictionaryBytesMax();
        boolean refused = tooLarge ? !figures().pay() : probe.isDue(valuesInChunk()) && !probe.passes(figures());
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

    private void refuse() {
        if (valuesInChunk() >= TELLING_VALUES) {
            verdict.refused();
        }
    }

    /** Of the dictionary, or of the one that is imagined. */
    private DictionaryProbe.Figures figures() {
        if (sample == null) {
            return new DictionaryProbe.Figures(dictionarySize(), dictionaryBytes(), valuesInChunk());
        }
        long entries = sample.of(values);
        return new DictionaryProbe.Figures(entries, waitingBytes() * entries / values, valuesInChunk());
    }

    private void giveUp() {
        if (indexes.count() > 0) {
            lookUp();
            layOut();
        }
        indexes.release();
        state = State.WITHOUT;
        endDictionary();
        startBlock();
    }

    @Override
    final void settleValues() {
        if (hasDictionary()) {
            lookUp();
        }
    }

    @Override
    final void endValues() {
        if (!hasBlocks()) {
            return;
        }
        if (!isWorthTrying()) {
            giveUp();
        } else if (state == State.WATCHING) {
            addWaitingTo(sample, watchedValues);
            decide(figures().pay());
        }
        if (hasDictionary()) {
            lookUp();
            endTrial();
        }
    }

    private void endTrial() {
        boolean pays = figures().pay();
        if (!pays) {
            refuse();
        } else if (valuesInChunk() >= TELLING_VALUES) {
            verdict.paid();
        }
        if (!pays && !hasPages()) {
            giveUp();
        }
    }

    /** A page of nulls before the first value is PLAIN: an index page would ask for a dictionary that holds nothing. */
    @Override
    final Encoding encodeValues(ByteAppender body) {
        settleValues();
        if (hasDictionary() && dictionarySize() > 0) {
            int bitWidth = RleHybridEncoder.bitWidth(dictionarySize() - 1);
            body.putByte(bitWidth);
            RleHybridEncoder.encode(indexes.array(), values, bitWidth, body);
            return Encoding.RLE_DICTIONARY;
        }
        encodeWaiting(body);
        return hasDictionary() ? Encoding.PLAIN : settings.encoding();
    }

    @Override
    final void startChunk() {
        indexes.release();
        release();
        beginChunk();
        startBlock();
    }
}
