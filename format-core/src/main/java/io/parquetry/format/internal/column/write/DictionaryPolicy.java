package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.RleHybridEncoder;
import java.util.function.IntSupplier;

/**
 * Whether a chunk has a dictionary, as a function of counts and sizes; it holds limits, and no state.
 *
 * <p>The first decision is at the end of the first page, as in parquet-java, and not before there is enough to decide
 * by; another one follows each time the values of the chunk have doubled. A dictionary pays where its own bytes and
 * those of the indexes are fewer than those of the values that they replace.
 *
 * @param dictionaryBytesMax a dictionary that grows beyond this takes no more pages; 0 for none
 * @param pageBytesMax bytes of the values of a page, in PLAIN form
 */
record DictionaryPolicy(int dictionaryBytesMax, int pageBytesMax) {
    /** Fewer values say little about the next ones, where pages are small. */
    private static final int FIRST_VALUES = 4096;

    private static final int FIRST_BYTES = 1 << 20;

    /** So many rows have a page, however few of them have a value. */
    private static final int FIRST_ROWS = 16 << 10;

    /** Where dictionary and indexes take less than this share of the values, no codec makes the values smaller. */
    private static final double CERTAIN_SHARE = 0.25;

    /** The decision on fewer values says little about other chunks. */
    private static final int TELLING_VALUES = 1024;

    /** Fewer values of a first block do not say whether values repeat. */
    private static final int FIRST_BLOCK_VALUES_MIN = 128;

    /** Where a dictionary pays, a page whose values take more than this is not expanded to be measured. */
    private static final int EXPANDED_BYTES_MAX = 16 << 20;

    /** A dictionary is taken to serve so many pages, as long as only the first one is known. */
    private static final int PAGES_EXPECTED = 8;

    /** What becomes of a dictionary. */
    enum Decision {
        /** It serves the next pages, too. */
        KEEP,
        /** It does not pay: it serves no page that is not cut yet. */
        GIVE_UP,
        /** It pays and may not grow: the open page is the last one that it serves. */
        CLOSE
    }

    /**
     * Sizes of a chunk with a dictionary, built or predicted, before compression.
     *
     * @param dictionaryBytes of the dictionary's page
     * @param indexBytes of the indexes in all pages
     * @param valueBytes of the values that they replace, in PLAIN form
     */
    record Sizes(long dictionaryBytes, long indexBytes, long valueBytes) {
        private Sizes since(Sizes then) {
            return new Sizes(
                    dictionaryBytes - then.dictionaryBytes, indexBytes - then.indexBytes, valueBytes - then.valueBytes);
        }
    }

    /**
     * Bytes in the file for one byte before compression; for values, for one byte in PLAIN form.
     *
     * @param dictionary for one byte of the dictionary
     * @param indexes for one byte of the indexes
     * @param values for one byte of the values that they replace
     */
    record Ratios(double dictionary, double indexes, double values) {
        /** Before a page was measured. */
        static final Ratios EVEN = new Ratios(1, 1, 1);
    }

    /**
     * When the chunk was decided last, and kept its dictionary.
     *
     * @param sizes of the chunk at that time
     * @param values of the chunk at that time
     */
    record Kept(Sizes sizes, long values) {
        /** Before the first decision. */
        static final Kept NEVER = new Kept(new Sizes(0, 0, 0), 0);

        boolean isNever() {
            return values == 0;
        }

        private boolean isDue(long rowsNow, long valuesNow, long bytesNow) {
            return isNever()
                    ? valuesNow >= FIRST_VALUES || bytesNow >= FIRST_BYTES || rowsNow >= FIRST_ROWS
                    : valuesNow >= values * 2;
        }
    }

    /** Whether chunks begin with a dictionary, if their type can have one. */
    boolean startsWithDictionary() {
        return dictionaryBytesMax > 0;
    }

    /**
     * Whether hardly a value of the first block occurs twice, so that sampling the next ones costs less than interning
     * them.
     *
     * @param values of the chunk so far
     * @param distinct how many of them are distinct; is asked only of a first block
     * @param blockValues of a block
     */
    boolean isToBeSampled(int values, IntSupplier distinct, int blockValues) {
        return values >= FIRST_BLOCK_VALUES_MIN
                && values < 2 * blockValues
                && distinct.getAsInt() > values - repetitionsMax(values);
    }

    /** Values of a first block that repeat so often are not sampled, whatever else is in the block. */
    int repetitionsMax(int values) {
        return values / 16;
    }

    /**
     * Whether a dictionary of sampled values is worth building. The estimate may be a few percent off either way: what
     * is built is decided on by its exact sizes, and what is not would have saved as little.
     *
     * @param values of the open page, which is the first one
     * @param distinct an estimate of how many of them are distinct
     * @param bytes of the values, in PLAIN form
     */
    boolean mayPay(int values, long distinct, long bytes) {
        long indexBytes = RleHybridEncoder.packedBytes(values, RleHybridEncoder.bitWidth((int) distinct - 1));
        return bytes * distinct / values + indexBytes < bytes;
    }

    /** Whether so large a dictionary takes no more pages. */
    boolean isTooLarge(long dictionaryBytes) {
        return dictionaryBytes > dictionaryBytesMax;
    }

    /**
     * Whether there is enough to decide by: the values of a page, and twice as many values as last time.
     *
     * @param rows of the chunk
     * @param values of the chunk
     * @param bytes of these values, in PLAIN form
     */
    boolean isDue(boolean pageIsFull, long rows, long values, long bytes, Kept last) {
        return (pageIsFull || bytes >= pageBytesMax) && last.isDue(rows, values, bytes);
    }

    /**
     * Decides while more values may come. A dictionary that has not paid so far is kept where it pays for the values
     * since the last decision, most of which it then holds already.
     */
    Decision decide(Sizes now, Ratios ratios, Kept last) {
        if (isTooLarge(now.dictionaryBytes)) {
            return pays(now, ratios) ? Decision.CLOSE : Decision.GIVE_UP;
        }
        return pays(now, ratios) || !last.isNever() && pays(now.since(last.sizes), ratios)
                ? Decision.KEEP
                : Decision.GIVE_UP;
    }

    /** Whether indexes and dictionary together are smaller than the values. */
    boolean pays(Sizes sizes, Ratios ratios) {
        return sizes.valueBytes == 0
                || sizes.dictionaryBytes * ratios.dictionary + sizes.indexBytes * ratios.indexes
                        < sizes.valueBytes * ratios.values;
    }

    /**
     * Whether a dictionary that pays before compression may not pay after it. With few values, compressing them once
     * more would cost a third of the whole file.
     *
     * @param values of the chunk
     */
    boolean isUncertain(long values, Sizes sizes) {
        return values >= FIRST_VALUES
                && sizes.dictionaryBytes + sizes.indexBytes > sizes.valueBytes * CERTAIN_SHARE
                && sizes.valueBytes <= EXPANDED_BYTES_MAX
                && pays(sizes, Ratios.EVEN);
    }

    /**
     * Whether a dictionary is kept without measuring the page in other encodings, which would expand it.
     *
     * @param pageBytes of the open page's values, in PLAIN form
     */
    boolean isKeptUnmeasured(long pageBytes, Sizes sizes, Ratios ratios) {
        return pageBytes > EXPANDED_BYTES_MAX && pays(sizes, ratios);
    }

    /**
     * The sizes of as many pages as a dictionary is taken to serve, if the number of new entries goes on from half a
     * page to the next as it went from the first half of this page to the second.
     *
     * @param page its sizes, and those of the dictionary after it
     * @param entries of the dictionary
     * @param firstHalfEntries entries that the first half of the page needs
     */
    Sizes expected(Sizes page, int entries, int firstHalfEntries) {
        double ratio = (entries - firstHalfEntries) / (double) firstHalfEntries;
        double growth = 0;
        double more = 1;
        for (int half = 0; half < 2 * PAGES_EXPECTED; half++) {
            growth += more;
            more *= Math.min(1, ratio);
        }
        return new Sizes(
                (long) (page.dictionaryBytes * (growth * firstHalfEntries / entries)),
                PAGES_EXPECTED * page.indexBytes,
                PAGES_EXPECTED * page.valueBytes);
    }

    /**
     * Whether the decision on so many values is a hint for other chunks.
     *
     * @param bytes of these values, in PLAIN form
     */
    boolean isTelling(long values, long bytes) {
        return values >= TELLING_VALUES || bytes >= FIRST_BYTES;
    }
}
