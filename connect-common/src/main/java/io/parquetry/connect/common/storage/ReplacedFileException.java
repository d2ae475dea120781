package io.parquetry.connect.common.storage;

import java.io.IOException;

/** The version of a file that was asked for is not at its path any more: another file has taken its place. */
public final class ReplacedFileException extends IOException {
    private static final long serialVersionUID = 1L;

    public ReplacedFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
