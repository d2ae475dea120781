package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.RetainedBytes;

/** The sample of the buffered values, while a chunk has one. */
final class SampledValues {
    private final ValueBuffer buffer;
    private final RetainedBytes retained;
    /** Null while there is none. */
    private DistinctSample sample;

    private int sampledTo;

    SampledValues(ValueBuffer buffer, RetainedBytes retained) {
        this.buffer = buffer;
        this.retained = retained;
    }

    void start() {
        sample = new DistinctSample(retained);
        sampledTo = 0;
    }

    /** Adds the new values to the sample; where it is full, all of them to a smaller share. */
    void fill() {
        sampledTo = buffer.addTo(sample, sampledTo);
        while (sample.isFull()) {
            sample.halve();
            sampledTo = buffer.addTo(sample, 0);
        }
    }

    /** Drops the sample. */
    long endWithDistinct() {
        long distinct = sample.estimateDistinct(buffer.count());
        sample.release();
        sample = null;
        return distinct;
    }
}
