package io.parquetry.storage.s3;

import java.io.IOException;
import java.util.Objects;
import software.amazon.awssdk.core.exception.SdkException;

/** An answer of the store that says no. */
final class S3Failure extends IOException {
    private static final long serialVersionUID = 1L;

    static final int BAD_REQUEST = 400;
    static final int NOT_FOUND = 404;
    static final int CONFLICT = 409;
    static final int PRECONDITION_FAILED = 412;
    static final int RANGE_NOT_SATISFIABLE = 416;

    private final int status;
    private final String code;
    private final String key;
    private final int attempts;

    /**
     * @param status of HTTP
     * @param code of S3, such as SlowDown; empty where the answer has none
     * @param key of the configuration that most likely has to be changed
     * @param cause the answer to the last attempt
     */
    S3Failure(String message, int status, String code, String key, SdkException cause) {
        super(message, cause);
        this.status = status;
        this.code = code;
        this.key = key;
        this.attempts = Objects.requireNonNullElse(cause.numAttempts(), 1);
    }

    int status() {
        return status;
    }

    String key() {
        return key;
    }

    /** How often the request was sent. Where it was sent again, an earlier attempt may have had its effect. */
    int attempts() {
        return attempts;
    }

    /** Whether the object is in an archive, from which nothing can be read. */
    boolean isArchived() {
        return code.equals("InvalidObjectState");
    }

    /** Whether what the request was about is missing, in a bucket that exists. */
    boolean isMissing() {
        return status == NOT_FOUND && !code.equals("NoSuchBucket");
    }
}
