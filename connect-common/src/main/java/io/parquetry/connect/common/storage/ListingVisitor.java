package io.parquetry.connect.common.storage;

import java.io.IOException;

/** Receives the files of a directory tree one by one. */
@FunctionalInterface
public interface ListingVisitor {
    void file(StoredFile file) throws IOException;

    /**
     * A file or directory that cannot be opened: no path can have its name, or its attributes cannot be read.
     *
     * @param path as far as it can be shown; it ends in a slash where it is, or may be, a directory
     * @param reason why, and the remedy
     */
    default void unreadable(String path, String reason) throws IOException {}

    /** Whether to list this directory; not called for the directory where the listing begins. */
    default boolean enter(String directory) throws IOException {
        return true;
    }
}
