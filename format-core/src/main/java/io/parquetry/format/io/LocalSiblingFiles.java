package io.parquetry.format.io;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;

/** Files of a local directory and below. A path that a link leads out of the directory is refused. */
public final class LocalSiblingFiles implements SiblingFiles {
    private final Path directory;

    private LocalSiblingFiles(Path directory) {
        this.directory = directory;
    }

    /** The files beside a metadata file. */
    public static LocalSiblingFiles of(Path metadata) {
        Path parent =
                Objects.requireNonNull(metadata, "metadata").toAbsolutePath().getParent();
        return new LocalSiblingFiles(parent == null ? metadata.toAbsolutePath() : parent);
    }

    @Override
    public InputFile open(String path) throws IOException {
        Path file;
        try {
            file = directory.resolve(path).toRealPath();
        } catch (InvalidPathException e) {
            throw new FileSystemException(path, null, "is no path of this file system: " + e.getReason());
        }
        if (!file.startsWith(directory.toRealPath())) {
            throw new FileSystemException(
                    directory.resolve(path).toString(),
                    null,
                    "leads to " + file + ", which is outside of " + directory);
        }
        if (!Files.isRegularFile(file)) {
            throw new FileSystemException(file.toString(), null, "is no regular file");
        }
        return LocalInputFile.open(file);
    }
}
