package io.parquetry.format.internal.column;

import io.parquetry.format.metadata.Encoding;

/**
 * What the chunks of one column so far have taught about its encoding. A chunk that tries dictionary and encodings
 * costs more than one that knows; so after a trial the next chunks do as it said, and the more of them do so the more
 * often trials have said the same. Now and then a chunk tries again, as data change. One thread at a time.
 */
final class EncodingHint {
    /** At most so many chunks in a row do without a trial. */
    private static final int UNTRIED_MAX = 15;

    /** Null before the first trial has ended. */
    private Verdict verdict;

    /** How many chunks went without a trial after the last verdict: 1, then 3, 7, 15 while it stays the same. */
    private int patience;

    private int untried;

    /**
     * How a column is best written.
     *
     * @param dictionary whether a dictionary pays
     * @param values the encoding of values that are not dictionary-coded
     */
    record Verdict(boolean dictionary, Encoding values) {}

    /**
     * Counts a chunk.
     *
     * @return whether the chunk is to make a trial; else it does as {@link #verdict} says
     */
    boolean startChunk() {
        if (untried == 0) {
            return true;
        }
        untried--;
        return false;
    }

    Verdict verdict() {
        return verdict;
    }

    /** Takes the outcome of a trial, or of a chunk that found the verdict wrong. */
    void learn(Verdict outcome) {
        patience = outcome.equals(verdict) ? Math.min(UNTRIED_MAX, 2 * patience + 1) : 1;
        untried = patience;
        verdict = outcome;
    }
}
