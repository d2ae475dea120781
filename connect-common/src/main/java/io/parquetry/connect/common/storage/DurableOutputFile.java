package io.parquetry.connect.common.storage;

import io.parquetry.format.io.OutputFile;
import java.io.IOException;

/** A file being written that can be forced to the disk. */
public interface DurableOutputFile extends OutputFile {
    /** Returns when everything written so far, and the file's name, outlive a power failure. */
    void sync() throws IOException;
}
