package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.Place;
import io.parquetry.format.internal.column.ChunkFiles;
import io.parquetry.format.internal.column.ColumnChunkReader;
import io.parquetry.format.internal.column.WantedRows;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.RowGroupMetadata;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Turns the readers of all columns to a row group. */
public final class RowGroupReader {
    private final String fileName;
    private final ChunkFiles files;
    private final List<ColumnChunkReader> columns;

    /**
     * @param fileName of the file with the footer, for messages
     * @param columns the readers of the columns that are wanted, in schema order
     */
    public RowGroupReader(String fileName, ChunkFiles files, List<ColumnChunkReader> columns) {
        this.fileName = fileName;
        this.files = files;
        this.columns = List.copyOf(columns);
    }

    /**
     * Turns to the beginning of a row group of which every row is wanted.
     *
     * @param ordinal its position in the file, for messages
     */
    public void open(RowGroupMetadata rowGroup, int ordinal) throws IOException {
        for (ColumnChunkReader column : columns) {
            ColumnChunkMetadata chunk = rowGroup.columns().get(column.leaf().ordinal());
            column.open(chunk, rowGroup.rows(), place(ordinal, column));
        }
    }

    /** Turns to the beginning of a row group of which some rows will be passed over, with the offset index where it has one. */
    public void open(RowGroupMetadata rowGroup, int ordinal, WantedRows wanted) throws IOException {
        open(rowGroup, ordinal);
        for (ColumnChunkReader column : columns) {
            ColumnChunkMetadata chunk = rowGroup.columns().get(column.leaf().ordinal());
            Optional<OffsetIndex> index =
                    PageIndexes.offsetIndex(files.of(chunk, place(ordinal, column)), chunk, rowGroup.rows());
            index.ifPresent(pages -> column.plan(pages, wanted));
        }
    }

    /**
     * Begins with the pages of the first row that will be read, together with cores that are spare: these take them from
     * the first column on, and this thread from the last, so that neither waits for the other.
     */
    public void prepare(long firstRow) throws IOException {
        for (ColumnChunkReader column : columns) {
            column.prepare(firstRow);
        }
        for (int i = columns.size() - 1; i >= 0; i--) {
            columns.get(i).beginPrepared();
        }
    }

    private Place place(int ordinal, ColumnChunkReader column) {
        return Place.of(fileName).rowGroup(ordinal).column(column.leaf().dottedPath());
    }

    /** Gives the memory of all columns back; they may not be used any more. */
    public void close() {
        columns.forEach(ColumnChunkReader::close);
    }

    /** How many data pages have been decoded so far. */
    public long pagesRead() {
        return columns.stream().mapToLong(ColumnChunkReader::pagesRead).sum();
    }
}
