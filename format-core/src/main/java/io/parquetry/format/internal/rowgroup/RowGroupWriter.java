package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.Place;
import io.parquetry.format.internal.column.read.ChunkLimits;
import io.parquetry.format.internal.column.read.ColumnChunkReader;
import io.parquetry.format.internal.column.write.ColumnChunkWriter;
import io.parquetry.format.internal.column.write.ColumnChunkWriters;
import io.parquetry.format.internal.column.write.WrittenChunk;
import io.parquetry.format.internal.event.ChunkWrittenEvent;
import io.parquetry.format.internal.event.RowGroupWrittenEvent;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.io.OutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.SortingColumn;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The columns of the row group that is being filled; the same columns serve one row group after the other. */
public final class RowGroupWriter {
    /** A chunk must not begin at 0, which stands for a missing offset. */
    private static final byte[] BEFORE_CHUNK = {0};

    private final ColumnChunkWriter[] columns;
    private final ColumnChunkWriters writers;
    private final List<SortingColumn> sortingColumns;
    private long rows;

    /** @param sortingColumns order of the rows of every row group, by the caller's word */
    public RowGroupWriter(MessageType schema, ColumnChunkWriters writers, List<SortingColumn> sortingColumns) {
        this.writers = writers;
        this.sortingColumns = List.copyOf(sortingColumns);
        this.columns = schema.leaves().stream().map(writers::create).toArray(ColumnChunkWriter[]::new);
    }

    public ColumnChunkWriter column(int ordinal) {
        return columns[ordinal];
    }

    /** Counts a row of which every column has been given its entries. */
    public void keepRow() {
        rows++;
    }

    /** Counts rows of which every column has been given its entries. */
    void keepRows(int count) {
        rows += count;
    }

    /** Rolls back the entries that the columns have been given since the last row that was kept. */
    public void rollBackRow() {
        for (ColumnChunkWriter column : columns) {
            column.rollBack(rows);
        }
    }

    public long rows() {
        return rows;
    }

    /** Heap that buffers and pages hold; pages that are being compressed count as what they need at most. */
    public long retainedBytes() {
        return writers.retainedBytes();
    }

    /**
     * Finishes all pending pages, if the row group retains {@code bytes} or more.
     *
     * @return whether the row group still retains that much with all pages compressed
     */
    public boolean finishPagesIfFull(long bytes) {
        writers.collectPages();
        if (retainedBytes() < bytes) {
            return false;
        }
        writers.finishPages();
        return retainedBytes() >= bytes;
    }

    /**
     * Finishes pending pages and estimates the bytes of the row group if it ended now, its part of footer and indexes
     * included. Visits every column.
     */
    public long estimateBytes() {
        long bytes = 0;
        for (ColumnChunkWriter column : columns) {
            bytes += column.estimateBytes() + column.expectedFooterBytes();
        }
        return bytes;
    }

    /** Finishes pending pages and estimates the decoded bytes of the largest column. Visits every column. */
    long estimateLargestColumn() {
        long bytes = 0;
        for (ColumnChunkWriter column : columns) {
            bytes = Math.max(bytes, column.estimateDecodedBytes());
        }
        return bytes;
    }

    /**
     * Removes one column from the row group and returns it decoded. After the last one, {@link #startOver} must
     * follow.
     */
    ColumnRows take(LeafColumn leaf, ChunkLimits limits) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile(leaf.dottedPath());
        out.write(BEFORE_CHUNK, 0, BEFORE_CHUNK.length);
        ColumnChunkWriter column = columns[leaf.ordinal()];
        column.endPages();
        ColumnChunkMetadata chunk = column.finish(out, false).metadata();
        MemoryInputFile in = out.toInputFile();
        ColumnChunkReader reader = ColumnChunkReader.unlimited((any, place) -> in, leaf, limits);
        reader.open(chunk, rows, Place.of(in.name()));
        return ColumnRows.read(reader, Math.toIntExact(chunk.entries()), Math.toIntExact(rows));
    }

    /** Starts an empty row group. */
    void startOver() {
        rows = 0;
    }

    /** Writes the row group and starts the next one. */
    public WrittenRowGroup finish(OutputFile out, int ordinal) throws IOException {
        RowGroupWrittenEvent event = RowGroupWrittenEvent.start();
        for (ColumnChunkWriter column : columns) {
            column.endPages();
        }
        boolean indexed = isWorthIndexes();
        long start = out.position();
        List<WrittenChunk> chunks = new ArrayList<>(columns.length);
        for (ColumnChunkWriter column : columns) {
            ChunkWrittenEvent chunkEvent = ChunkWrittenEvent.start();
            WrittenChunk chunk = column.finish(out, indexed);
            chunkEvent.finish(out.name(), ordinal, chunk.metadata());
            chunks.add(chunk);
        }
        long end = out.position();
        BloomFilters.write(chunks, out);
        List<ColumnChunkMetadata> metadata =
                chunks.stream().map(WrittenChunk::metadata).toList();
        WrittenRowGroup written = new WrittenRowGroup(
                RowGroupMetadata.builder()
                        .columns(metadata)
                        .uncompressedBytes(metadata.stream()
                                .mapToLong(chunk -> chunk.bytes().uncompressed())
                                .sum())
                        .rows(rows)
                        .sortingColumns(sortingColumns)
                        .fileOffset(OptionalLong.of(start))
                        .compressedBytes(OptionalLong.of(end - start))
                        .ordinal(ordinal <= Short.MAX_VALUE ? OptionalInt.of(ordinal) : OptionalInt.empty())
                        .build(),
                chunks);
        rows = 0;
        event.finish(out.name(), ordinal, written.metadata());
        return written;
    }

    /**
     * Not if each chunk is one page: indexes would repeat the statistics and the offset of the chunk, and take more
     * bytes than the values in a wide file of few rows. If one chunk has several pages, all get indexes, since readers
     * need those of all columns that they read to select pages.
     */
    private boolean isWorthIndexes() {
        return Arrays.stream(columns).anyMatch(column -> column.pagesCut() > 1);
    }
}
