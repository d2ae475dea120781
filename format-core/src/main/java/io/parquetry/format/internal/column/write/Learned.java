package io.parquetry.format.internal.column.write;

/**
 * What chunks of one column have found out by trials. A trial costs; so after one the next chunks do as it said, and
 * the more of them do so the more often trials have said the same. Now and then a chunk tries again, as data change.
 * One thread at a time.
 *
 * @param <V> outcomes of trials
 */
final class Learned<V> {
    /** At most so many chunks in a row do without a trial. */
    private static final int UNTRIED_MAX = 15;

    /** Null before the first trial has ended. */
    private V outcome;

    /** How many chunks went without a trial after the last outcome: 1, then 3, 7, 15 while it stays the same. */
    private int patience;

    private int untried;

    /**
     * Counts a chunk.
     *
     * @return whether the chunk is to make a trial; else it does as {@link #outcome} says
     */
    boolean startChunk() {
        if (untried == 0) {
            return true;
        }
        untried--;
        return false;
    }

    V outcome() {
        return outcome;
    }

    /** Takes the outcome of a trial, or of a chunk that found the last one wrong. */
    void learn(V found) {
        patience = found.equals(outcome) ? Math.min(UNTRIED_MAX, 2 * patience + 1) : 1;
        untried = patience;
        outcome = found;
    }
}
