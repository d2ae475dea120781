package io.parquetry.connect.source.convert;

import org.apache.kafka.connect.errors.ConnectException;

/** One row cannot be sent as a record; others of its file can. */
public final class BadRowException extends ConnectException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    /** @param row counts from 0 */
    public BadRowException(String path, long row, String reason, Throwable cause) {
        super("row " + row + " of " + path + " cannot be sent: " + reason, cause);
        this.reason = reason;
    }

    /** Why, without file and row. */
    String reason() {
        return reason;
    }
}
