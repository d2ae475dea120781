package io.parquetry.format.metadata;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A row group ({@code RowGroup} in parquet.thrift).
 */
public final class RowGroupMetadata {
    private final List<ColumnChunkMetadata> columns;
    private final long uncompressedBytes;
    private final long rows;
    private final List<SortingColumn> sortingColumns;
    private final OptionalLong fileOffset;
    private final OptionalLong compressedBytes;
    private final OptionalInt ordinal;

    private RowGroupMetadata(Builder from) {
        columns = List.copyOf(from.columns);
        uncompressedBytes = from.uncompressedBytes;
        rows = from.rows;
        sortingColumns = List.copyOf(from.sortingColumns);
        fileOffset = Objects.requireNonNull(from.fileOffset, "fileOffset");
        compressedBytes = Objects.requireNonNull(from.compressedBytes, "compressedBytes");
        ordinal = Objects.requireNonNull(from.ordinal, "ordinal");
    }

    public static Builder builder() {
        return new Builder();
    }

    /** A builder that starts from these values. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.columns = columns;
        builder.uncompressedBytes = uncompressedBytes;
        builder.rows = rows;
        builder.sortingColumns = sortingColumns;
        builder.fileOffset = fileOffset;
        builder.compressedBytes = compressedBytes;
        builder.ordinal = ordinal;
        return builder;
    }

    /** One chunk for each leaf column, in schema order. */
    public List<ColumnChunkMetadata> columns() {
        return columns;
    }

    /** Bytes of all chunks before compression. */
    public long uncompressedBytes() {
        return uncompressedBytes;
    }

    public long rows() {
        return rows;
    }

    public List<SortingColumn> sortingColumns() {
        return sortingColumns;
    }

    /** Where the first page begins. */
    public OptionalLong fileOffset() {
        return fileOffset;
    }

    /** Bytes of all chunks in the file. */
    public OptionalLong compressedBytes() {
        return compressedBytes;
    }

    /** Position of the row group as the writer counted it. */
    public OptionalInt ordinal() {
        return ordinal;
    }

    private List<Object> values() {
        return List.of(columns, uncompressedBytes, rows, sortingColumns, fileOffset, compressedBytes, ordinal);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowGroupMetadata that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    @Override
    public String toString() {
        return "RowGroupMetadata" + values();
    }

    /** Collects the values; those without a default must be set. */
    public static final class Builder {
        private List<ColumnChunkMetadata> columns = List.of();
        private long uncompressedBytes;
        private long rows;
        private List<SortingColumn> sortingColumns = List.of();
        private OptionalLong fileOffset = OptionalLong.empty();
        private OptionalLong compressedBytes = OptionalLong.empty();
        private OptionalInt ordinal = OptionalInt.empty();

        private Builder() {}

        public Builder columns(List<ColumnChunkMetadata> value) {
            columns = value;
            return this;
        }

        public Builder uncompressedBytes(long value) {
            uncompressedBytes = value;
            return this;
        }

        public Builder rows(long value) {
            rows = value;
            return this;
        }

        public Builder sortingColumns(List<SortingColumn> value) {
            sortingColumns = value;
            return this;
        }

        public Builder fileOffset(OptionalLong value) {
            fileOffset = value;
            return this;
        }

        public Builder compressedBytes(OptionalLong value) {
            compressedBytes = value;
            return this;
        }

        public Builder ordinal(OptionalInt value) {
            ordinal = value;
            return this;
        }

        public RowGroupMetadata build() {
            return new RowGroupMetadata(this);
        }
    }
}
