package io.parquetry.connect.common.objects;

import java.io.IOException;

/** A failure of the local disk, where files are until they are uploaded. */
public final class StagingException extends IOException {
    private static final long serialVersionUID = 1L;

    StagingException(String message, Throwable cause) {
        super(message, cause);
    }
}
