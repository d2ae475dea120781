package io.parquetry.connect.common.storage;

import java.io.IOException;

/** Files that were staged apart, and that nobody is to publish. */
@FunctionalInterface
public interface Leftovers {
    /** Drops those that are still staged, where the storage does not drop them itself when they are old. */
    void drop() throws IOException;
}
