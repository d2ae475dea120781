package io.parquetry.format.internal.column;

import java.util.function.IntSupplier;

/**
 * Tells how many bytes buffered values will take in the file, by the share that was left of those before. Until a page
 * has been finished, values are encoded and compressed on trial, each time when there are eight times as many: that costs
 * a seventh of what finishing the first page costs, and nothing after it.
 */
final class SizeEstimate {
    private static final int FIRST_TRIAL_BYTES = 8 << 10;
    private static final int BYTES_BETWEEN_TRIALS = 8;

    private double share = 1;
    private long learnedFromBytes;
    private long nextTrialBytes = FIRST_TRIAL_BYTES;

    /** @param trial gives the bytes that the values take at the moment */
    long bytes(long bufferedBytes, IntSupplier trial) {
        if (bufferedBytes >= nextTrialBytes) {
            learn(bufferedBytes, trial.getAsInt());
            nextTrialBytes = bufferedBytes * BYTES_BETWEEN_TRIALS;
        }
        return (long) (bufferedBytes * share);
    }

    /**
     * So many bytes became so many in earnest. After a page of some size there is no need to try any more; one of fewer
     * bytes than are known of already says little.
     */
    void settle(long bufferedBytes, long writtenBytes) {
        if (bufferedBytes > 0 && bufferedBytes >= learnedFromBytes / 2) {
            learn(bufferedBytes, writtenBytes);
        }
        if (bufferedBytes >= FIRST_TRIAL_BYTES) {
            nextTrialBytes = Long.MAX_VALUE;
        }
    }

    /** No more bytes will come to those that there are: worth another trial. */
    void tryOnceMore() {
        nextTrialBytes = 0;
    }

    private void learn(long bufferedBytes, long writtenBytes) {
        share = (double) writtenBytes / bufferedBytes;
        learnedFromBytes = bufferedBytes;
    }
}
