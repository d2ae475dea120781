package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.metadata.Encoding;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * The encoding of a chunk's values that are not dictionary-coded: the only one that they may have, the one that the
 * hint knows, or the one that a trial finds. What the chunk learns, also about its dictionary, it leaves to the hint.
 */
final class ChunkEncoding {
    /** A trial with fewer values says little about the next ones. */
    private static final int TRIAL_VALUES_MIN = 256;

    private final List<Encoding> encodings;
    private final Learned<EncodingHint.Verdict> hint;
    private Encoding chosen;
    private boolean hintIsUsed;
    private boolean trialIsPending;
    /** What later chunks know, from this one or from the hint that it follows; null while that is nothing. */
    private EncodingHint.Verdict settled;

    ChunkEncoding(ColumnContext context) {
        this.encodings = context.settings().encodings();
        this.hint = context.hint().encoding();
        startChunk();
    }

    void startChunk() {
        chosen = encodings.get(0);
        hintIsUsed = false;
        trialIsPending = false;
        settled = null;
    }

    Encoding chosen() {
        return chosen;
    }

    /**
     * Counts the chunk in the hint and does what the hint knows, when called for the first time in a chunk.
     *
     * @return whether the hint says that a dictionary does not pay
     */
    boolean hintRefusesDictionary() {
        if (hintIsUsed) {
            return false;
        }
        hintIsUsed = true;
        if (hint.startChunk()) {
            trialIsPending = encodings.size() > 1;
            return false;
        }
        if (encodings.contains(hint.outcome().values())) {
            chosen = hint.outcome().values();
        }
        settled = hint.outcome();
        return !hint.outcome().dictionary();
    }

    /** Whether the chunk is to try its encodings, and has not done so yet. */
    boolean trialIsPending() {
        return trialIsPending;
    }

    /** @param values of the open page */
    boolean trialIsDue(int values) {
        return trialIsPending && values >= TRIAL_VALUES_MIN;
    }

    /**
     * Makes the trial with the values of the open page.
     *
     * @param pageBytes the compressed size of the page whose values are appended
     * @return the smallest of these sizes
     */
    int tryOn(ValueBuffer values, ToIntFunction<Consumer<ByteAppender>> pageBytes) {
        EncodingTrial trial = EncodingTrial.of(encodings, values, pageBytes);
        chosen = trial.best();
        trialIsPending = false;
        return trial.bytes();
    }

    /** Goes without a trial. */
    void skipTrial() {
        trialIsPending = false;
    }

    /** Leaves the outcome to later chunks, unless a trial is to come or the hint said so before. */
    void settle(boolean dictionaryPays) {
        EncodingHint.Verdict verdict = new EncodingHint.Verdict(dictionaryPays, chosen);
        if (!trialIsPending && !verdict.equals(settled)) {
            hint.learn(verdict);
            settled = verdict;
        }
    }
}
