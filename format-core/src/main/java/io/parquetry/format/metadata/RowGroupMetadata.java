package io.parquetry.format.metadata;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A row group ({@code RowGroup} in parquet.thrift).
 *
 * @param columns one chunk for each leaf column, in schema order
 * @param uncompressedBytes bytes of all chunks before compression
 * @param fileOffset where the first page begins
 * @param compressedBytes bytes of all chunks in the file
 * @param ordinal position of the row group as the writer counted it
 */
public record RowGroupMetadata(
        List<ColumnChunkMetadata> columns,
        long uncompressedBytes,
        long rows,
        List<SortingColumn> sortingColumns,
        OptionalLong fileOffset,
        OptionalLong compressedBytes,
        OptionalInt ordinal) {
    public RowGroupMetadata {
        columns = List.copyOf(columns);
        sortingColumns = List.copyOf(sortingColumns);
        Objects.requireNonNull(fileOffset, "fileOffset");
        Objects.requireNonNull(compressedBytes, "compressedBytes");
        Objects.requireNonNull(ordinal, "ordinal");
    }
}
