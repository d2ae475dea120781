package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.internal.column.ColumnChunkWriter;
import io.parquetry.format.internal.column.ColumnChunkWriters;
import io.parquetry.format.internal.column.WrittenChunk;
import io.parquetry.format.io.OutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.SortingColumn;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The columns of the row group that is being filled; the same columns serve one row group after the other. */
public final class RowGroupWriter {
    private final ColumnChunkWriter[] columns;
    private final ColumnChunkWriters writers;
    private final List<SortingColumn> sortingColumns;
    private long rows;

    /** @param sortingColumns how the caller says that the rows of every row group are sorted */
    public RowGroupWriter(MessageType schema, ColumnChunkWriters writers, List<SortingColumn> sortingColumns) {
        this.writers = writers;
        this.sortingColumns = List.copyOf(sortingColumns);
        this.columns = schema.leaves().stream().map(writers::create).toArray(ColumnChunkWriter[]::new);
    }

    public ColumnChunkWriter column(int ordinal) {
        return columns[ordinal];
    }

    /** Says that every column has been given one more row. */
    public void keepRow() {
        rows++;
    }

    /** Takes back whatever the columns have been given since the last row that was kept. */
    public void takeBackRow() {
        for (ColumnChunkWriter column : columns) {
            column.takeBack(rows);
        }
    }

    public long rows() {
        return rows;
    }

    /** Heap that buffers and finished pages hold. */
    public long retainedBytes() {
        return writers.retainedBytes();
    }

    /** Bytes that the row group would take if it ended now, its part of footer and indexes included; looks at each column. */
    public long expectedBytes() {
        long bytes = 0;
        for (ColumnChunkWriter column : columns) {
            bytes += column.expectedBytes() + column.expectedFooterBytes();
        }
        return bytes;
    }

    /** Writes the row group and begins the next one. */
    public WrittenRowGroup finish(OutputFile out, int ordinal) throws IOException {
        long start = out.position();
        List<WrittenChunk> chunks = new ArrayList<>(columns.length);
        for (ColumnChunkWriter column : columns) {
            chunks.add(column.finish(out));
        }
        long end = out.position();
        BloomFilters.write(chunks, out);
        List<ColumnChunkMetadata> metadata =
                chunks.stream().map(WrittenChunk::metadata).toList();
        WrittenRowGroup written = new WrittenRowGroup(
                new RowGroupMetadata(
                        metadata,
                        metadata.stream()
                                .mapToLong(chunk -> chunk.bytes().uncompressed())
                                .sum(),
                        rows,
                        sortingColumns,
                        OptionalLong.of(start),
                        OptionalLong.of(end - start),
                        ordinal <= Short.MAX_VALUE ? OptionalInt.of(ordinal) : OptionalInt.empty()),
                chunks);
        rows = 0;
        return written;
    }
}
