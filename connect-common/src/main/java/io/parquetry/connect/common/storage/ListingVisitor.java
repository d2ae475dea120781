package io.parquetry.connect.common.storage;

import java.io.IOException;

/** Receives the files of a directory tree one by one. */
@FunctionalInterface
public interface ListingVisitor {
    void file(StoredFile file) throws IOException;

    /**
     * A file or directory whose name cannot be expressed, so that it cannot be opened.
     *
     * @param path as far as it can be shown
     * @param reason why, and the remedy
     */
    default void unreadable(String path, String reason) throws IOException {}

    /** Whether to list this directory; not called for the directory where the listing begins. */
    default boolean enter(String directory) throws IOException {
        return true;
    }
}
