package io.parquetry.connect.sink.table;

import io.parquetry.format.schema.MessageType;
import java.util.Map;
import java.util.Objects;

/**
 * The columns of a file with the field ids of a table.
 *
 * @param keyValues key-value metadata of the file, from which it is known which table the ids are of
 */
public record TableColumns(MessageType schema, Map<String, String> keyValues) {
    public TableColumns {
        Objects.requireNonNull(schema, "schema");
        keyValues = Map.copyOf(keyValues);
    }

    /** Of a file that goes to no table. */
    public static TableColumns withoutTable(MessageType columns) {
        return new TableColumns(columns, Map.of());
    }
}
