package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.Place;
import io.parquetry.format.internal.column.read.ChunkFiles;
import io.parquetry.format.internal.column.read.ColumnChunkReader;
import io.parquetry.format.internal.column.read.WantedRows;
import io.parquetry.format.internal.event.RowGroupReadEvent;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnChunkMetadata.Range;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.RowGroupMetadata;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Opens the readers of all columns on one row group after the other. */
public final class RowGroupReader {
    private final String fileName;
    private final ChunkFiles files;
    private final List<ColumnChunkReader> columns;
    private final PageIndexes indexes;

    /**
     * @param fileName of the file with the footer, for messages
     * @param columns the readers of the projected columns, in schema order
     * @param indexes reads the page indexes
     */
    public RowGroupReader(String fileName, ChunkFiles files, List<ColumnChunkReader> columns, PageIndexes indexes) {
        this.fileName = fileName;
        this.files = files;
        this.columns = List.copyOf(columns);
        this.indexes = indexes;
    }

    /**
     * Starts a row group of which every row will be read.
     *
     * @param ordinal its position in the file, for messages
     */
    public void open(RowGroupMetadata rowGroup, int ordinal) throws IOException {
        RowGroupReadEvent event = RowGroupReadEvent.start();
        for (ColumnChunkReader column : columns) {
            ColumnChunkMetadata chunk = rowGroup.columns().get(column.leaf().ordinal());
            column.open(chunk, rowGroup.rows(), place(ordinal, column));
        }
        event.finish(fileName, ordinal, rowGroup.rows(), columns.size());
    }

    /** Starts a row group of which some rows will be skipped, by the offset index of each chunk that has one. */
    public void open(RowGroupMetadata rowGroup, int ordinal, WantedRows wanted) throws IOException {
        open(rowGroup, ordinal);
        long held = 0;
        for (ColumnChunkReader column : columns) {
            ColumnChunkMetadata chunk = rowGroup.columns().get(column.leaf().ordinal());
            Place place = place(ordinal, column);
            long length = chunk.indexes().offsetIndex().map(Range::length).orElse(0);
            if (held + length > IndexBytes.SAVING_BYTES_MAX) {
                indexes.ignored().add(place, "the offset index is not used: it is too large beside those of others");
                continue;
            }
            Optional<OffsetIndex> index =
                    indexes.offsetIndex(files.of(chunk, place), chunk, column.leaf(), rowGroup.rows(), place);
            if (index.isPresent()) {
                held += length;
                column.plan(index.get(), wanted, indexes.ignored());
            }
        }
    }

    /**
     * Starts decoding the pages of the first row that will be read, with the helper threads: these begin at the first
     * column and this thread at the last, so that neither waits for the other.
     */
    public void prefetch(long firstRow) throws IOException {
        for (ColumnChunkReader column : columns) {
            column.prefetch(firstRow);
        }
        for (int i = columns.size() - 1; i >= 0; i--) {
            columns.get(i).beginPrefetched();
        }
    }

    private Place place(int ordinal, ColumnChunkReader column) {
        return Place.of(fileName).rowGroup(ordinal).column(column.leaf().dottedPath());
    }

    /** Releases the memory of all columns, which must not be used any more. */
    public void close() {
        columns.forEach(ColumnChunkReader::close);
    }

    /** Number of data pages that have been decoded. */
    public long pagesRead() {
        return columns.stream().mapToLong(ColumnChunkReader::pagesRead).sum();
    }
}
