package io.parquetry.format.metadata;

import java.util.List;

/**
 * Bounds of each data page of a chunk (PageIndex.md, {@code ColumnIndex} in parquet.thrift). Lists that are optional on
 * the wire are empty here when they are absent.
 *
 * @param nullPages whether each page holds only nulls; its bounds are then empty arrays
 * @param boundaryOrderId number of the {@link BoundaryOrder}
 * @param nulls nulls of each page, as the writer says; below 0 where it does not know
 * @param nans NaN values of each page, likewise
 */
public record ColumnIndex(
        List<Boolean> nullPages,
        List<byte[]> mins,
        List<byte[]> maxs,
        int boundaryOrderId,
        List<Long> nulls,
        List<Long> repetitionLevels,
        List<Long> definitionLevels,
        List<Long> nans) {
    public ColumnIndex {
        nullPages = List.copyOf(nullPages);
        mins = List.copyOf(mins);
        maxs = List.copyOf(maxs);
        nulls = List.copyOf(nulls);
        repetitionLevels = List.copyOf(repetitionLevels);
        definitionLevels = List.copyOf(definitionLevels);
        nans = List.copyOf(nans);
    }

    /** Whether the bounds of the pages, null pages left out, rise or fall (ordinal is the number on the wire). */
    public enum BoundaryOrder {
        UNORDERED,
        ASCENDING,
        DESCENDING
    }

    /** The order, or UNORDERED for a number that is not known. */
    public BoundaryOrder boundaryOrder() {
        return boundaryOrderId == 1
                ? BoundaryOrder.ASCENDING
                : boundaryOrderId == 2 ? BoundaryOrder.DESCENDING : BoundaryOrder.UNORDERED;
    }
}
