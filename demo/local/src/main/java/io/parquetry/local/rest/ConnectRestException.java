package io.parquetry.local.rest;

/** A worker refused a request or could not be reached; the message has the request and the worker's response. */
public final class ConnectRestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    ConnectRestException(String message, int status) {
        super(message);
        this.status = status;
    }

    ConnectRestException(String message, Throwable cause) {
        super(message, cause);
        this.status = 0;
    }

    /** The HTTP status, or 0 without a response. */
    public int status() {
        return status;
    }
}
