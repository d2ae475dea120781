package io.parquetry.connect.sink.table;

import io.parquetry.format.metadata.FileMetadata;
import java.util.Objects;

/**
 * A published file that a table is to have.
 *
 * @param path in the storage of the data files
 * @param bytes its length
 */
public record TableFile(String path, long bytes, FileMetadata footer) {
    public TableFile {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(footer, "footer");
    }
}
