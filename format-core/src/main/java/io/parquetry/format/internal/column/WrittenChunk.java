package io.parquetry.format.internal.column;

import io.parquetry.format.internal.statistics.SplitBlockBloomFilter;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.OffsetIndex;
import java.util.Optional;

/**
 * What a finished chunk tells its row group. The bloom filter is written behind the row group, the indexes behind the
 * last one.
 */
public record WrittenChunk(
        ColumnChunkMetadata metadata,
        Optional<ColumnIndex> columnIndex,
        Optional<OffsetIndex> offsetIndex,
        Optional<SplitBlockBloomFilter> bloomFilter) {
    /** The same without the bloom filter, which has been written here. */
    public WrittenChunk withBloomFilterAt(ColumnChunkMetadata.Range written) {
        return new WrittenChunk(metadata.withBloomFilter(written), columnIndex, offsetIndex, Optional.empty());
    }
}
