package io.parquetry.connect.common.storage;

import java.io.IOException;

/** Uploads that nobody is to publish. */
@FunctionalInterface
public interface OpenUploads {
    /** Drops those that are still there, where the storage does not drop them itself when they are old. */
    void drop() throws IOException;
}
