package io.parquetry.format.decode;

import io.parquetry.format.Place;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.internal.column.ChunkLimits;
import io.parquetry.format.internal.column.ColumnBatch;
import io.parquetry.format.internal.column.ColumnChunkReader;
import io.parquetry.format.internal.page.PageLimits;
import io.parquetry.format.internal.page.ReadMemory;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.List;

/**
 * The maximum of each of some INT64 columns, from the engine's batches of primitive values. A {@code ColumnCursor} would
 * make an object of each value and so would not measure decoding alone.
 */
public final class ColumnMaxima {
    private static final int BATCH_ENTRIES = 1024;
    private static final ChunkLimits LIMITS = new ChunkLimits(new PageLimits(1 << 20, true, false), BATCH_ENTRIES);

    private ColumnMaxima() {}

    /**
     * Decodes all values of the columns.
     *
     * @param metadata the footer of the file
     * @param columns INT64 columns of the file's schema
     * @return a maximum for each column, in their order; {@link Long#MIN_VALUE} for a column without values
     */
    public static long[] of(InputFile in, FileMetadata metadata, List<LeafColumn> columns) throws IOException {
        ReadMemory memory =
                new ReadMemory(ReaderOptions.DEFAULT.memoryBytesMax(), ReaderOptions.DEFAULT.recordEntriesMax());
        long[] maxima = new long[columns.size()];
        for (int i = 0; i < maxima.length; i++) {
            ColumnChunkReader column = new ColumnChunkReader((chunk, place) -> in, columns.get(i), LIMITS, memory);
            maxima[i] = maximum(in, metadata, column);
        }
        return maxima;
    }

    private static long maximum(InputFile in, FileMetadata metadata, ColumnChunkReader column) throws IOException {
        long maximum = Long.MIN_VALUE;
        for (RowGroupMetadata rowGroup : metadata.rowGroups()) {
            column.open(
                    rowGroup.columns().get(column.leaf().ordinal()),
                    rowGroup.rows(),
                    Place.of(in.name()).column(column.leaf().dottedPath()));
            ColumnBatch batch = column.batch();
            while (column.next()) {
                long[] longs = batch.longs();
                int[] indexes = batch.indexes();
                for (int i = batch.firstValue(); i < batch.values(); i++) {
                    maximum = Math.max(maximum, longs[batch.dictionaryCoded() ? indexes[i] : i]);
                }
            }
        }
        return maximum;
    }
}
