package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.internal.column.ChunkRange;
import io.parquetry.format.internal.thrift.ColumnIndexThrift;
import io.parquetry.format.internal.thrift.OffsetIndexThrift;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads the offset index and the column index of a chunk. An index that is corrupt or contradicts the chunk is ignored:
 * it only saves reading, and the pages hold the same information.
 */
public final class PageIndexes {
    private PageIndexes() {}

    private interface Parser<T> {
        T parse(byte[] bytes, int offset, int length);
    }

    /** @param rows rows of the row group */
    public static Optional<OffsetIndex> offsetIndex(InputFile file, ColumnChunkMetadata chunk, long rows)
            throws IOException {
        return read(
                file,
                chunk.indexes().offsetIndex(),
                OffsetIndexThrift::read,
                index -> fits(index.pages(), ChunkRange.of(chunk), rows));
    }

    /** @param pages number of pages of the chunk */
    static Optional<ColumnIndex> columnIndex(InputFile file, ColumnChunkMetadata chunk, int pages) throws IOException {
        return read(
                file,
                chunk.indexes().columnIndex(),
                ColumnIndexThrift::read,
                index -> index.nullPages().size() == pages);
    }

    private static <T> Optional<T> read(
            InputFile file, Optional<ColumnChunkMetadata.Range> range, Parser<T> parser, Predicate<T> fits)
            throws IOException {
        if (range.isEmpty() || !isIn(file, range.get())) {
            return Optional.empty();
        }
        byte[] bytes = new byte[range.get().length()];
        file.readFully(range.get().offset(), bytes, 0, bytes.length);
        try {
            return Optional.of(parser.parse(bytes, 0, bytes.length)).filter(fits);
        } catch (CorruptFileException e) {
            return Optional.empty();
        }
    }

    private static boolean isIn(InputFile file, ColumnChunkMetadata.Range range) {
        return range.offset() > 0 && range.length() > 0 && range.offset() <= file.length() - range.length();
    }

    private static boolean fits(List<PageLocation> pages, ChunkRange chunk, long rows) {
        long position = chunk.from();
        long row = 0;
        for (PageLocation page : pages) {
            boolean inChunk = page.offset() >= position && page.offset() <= chunk.to() - page.compressedBytes();
            if (!inChunk || page.compressedBytes() <= 0 || page.firstRow() < row) {
                return false;
            }
            position = page.offset() + page.compressedBytes();
            row = page.firstRow();
        }
        return !pages.isEmpty() && pages.get(0).firstRow() == 0 && row < rows;
    }
}
