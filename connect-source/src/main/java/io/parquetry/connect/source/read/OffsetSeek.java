package io.parquetry.connect.source.read;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/**
 * Finds the page with a stored offset in a file that the Parquetry sink wrote. Offsets rise from row to row in such a
 * file, so the greatest offset of a row group says whether it is there, and the column index of {@code _kafka.offset}
 * says which page it is. In a row group without a column index, as those of one page, it is the first row: rows before
 * the offset are passed over when they are read.
 */
final class OffsetSeek {
    private static final String COLUMN = "_kafka.offset";

    private OffsetSeek() {}

    /** A row such that all rows before it have smaller offsets; at most the number of rows. */
    static long row(ParquetReader reader, long offset) throws IOException {
        Optional<LeafColumn> column = reader.schema().leaves().stream()
                .filter(leaf -> leaf.dottedPath().equals(COLUMN))
                .findFirst();
        if (column.isEmpty()) {
            return 0;
        }
        long firstRow = 0;
        List<RowGroupMetadata> rowGroups = reader.metadata().rowGroups();
        for (int i = 0; i < rowGroups.size(); i++) {
            if (isBefore(offset, rowGroups.get(i).columns().get(column.get().ordinal()))) {
                firstRow += rowGroups.get(i).rows();
                continue;
            }
            Optional<ColumnIndex> bounds = reader.columnIndex(i, column.get());
            Optional<OffsetIndex> pages = reader.offsetIndex(i, column.get());
            if (bounds.isEmpty() || pages.isEmpty()) {
                return firstRow;
            }
            int page = page(bounds.get(), offset);
            if (page < pages.get().pages().size()) {
                return firstRow + pages.get().pages().get(page).firstRow();
            }
            firstRow += rowGroups.get(i).rows();
        }
        return firstRow;
    }

    /** Whether all offsets of the chunk are smaller. */
    private static boolean isBefore(long offset, ColumnChunkMetadata chunk) {
        return chunk.statistics()
                .flatMap(Statistics::max)
                .filter(max -> isSmaller(max.value(), offset))
                .isPresent();
    }

    private static boolean isSmaller(byte[] max, long offset) {
        return max.length == Long.BYTES
                && ByteBuffer.wrap(max).order(ByteOrder.LITTLE_ENDIAN).getLong() < offset;
    }

    /** The first page that may hold the offset or a larger one. */
    private static int page(ColumnIndex bounds, long offset) {
        int page = 0;
        for (byte[] max : bounds.maxs()) {
            if (!isSmaller(max, offset)) {
                return page;
            }
            page++;
        }
        return page;
    }
}
