package io.parquetry.format.internal.column;

import io.parquetry.format.metadata.ColumnChunkMetadata;

/**
 * The range of the file with the pages of a column chunk.
 *
 * @param from position of the first page header
 * @param to position behind the last page
 */
public record ChunkRange(long from, long to) {
    /**
     * The chunk begins with its dictionary page, if it has one. Without a dictionary page some writers give 0 or a
     * position behind the data as its offset; without data pages some give 0 as theirs.
     */
    public static ChunkRange of(ColumnChunkMetadata chunk) {
        long data = chunk.offsets().firstDataPage();
        long dictionary = chunk.offsets().dictionaryPage().orElse(0);
        long from = dictionary > 0 && (dictionary < data || data == 0) ? dictionary : data;
        return new ChunkRange(from, from + chunk.bytes().compressed());
    }
}
