package io.parquetry.connect.source.read;

import java.io.IOException;

/** A file that does not end as a Parquet file does; its writer may not be done yet. */
public final class IncompleteFileException extends IOException {
    private static final long serialVersionUID = 1L;

    IncompleteFileException(String message) {
        super(message);
    }
}
