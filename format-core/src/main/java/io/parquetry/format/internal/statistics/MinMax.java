package io.parquetry.format.internal.statistics;

/**
 * The minimum and maximum of a page or chunk. NaN is counted and never a bound. A minimum of zero is -0.0 and a
 * maximum of zero +0.0, since a reader may take the two for equal (parquet.thrift, {@code ColumnOrder}).
 */
public abstract sealed class MinMax permits BooleanMinMax, IntMinMax, LongMinMax, BytesMinMax {
    boolean empty = true;
    long nans;

    /** Whether no value, or only NaN, has been added. */
    public final boolean isEmpty() {
        return empty;
    }

    /** Number of NaN values. */
    public final long nans() {
        return nans;
    }

    /** The minimum in PLAIN form; must not be empty. */
    public abstract byte[] min();

    /** The maximum in PLAIN form; must not be empty. */
    public abstract byte[] max();

    /** Adds the minimum, maximum and NaN count of other values of the same column. */
    public abstract void merge(MinMax other);

    /** Heap held by copies of values. */
    public long retainedBytes() {
        return 0;
    }
}
