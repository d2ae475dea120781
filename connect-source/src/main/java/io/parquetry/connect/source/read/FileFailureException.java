package io.parquetry.connect.source.read;

import java.io.IOException;
import java.util.Objects;

/** The storage has failed while it was asked for this file; nothing is said against the file. */
public final class FileFailureException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String path;

    FileFailureException(String path, IOException cause) {
        super(path + ": " + cause, cause);
        this.path = Objects.requireNonNull(path, "path");
    }

    /** The file's path below the storage's root. */
    public String path() {
        return path;
    }
}
