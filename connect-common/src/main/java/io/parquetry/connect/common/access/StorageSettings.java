package io.parquetry.connect.common.access;

import java.util.Objects;

/**
 * Where the storage is, and how to open it.
 *
 * @param factory opens storages with the scheme of the URL
 * @param blockBytesLeast the least size of a block of a data file, where the file system has blocks, so that what is
 *     read as a whole is in one block; 0 for the default of the file system
 */
public record StorageSettings(String url, StorageFactory factory, long blockBytesLeast) {
    public StorageSettings {
        Objects.requireNonNull(url, "url");
        Objects.requireNonNull(factory, "factory");
    }

    /**
     * The same with blocks for files that are read in units of about this size; an eighth is added for what is beside
     * them.
     */
    public StorageSettings withBlocksFor(long bytes) {
        return new StorageSettings(url, factory, bytes + bytes / 8);
    }
}
