package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import io.parquetry.format.internal.statistics.SplitBlockBloomFilter;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * A bloom filter for each chunk of a column, by which readers look for single values (BloomFilter.md).
 *
 * @param distinctValues how many distinct values a row group is expected to have, from which the filter has its size;
 *     when absent they are counted, and a filter that would let more than half of everything through is left out
 * @param falsePositives share of the values not contained that a filter may take for contained, above 0 and below 1
 * @param bytesMax the largest filter, 32 bytes to 128 MiB; sizes are powers of two
 */
public record BloomFilterOptions(OptionalLong distinctValues, double falsePositives, int bytesMax) {
    /** Sized by the values that are there, for one false answer in a hundred, up to 1 MiB. */
    public static final BloomFilterOptions ADAPTIVE = new BloomFilterOptions(OptionalLong.empty(), 0.01, 1 << 20);

    public BloomFilterOptions {
        Objects.requireNonNull(distinctValues, "distinctValues");
        if (distinctValues.isPresent() && distinctValues.getAsLong() < 1) {
            throw new UsageException("expected distinct values is " + distinctValues.getAsLong()
                    + "; it must be at least 1, or absent to have them counted");
        }
        if (!(falsePositives > 0 && falsePositives < 1)) {
            throw new UsageException(
                    "share of false positives is " + falsePositives + "; it must lie between 0 and 1, such as 0.01");
        }
        if (bytesMax < SplitBlockBloomFilter.BLOCK_BYTES || bytesMax > SplitBlockBloomFilter.BYTES_MAX) {
            throw new UsageException("largest bloom filter is " + bytesMax + " bytes; it must be "
                    + SplitBlockBloomFilter.BLOCK_BYTES + " to " + SplitBlockBloomFilter.BYTES_MAX);
        }
    }

    /** For a row group that is expected to have so many distinct values; the filter may become as large as it must. */
    public static BloomFilterOptions expecting(long distinctValues, double falsePositives) {
        return new BloomFilterOptions(OptionalLong.of(distinctValues), falsePositives, SplitBlockBloomFilter.BYTES_MAX);
    }
}
