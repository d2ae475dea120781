package io.parquetry.format.internal.statistics;

/**
 * The least and the greatest value of a page or chunk. NaN is counted and never a bound; a bound of zero is -0.0 below
 * and +0.0 above, since a reader may take the two for equal (parquet.thrift, {@code ColumnOrder}).
 */
public abstract sealed class MinMax permits BooleanMinMax, IntMinMax, LongMinMax, BytesMinMax {
    boolean empty = true;
    long nans;

    /** Whether no value, or nothing but NaN, has been seen. */
    public final boolean isEmpty() {
        return empty;
    }

    /** How many values were NaN. */
    public final long nans() {
        return nans;
    }

    /** The least value in PLAIN form; only when not empty. */
    public abstract byte[] min();

    /** The greatest value in PLAIN form; only when not empty. */
    public abstract byte[] max();

    /** Adds what the bounds of other values of the same column say. */
    public abstract void merge(MinMax other);

    /** Heap held by copies of values. */
    public long retainedBytes() {
        return 0;
    }
}
