package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import io.parquetry.format.internal.statistics.SplitBlockBloomFilter;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/** A bloom filter for each chunk of a column, with which readers find single values (BloomFilter.md). */
public final class BloomFilterOptions {
    /** Sized by the counted distinct values, for one false positive in a hundred, up to 1 MiB. */
    public static final BloomFilterOptions ADAPTIVE = builder().build();

    private final OptionalLong distinctValues;
    private final double falsePositives;
    private final int bytesMax;

    private BloomFilterOptions(Builder from) {
        distinctValues = Objects.requireNonNull(from.distinctValues, "distinctValues");
        falsePositives = from.falsePositives;
        bytesMax = from.bytesMax;
        if (distinctValues.isPresent() && distinctValues.getAsLong() < 1) {
            throw new UsageException("expected distinct values is " + distinctValues.getAsLong()
                    + "; it must be at least 1, or absent to have them counted");
        }
        if (!(falsePositives > 0 && falsePositives < 1)) {
            throw new UsageException(
                    "share of false positives is " + falsePositives + "; it must be between 0 and 1, such as 0.01");
        }
        if (bytesMax < SplitBlockBloomFilter.BLOCK_BYTES || bytesMax > SplitBlockBloomFilter.BYTES_MAX) {
            throw new UsageException("largest bloom filter is " + bytesMax + " bytes; it must be "
                    + SplitBlockBloomFilter.BLOCK_BYTES + " to " + SplitBlockBloomFilter.BYTES_MAX);
        }
    }

    /**
     * The expected number of distinct values of a row group, which gives the size of the filter; when absent they are
     * counted, and a filter with more than half false positives is left out.
     */
    public OptionalLong distinctValues() {
        return distinctValues;
    }

    /** Share of the absent values that the filter takes for present, above 0 and below 1. */
    public double falsePositives() {
        return falsePositives;
    }

    /** The largest filter, 32 bytes to 128 MiB; sizes are powers of two. */
    public int bytesMax() {
        return bytesMax;
    }

    private List<Object> values() {
        return List.of(distinctValues, falsePositives, bytesMax);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BloomFilterOptions that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    @Override
    public String toString() {
        return "BloomFilterOptions" + values();
    }

    /** For a row group that is expected to have so many distinct values, up to the largest filter. */
    public static BloomFilterOptions expecting(long distinctValues, double falsePositives) {
        return builder()
                .distinctValues(distinctValues)
                .falsePositives(falsePositives)
                .bytesMax(SplitBlockBloomFilter.BYTES_MAX)
                .build();
    }

    /** Starts from {@link #ADAPTIVE}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects options; {@link #build} checks them. */
    public static final class Builder {
        private OptionalLong distinctValues = OptionalLong.empty();
        private double falsePositives = 0.01;
        private int bytesMax = 1 << 20;

        private Builder() {}

        public Builder distinctValues(long value) {
            distinctValues = OptionalLong.of(value);
            return this;
        }

        public Builder falsePositives(double value) {
            falsePositives = value;
            return this;
        }

        public Builder bytesMax(int value) {
            bytesMax = value;
            return this;
        }

        public BloomFilterOptions build() {
            return new BloomFilterOptions(this);
        }
    }
}
