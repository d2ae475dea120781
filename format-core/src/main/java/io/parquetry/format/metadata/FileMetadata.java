package io.parquetry.format.metadata;

import io.parquetry.format.schema.MessageType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The footer ({@code FileMetaData} in parquet.thrift).
 *
 * @param version 1 or 2 as the writer gave it; it says nothing that a reader needs
 * @param rows rows of all row groups together
 * @param createdBy application and version that wrote the file
 * @param columnOrders one for each leaf column, or empty when the writer gave none
 */
public record FileMetadata(
        int version,
        MessageType schema,
        long rows,
        List<RowGroupMetadata> rowGroups,
        List<KeyValue> keyValues,
        Optional<String> createdBy,
        List<ColumnOrder> columnOrders) {
    public FileMetadata {
        Objects.requireNonNull(schema, "schema");
        rowGroups = List.copyOf(rowGroups);
        keyValues = List.copyOf(keyValues);
        Objects.requireNonNull(createdBy, "createdBy");
        columnOrders = List.copyOf(columnOrders);
    }

    /** The value of the first entry with this key that has one. */
    public Optional<String> keyValue(String key) {
        return keyValues.stream()
                .filter(entry -> entry.key().equals(key))
                .flatMap(entry -> entry.value().stream())
                .findFirst();
    }
}
