package io.parquetry.format.internal.column.write;

import java.util.function.IntSupplier;

/**
 * Estimates the bytes that buffered values will take in the file, by the ratio of finished pages. Until a page of some
 * size has been finished, values are encoded and compressed on trial, each time when there are eight times as many: all
 * trials together cost a seventh of finishing the first page.
 */
final class SizeEstimate {
    private static final int FIRST_TRIAL_BYTES = 8 << 10;
    private static final int BYTES_BETWEEN_TRIALS = 8;

    private double ratio = 1;
    private long learnedFromBytes;
    private long nextTrialBytes = FIRST_TRIAL_BYTES;

    /** @param trial gives the bytes that the values take at the moment */
    long bytes(long bufferedBytes, IntSupplier trial) {
        if (bufferedBytes >= nextTrialBytes) {
            setRatio(bufferedBytes, trial.getAsInt());
            nextTrialBytes = bufferedBytes * BYTES_BETWEEN_TRIALS;
        }
        return (long) (bufferedBytes * ratio);
    }

    /**
     * Learns from a finished page. After a page of some size there are no more trials; a page of less than half the
     * bytes of an earlier one says little and is ignored.
     */
    void learn(long bufferedBytes, long writtenBytes) {
        if (bufferedBytes > 0 && bufferedBytes >= learnedFromBytes / 2) {
            setRatio(bufferedBytes, writtenBytes);
        }
        if (bufferedBytes >= FIRST_TRIAL_BYTES) {
            nextTrialBytes = Long.MAX_VALUE;
        }
    }

    /** Allows one more trial: the values are complete. */
    void allowTrial() {
        nextTrialBytes = 0;
    }

    private void setRatio(long bufferedBytes, long writtenBytes) {
        ratio = (double) writtenBytes / bufferedBytes;
        learnedFromBytes = bufferedBytes;
    }
}
