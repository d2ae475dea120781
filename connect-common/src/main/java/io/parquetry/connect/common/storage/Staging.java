package io.parquetry.connect.common.storage;

import java.io.IOException;

/** A file that is being staged, perhaps by other threads. */
public interface Staging {
    /** Returns when the file is staged. */
    StagedFile await() throws IOException;

    /** Drops a file that nobody will publish, as far as that is possible; it does not fail. */
    default void cancel() {}
}
