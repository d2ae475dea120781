package io.parquetry.format.io;

import java.io.IOException;

/** Opens files that lie beside a metadata file, or in directories below it. */
@FunctionalInterface
public interface SiblingFiles {
    /**
     * Opens a file.
     *
     * @param path relative to the directory of the metadata file, its parts divided by {@code /}; none of them is empty,
     *     {@code .} or {@code ..}, and nothing in it is a control character, a backslash or a URL scheme. Whoever opens it
     *     sees to it that links of the storage do not lead out of the directory either
     * @throws java.nio.file.NoSuchFileException when there is no such file
     */
    InputFile open(String path) throws IOException;
}
