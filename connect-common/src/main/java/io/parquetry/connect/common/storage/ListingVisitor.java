package io.parquetry.connect.common.storage;

import java.io.IOException;

/** Is shown the files of a directory tree one by one. */
@FunctionalInterface
public interface ListingVisitor {
    void file(StoredFile file) throws IOException;

    /** Whether to look into this directory; it is not asked about the one where the listing begins. */
    default boolean enter(String directory) throws IOException {
        return true;
    }
}
