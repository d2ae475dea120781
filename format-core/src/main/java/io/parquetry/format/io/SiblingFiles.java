package io.parquetry.format.io;

import java.io.IOException;

/** Opens files beside a metadata file, or in directories below it. */
@FunctionalInterface
public interface SiblingFiles {
    /**
     * Opens a file.
     *
     * @param path relative to the directory of the metadata file, its parts divided by {@code /}; none of them is
     *     empty, {@code .} or {@code ..}, and the path has no control character, backslash or URL scheme. The
     *     implementation makes sure that links of the storage do not lead out of the directory either
     * @throws java.nio.file.NoSuchFileException when there is no such file
     */
    InputFile open(String path) throws IOException;
}
