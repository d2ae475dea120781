package io.parquetry.format.internal.column.write;

import java.util.function.IntSupplier;

/**
 * Estimates the bytes that buffered values will take in the file, by the ratio of finished pages. Until a page of some
 * size has been finished, values are encoded and compressed to be measured, each time when there are eight times as
 * many: all measurements together cost a seventh of finishing the first page.
 */
final class SizeEstimate {
    private static final int FIRST_MEASURED_BYTES = 8 << 10;
    private static final int BYTES_BETWEEN = 8;

    private double ratio = 1;
    private long learnedFromBytes;
    private long nextMeasuredBytes = FIRST_MEASURED_BYTES;

    /** @param measurement gives the bytes that the values take at the moment */
    long bytes(long bufferedBytes, IntSupplier measurement) {
        if (bufferedBytes >= nextMeasuredBytes) {
            setRatio(bufferedBytes, measurement.getAsInt());
            nextMeasuredBytes = bufferedBytes * BYTES_BETWEEN;
        }
        return (long) (bufferedBytes * ratio);
    }

    /**
     * Learns from a finished page. After a page of some size there are no more measurements; a page of less than half
     * the bytes of an earlier one says little and is ignored.
     */
    void learn(long bufferedBytes, long writtenBytes) {
        if (bufferedBytes > 0 && bufferedBytes >= learnedFromBytes / 2) {
            setRatio(bufferedBytes, writtenBytes);
        }
        if (bufferedBytes >= FIRST_MEASURED_BYTES) {
            nextMeasuredBytes = Long.MAX_VALUE;
        }
    }

    /** Allows one more measurement: the values are complete. */
    void allowMeasurement() {
        nextMeasuredBytes = 0;
    }

    private void setRatio(long bufferedBytes, long writtenBytes) {
        ratio = (double) writtenBytes / bufferedBytes;
        learnedFromBytes = bufferedBytes;
    }
}
