package io.parquetry.format.metadata;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What a chunk or page would take in memory ({@code SizeStatistics} in parquet.thrift).
 *
 * @param unencodedBytes bytes of all BYTE_ARRAY values without their lengths
 * @param repetitionLevels how often each repetition level occurs; empty when not given
 * @param definitionLevels how often each definition level occurs; empty when not given
 */
public record SizeStatistics(OptionalLong unencodedBytes, List<Long> repetitionLevels, List<Long> definitionLevels) {
    public SizeStatistics {
        Objects.requireNonNull(unencodedBytes, "unencodedBytes");
        repetitionLevels = List.copyOf(repetitionLevels);
        definitionLevels = List.copyOf(definitionLevels);
    }
}
