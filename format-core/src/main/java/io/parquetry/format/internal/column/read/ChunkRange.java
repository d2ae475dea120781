package io.parquetry.format.internal.column.read;

import io.parquetry.format.metadata.ColumnChunkMetadata;

/**
 * The range of the file with the pages of a column chunk.
 *
 * @param from position of the first page header
 * @param to position behind the last page
 */
public record ChunkRange(long from, long to) {
    /** All pages of the chunk. */
    public static ChunkRange of(ColumnChunkMetadata chunk) {
        long from = chunk.offsets().firstPage();
        return new ChunkRange(from, from + chunk.bytes().compressed());
    }
}
