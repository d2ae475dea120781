package io.parquetry.connect.source.read;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.Statistics.Bound;
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
 *
 * <p>Statistics and indexes only propose a row. The offset of the row before it is read, so that an index that is wrong
 * passes over nothing, nor does one that is damaged.
 */
final class OffsetSeek {
    private static final String COLUMN = "_kafka.offset";

    private final ParquetReader reader;
    private final LeafColumn column;
    private final long offset;

    private OffsetSeek(ParquetReader reader, LeafColumn column, long offset) {
        this.reader = reader;
        this.column = column;
        this.offset = offset;
    }

    /** A row such that all rows before it have smaller offsets; at most the number of rows. */
    static long row(ParquetReader reader, long offset) throws IOException {
        Optional<LeafColumn> column = reader.schema().leaves().stream()
                .filter(leaf -> leaf.dottedPath().equals(COLUMN))
                .findFirst();
        try {
            return column.isEmpty() ? 0 : new OffsetSeek(reader, column.get(), offset).row();
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            // To read from the first row on needs no index, and finds which rows are damaged.
            return 0;
        }
    }

    private long row() throws IOException {
        long passed = 0;
        List<RowGroupMetadata> rowGroups = reader.metadata().rowGroups();
        int rowGroup = 0;
        while (rowGroup < rowGroups.size() && isBefore(rowGroup)) {
            passed += rowGroups.get(rowGroup).rows();
            rowGroup++;
        }
        long inGroup = rowGroup < rowGroups.size()
                ? rowInGroup(rowGroup, rowGroups.get(rowGroup).rows())
                : 0;
        return isRowSmaller(passed + inGroup - 1) ? passed + inGroup : 0;
    }

    /** Whether all offsets of the row group are smaller. */
    private boolean isBefore(int rowGroup) {
        return reader.trustedStatistics(rowGroup, column)
                .max()
                .map(Bound::value)
                .filter(this::isSmaller)
                .isPresent();
    }

    private long rowInGroup(int rowGroup, long rows) throws IOException {
        Optional<ColumnIndex> bounds = reader.columnIndex(rowGroup, column);
        Optional<OffsetIndex> pages = reader.offsetIndex(rowGroup, column);
        if (bounds.isEmpty() || pages.isEmpty()) {
            return 0;
        }
        int page = page(bounds.get());
        long row = page < pages.get().pages().size()
                ? pages.get().pages().get(page).firstRow()
                : rows;
        return row < 0 || row > rows ? 0 : row;
    }

    /** The first page that may hold the offset or a larger one. */
    private int page(ColumnIndex bounds) {
        int page = 0;
        for (byte[] max : bounds.maxs()) {
            if (!isSmaller(max)) {
                return page;
            }
            page++;
        }
        return page;
    }

    private boolean isSmaller(byte[] value) {
        return value.length == Long.BYTES
                && ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong() < offset;
    }

    /** Whether the offset of a row of the file is smaller; of a row before the first one, it is. */
    private boolean isRowSmaller(long row) throws IOException {
        long inGroup = row;
        int rowGroup = 0;
        while (inGroup >= 0
                && inGroup >= reader.metadata().rowGroups().get(rowGroup).rows()) {
            inGroup -= reader.metadata().rowGroups().get(rowGroup).rows();
            rowGroup++;
        }
        if (inGroup < 0) {
            return true;
        }
        ColumnCursor values = reader.column(column);
        values.seek(rowGroup, inGroup);
        return values.next() && values.value() instanceof Long value && value < offset;
    }
}
