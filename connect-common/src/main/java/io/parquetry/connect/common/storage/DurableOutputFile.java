package io.parquetry.connect.common.storage;

import io.parquetry.format.io.OutputFile;
import java.io.IOException;

/** A file being written that can be synced. */
public interface DurableOutputFile extends OutputFile {
    /** Returns when the bytes written so far, and the file's name, survive a power failure. */
    void sync() throws IOException;
}
