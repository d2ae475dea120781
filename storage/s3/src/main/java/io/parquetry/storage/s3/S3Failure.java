package io.parquetry.storage.s3;

import io.parquetry.connect.common.objects.ObjectFailure;
import java.util.Objects;
import software.amazon.awssdk.core.exception.SdkException;

/** An answer of a store on S3 that says no, with its status. */
final class S3Failure extends ObjectFailure {
    private static final long serialVersionUID = 1L;

    static final int BAD_REQUEST = 400;
    static final int RANGE_NOT_SATISFIABLE = 416;

    private final int status;

    /** @param cause the answer to the last attempt */
    S3Failure(String message, Kind kind, int status, String key, SdkException cause) {
        super(kind, message, key, Objects.requireNonNullElse(cause.numAttempts(), 1), cause);
        this.status = status;
    }

    int status() {
        return status;
    }
}
