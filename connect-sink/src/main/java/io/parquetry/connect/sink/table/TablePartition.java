package io.parquetry.connect.sink.table;

import java.util.Map;
import java.util.Objects;

/**
 * The partition of a table that a file belongs to.
 *
 * @param directory a path that no other partition has
 * @param keyValues key-value metadata of the file, from which the table knows its partition
 */
public record TablePartition(String directory, Map<String, String> keyValues) {
    public TablePartition {
        Objects.requireNonNull(directory, "directory");
        keyValues = Map.copyOf(keyValues);
    }
}
