package io.parquetry.connect.common.storage;

import io.parquetry.format.io.OutputFile;
import java.io.IOException;

/**
 * A data file that is being written. It ends with {@link #stage}, or with {@link #close} when it is only read again by
 * the instance that created it; then it stays until it is deleted.
 */
public interface TemporaryFile extends OutputFile {
    /**
     * Closes the file and begins to make it one that any process can publish.
     *
     * @param path where it is to be published, and nowhere else
     */
    Staging stage(String path) throws IOException;
}
