package io.parquetry.connect.common.storage;

import java.util.Objects;

/**
 * A file in a listing.
 *
 * @param path relative to the storage's root
 * @param bytes length at the moment of the listing
 * @param modifiedMs last change, milliseconds since the epoch, by the storage's clock
 */
public record StoredFile(String path, long bytes, long modifiedMs) {
    public StoredFile {
        Objects.requireNonNull(path, "path");
    }

    /** The last segment of the path. */
    public String name() {
        return StoragePath.name(path);
    }
}
