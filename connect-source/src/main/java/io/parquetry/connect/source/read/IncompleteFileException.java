package io.parquetry.connect.source.read;

import io.parquetry.connect.common.storage.ReplacedFileException;
import java.io.IOException;

/** A file has no complete footer, or changes while it is read: its writer may not have finished. */
public class IncompleteFileException extends IOException {
    private static final long serialVersionUID = 1L;

    IncompleteFileException(String message) {
        super(message);
    }

    IncompleteFileException(ReplacedFileException replaced) {
        super(replaced.getMessage(), replaced);
    }
}
