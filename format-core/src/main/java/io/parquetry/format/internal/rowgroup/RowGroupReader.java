package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.internal.column.ChunkFiles;
import io.parquetry.format.internal.column.ChunkRange;
import io.parquetry.format.internal.column.ColumnChunkReader;
import io.parquetry.format.internal.thrift.OffsetIndexThrift;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import io.parquetry.format.metadata.RowGroupMetadata;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Turns the readers of all columns to a row group, and to a row within it. */
public final class RowGroupReader {
    private final String fileName;
    private final ChunkFiles files;
    private final List<ColumnChunkReader> columns;

    /**
     * @param fileName of the file with the footer, for messages
     * @param columns one reader for each leaf, in schema order
     */
    public RowGroupReader(String fileName, ChunkFiles files, List<ColumnChunkReader> columns) {
        this.fileName = fileName;
        this.files = files;
        this.columns = List.copyOf(columns);
    }

    /**
     * Turns to a row group.
     *
     * @param ordinal its position in the file, for messages
     * @param firstRow the row in it to begin with; below its number of rows
     */
    public void open(RowGroupMetadata rowGroup, int ordinal, long firstRow) throws IOException {
        Place place = Place.of(fileName).rowGroup(ordinal);
        for (ColumnChunkReader column : columns) {
            ColumnChunkMetadata chunk = rowGroup.columns().get(column.leaf().ordinal());
            Place at = place.column(column.leaf().dottedPath());
            column.open(chunk, rowGroup.rows(), at);
            if (firstRow > 0) {
                Optional<OffsetIndex> index = offsetIndex(files.of(chunk, at), chunk, rowGroup.rows());
                if (index.isPresent()) {
                    column.skipRows(firstRow, index.get());
                } else {
                    column.skipRows(firstRow);
                }
            }
        }
    }

    /**
     * The offset index of a chunk. One that does not fit the chunk is as good as none: it only spares work, and the pages
     * tell the same.
     */
    private Optional<OffsetIndex> offsetIndex(InputFile file, ColumnChunkMetadata chunk, long rows) throws IOException {
        Optional<ColumnChunkMetadata.Range> range = chunk.indexes().offsetIndex();
        if (range.isEmpty() || !liesInFile(file, range.get())) {
            return Optional.empty();
        }
        byte[] bytes = new byte[range.get().length()];
        file.readFully(range.get().offset(), bytes, 0, bytes.length);
        try {
            return Optional.of(OffsetIndexThrift.read(bytes, 0, bytes.length))
                    .filter(index -> fits(index.pages(), ChunkRange.of(chunk), rows));
        } catch (CorruptFileException e) {
            return Optional.empty();
        }
    }

    private static boolean liesInFile(InputFile file, ColumnChunkMetadata.Range range) {
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
