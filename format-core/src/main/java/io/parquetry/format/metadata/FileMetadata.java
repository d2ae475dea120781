package io.parquetry.format.metadata;

import io.parquetry.format.schema.MessageType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The footer ({@code FileMetaData} in parquet.thrift).
 */
public final class FileMetadata {
    private final int version;
    private final MessageType schema;
    private final long rows;
    private final List<RowGroupMetadata> rowGroups;
    private final List<KeyValue> keyValues;
    private final Optional<String> createdBy;
    private final List<ColumnOrder> columnOrders;
    private final List<String> defects;

    private FileMetadata(Builder from) {
        version = from.version;
        schema = Objects.requireNonNull(from.schema, "schema");
        rows = from.rows;
        rowGroups = List.copyOf(from.rowGroups);
        keyValues = List.copyOf(from.keyValues);
        createdBy = Objects.requireNonNull(from.createdBy, "createdBy");
        columnOrders = List.copyOf(from.columnOrders);
        defects = List.copyOf(from.defects);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** A builder that starts from these values. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.version = version;
        builder.schema = schema;
        builder.rows = rows;
        builder.rowGroups = rowGroups;
        builder.keyValues = keyValues;
        builder.createdBy = createdBy;
        builder.columnOrders = columnOrders;
        builder.defects = defects;
        return builder;
    }

    /** 1 or 2 as the writer gave it; it says nothing that a reader needs. */
    public int version() {
        return version;
    }

    public MessageType schema() {
        return schema;
    }

    /** Rows of all row groups together. */
    public long rows() {
        return rows;
    }

    public List<RowGroupMetadata> rowGroups() {
        return rowGroups;
    }

    public List<KeyValue> keyValues() {
        return keyValues;
    }

    /** Application and version that wrote the file. */
    public Optional<String> createdBy() {
        return createdBy;
    }

    /** One for each leaf column, or empty when the writer gave none. */
    public List<ColumnOrder> columnOrders() {
        return columnOrders;
    }

    /** What contradicts the format in the footer and was read past; it is never written. */
    public List<String> defects() {
        return defects;
    }

    /** The value of the first entry with this key that has one. */
    public Optional<String> keyValue(String key) {
        return keyValues.stream()
                .filter(entry -> entry.key().equals(key))
                .flatMap(entry -> entry.value().stream())
                .findFirst();
    }

    /**
     * Reads the statistics, page encodings and key-values of all chunks, which are else read when they are first asked
     * for. A program that vouches for a file calls this, since other programs read them with the rest of the footer and
     * may refuse the file for them. So does one that copies or shows a whole footer: it then learns of a defect before
     * it writes anything.
     *
     * @throws io.parquetry.format.CorruptFileException with file, row group and column, for the first chunk whose
     *     details are not what the format says
     */
    public void readDetails() {
        rowGroups.forEach(rowGroup -> rowGroup.columns().forEach(ColumnChunkMetadata::readDetails));
    }

    private List<Object> values() {
        return List.of(version, schema, rows, rowGroups, keyValues, createdBy, columnOrders, defects);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FileMetadata that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    @Override
    public String toString() {
        return "FileMetadata" + values();
    }

    /** Collects the values; those without a default must be set. */
    public static final class Builder {
        private int version;
        private MessageType schema;
        private long rows;
        private List<RowGroupMetadata> rowGroups = List.of();
        private List<KeyValue> keyValues = List.of();
        private Optional<String> createdBy = Optional.empty();
        private List<ColumnOrder> columnOrders = List.of();
        private List<String> defects = List.of();

        private Builder() {}

        public Builder version(int value) {
            version = value;
            return this;
        }

        public Builder schema(MessageType value) {
            schema = value;
            return this;
        }

        public Builder rows(long value) {
            rows = value;
            return this;
        }

        public Builder rowGroups(List<RowGroupMetadata> value) {
            rowGroups = value;
            return this;
        }

        public Builder keyValues(List<KeyValue> value) {
            keyValues = value;
            return this;
        }

        public Builder createdBy(Optional<String> value) {
            createdBy = value;
            return this;
        }

        public Builder columnOrders(List<ColumnOrder> value) {
            columnOrders = value;
            return this;
        }

        public Builder defects(List<String> value) {
            defects = value;
            return this;
        }

        public FileMetadata build() {
            return new FileMetadata(this);
        }
    }
}
