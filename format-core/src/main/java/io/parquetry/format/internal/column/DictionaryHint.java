package io.parquetry.format.internal.column;

/**
 * Whether dictionaries paid in the chunks of one column so far. After a chunk whose dictionary did not pay, the next
 * chunks do without, since building a dictionary and giving it up costs a column more than all else. Now and then a
 * chunk tries again, as data change. One thread at a time.
 */
final class DictionaryHint {
    /** At most so many chunks in a row do without a trial. */
    private static final int UNTRIED_MAX = 15;

    /** How many chunks did without after the last refusal: none after one that paid, then 1, 3, 7. */
    private int patience;

    private int untried;

    /**
     * Counts a chunk.
     *
     * @return whether the chunk is to try a dictionary
     */
    boolean startChunk() {
        if (untried == 0) {
            return true;
        }
        untried--;
        return false;
    }

    void paid() {
        patience = 0;
        untried = 0;
    }

    void refused() {
        patience = Math.min(UNTRIED_MAX, 2 * patience + 1);
        untried = patience;
    }
}
