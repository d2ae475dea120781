package io.parquetry.format.internal.statistics;

/**
 * The minimum and maximum of a page or chunk. Where there is a NaN there are no bounds, as parquet-java has it
 * (PARQUET-1246): engines that take NaN for the greatest number skip pages by bounds that leave it out. A minimum of
 * zero is -0.0 and a maximum of zero +0.0, since a reader may take the two for equal (parquet.thrift, {@code
 * ColumnOrder}).
 */
public abstract sealed class MinMax permits BooleanMinMax, IntMinMax, LongMinMax, BytesMinMax {
    /** Whether no value, or only NaN, has been added. */
    boolean empty = true;

    long nans;

    /** Whether there are bounds: some values, and no NaN among them. */
    public final boolean hasBounds() {
        return !empty && nans == 0;
    }

    /** Number of NaN values. */
    public final long nans() {
        return nans;
    }

    /** The minimum in PLAIN form; there must be one. */
    public abstract byte[] min();

    /** The maximum in PLAIN form; there must be one. */
    public abstract byte[] max();

    /** Adds the minimum, maximum and NaN count of other values of the same column. */
    public abstract void merge(MinMax other);

    /** Heap held by copies of values. */
    public long retainedBytes() {
        return 0;
    }
}
