package io.parquetry.format.internal.column.write;

/**
 * What chunks of one column have decided, as a hint for the next ones. To decide costs; so after a decision the next
 * chunks take it over, and the more of them do so the more often decisions have been the same. Now and then a chunk
 * decides again, as data change. One thread at a time.
 *
 * @param <D> decisions
 */
final class Hint<D> {
    /** At most so many chunks in a row take the decision over. */
    private static final int FOLLOWERS_MAX = 15;

    /** Null before the first decision. */
    private D decision;

    /** How many chunks take the last decision over: 1, then 3, 7, 15 while it stays the same. */
    private int patience;

    private int followersLeft;

    /**
     * Counts a chunk.
     *
     * @return whether the chunk is to decide itself; else it does as {@link #decision} says
     */
    boolean startChunk() {
        if (followersLeft == 0) {
            return true;
        }
        followersLeft--;
        return false;
    }

    D decision() {
        return decision;
    }

    /** Takes the decision of a chunk: one that was to decide, or that found the last decision wrong. */
    void learn(D made) {
        patience = made.equals(decision) ? Math.min(FOLLOWERS_MAX, 2 * patience + 1) : 1;
        followersLeft = patience;
        decision = made;
    }
}
