package io.parquetry.format.internal.column;

/**
 * What the chunks of one column have shown so far: whether a dictionary pays. Where it did not, the next chunks do
 * without, since a dictionary that is given up costs its column more than all else. One chunk in some is tried again, as
 * data change. One thread at a time.
 */
final class DictionaryHint {
    /** At most so many chunks in a row do without a trial. */
    private static final int UNTRIED_MAX = 15;

    /** How many chunks do without after the next refusal: none after one that paid, then 1, 3, 7. */
    private int patience;

    private int untried;

    /** Whether the chunk that asks, once, is to try a dictionary. */
    boolean isToBeTried() {
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
