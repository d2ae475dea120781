package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.statistics.SplitBlockBloomFilter;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.OffsetIndex;
import java.util.Optional;

/**
 * The metadata that a finished chunk returns to its row group. The bloom filter is written behind the row group, the
 * indexes behind the last row group.
 */
public record WrittenChunk(
        ColumnChunkMetadata metadata,
        Optional<ColumnIndex> columnIndex,
        Optional<OffsetIndex> offsetIndex,
        Optional<SplitBlockBloomFilter> bloomFilter) {
    /** The chunk without its bloom filter, which has been written to this range. */
    public WrittenChunk withBloomFilterAt(ColumnChunkMetadata.Range written) {
        return new WrittenChunk(metadata.withBloomFilter(written), columnIndex, offsetIndex, Optional.empty());
    }
}
