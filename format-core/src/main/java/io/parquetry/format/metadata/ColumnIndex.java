package io.parquetry.format.metadata;

import java.util.List;

/**
 * Bounds of each data page of a chunk (PageIndex.md, {@code ColumnIndex} in parquet.thrift). Lists that are optional on
 * the wire are empty here when they are absent.
 */
public final class ColumnIndex {
    private final List<Boolean> nullPages;
    private final List<byte[]> mins;
    private final List<byte[]> maxs;
    private final int boundaryOrderId;
    private final List<Long> nulls;
    private final List<Long> repetitionLevels;
    private final List<Long> definitionLevels;
    private final List<Long> nans;

    private ColumnIndex(Builder from) {
        nullPages = List.copyOf(from.nullPages);
        mins = List.copyOf(from.mins);
        maxs = List.copyOf(from.maxs);
        boundaryOrderId = from.boundaryOrderId;
        nulls = List.copyOf(from.nulls);
        repetitionLevels = List.copyOf(from.repetitionLevels);
        definitionLevels = List.copyOf(from.definitionLevels);
        nans = List.copyOf(from.nans);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Whether each page holds only nulls; its bounds are then empty arrays. */
    public List<Boolean> nullPages() {
        return nullPages;
    }

    public List<byte[]> mins() {
        return mins;
    }

    public List<byte[]> maxs() {
        return maxs;
    }

    /** Number of the {@link BoundaryOrder}. */
    public int boundaryOrderId() {
        return boundaryOrderId;
    }

    /** Nulls of each page, as the writer says; below 0 where it does not know. */
    public List<Long> nulls() {
        return nulls;
    }

    public List<Long> repetitionLevels() {
        return repetitionLevels;
    }

    public List<Long> definitionLevels() {
        return definitionLevels;
    }

    /** NaN values of each page, likewise. */
    public List<Long> nans() {
        return nans;
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

    private List<Object> values() {
        return List.of(nullPages, mins, maxs, boundaryOrderId, nulls, repetitionLevels, definitionLevels, nans);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ColumnIndex that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    @Override
    public String toString() {
        return "ColumnIndex" + values();
    }

    /** Collects the values; those without a default must be set. */
    public static final class Builder {
        private List<Boolean> nullPages = List.of();
        private List<byte[]> mins = List.of();
        private List<byte[]> maxs = List.of();
        private int boundaryOrderId;
        private List<Long> nulls = List.of();
        private List<Long> repetitionLevels = List.of();
        private List<Long> definitionLevels = List.of();
        private List<Long> nans = List.of();

        private Builder() {}

        public Builder nullPages(List<Boolean> value) {
            nullPages = value;
            return this;
        }

        public Builder mins(List<byte[]> value) {
            mins = value;
            return this;
        }

        public Builder maxs(List<byte[]> value) {
            maxs = value;
            return this;
        }

        public Builder boundaryOrderId(int value) {
            boundaryOrderId = value;
            return this;
        }

        public Builder nulls(List<Long> value) {
            nulls = value;
            return this;
        }

        public Builder repetitionLevels(List<Long> value) {
            repetitionLevels = value;
            return this;
        }

        public Builder definitionLevels(List<Long> value) {
            definitionLevels = value;
            return this;
        }

        public Builder nans(List<Long> value) {
            nans = value;
            return this;
        }

        public ColumnIndex build() {
            return new ColumnIndex(this);
        }
    }
}
