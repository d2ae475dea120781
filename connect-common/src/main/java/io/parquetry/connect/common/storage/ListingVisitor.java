package io.parquetry.connect.common.storage;

import java.io.IOException;

/** Receives the files of a directory tree one by one. */
@FunctionalInterface
public interface ListingVisitor {
    void file(StoredFile file) throws IOException;

    /** Whether to list this directory; not called for the directory where the listing begins. */
    default boolean enter(String directory) throws IOException {
        return true;
    }
}
