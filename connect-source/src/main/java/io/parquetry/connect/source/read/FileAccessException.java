package io.parquetry.connect.source.read;

import java.io.IOException;
import java.util.Objects;

/** The storage failed at an access to this file; the file itself may be good. */
public final class FileAccessException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String path;

    public FileAccessException(String path, IOException cause) {
        super(path + ": " + cause, cause);
        this.path = Objects.requireNonNull(path, "path");
    }

    /** The file's path below the storage's root. */
    public String path() {
        return path;
    }
}
