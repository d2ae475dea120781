package io.parquetry.format.hostile.fuzz;

import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.hostile.WholeRead;
import io.parquetry.format.io.MemoryInputFile;
import java.io.IOException;

/**
 * The bytes are a file, which is read in every way; checksums are not verified, since all mutations would fail there.
 */
public final class WholeFileTarget {
    private WholeFileTarget() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        WholeRead.of(new MemoryInputFile("fuzzed", data), ReaderOptions.DEFAULT, WholeRead.UNMETERED);
    }
}
