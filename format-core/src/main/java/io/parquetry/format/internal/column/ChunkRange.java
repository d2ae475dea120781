package io.parquetry.format.internal.column;

import io.parquetry.format.metadata.ColumnChunkMetadata;

/**
 * Where the pages of a column chunk lie in the file.
 *
 * @param from position of the first page header
 * @param to position behind the last page
 */
public record ChunkRange(long from, long to) {
    /**
     * The chunk begins with its dictionary page, if it has one. Some writers give 0, or a position behind the data, for
     * one that is not there, and some give 0 for data that is not there.
     */
    public static ChunkRange of(ColumnChunkMetadata chunk) {
        long data = chunk.offsets().firstDataPage();
        long dictionary = chunk.offsets().dictionaryPage().orElse(0);
        long from = dictionary > 0 && (dictionary < data || data == 0) ? dictionary : data;
        return new ChunkRange(from, from + chunk.bytes().compressed());
    }
}
