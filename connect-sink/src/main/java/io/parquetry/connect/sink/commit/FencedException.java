package io.parquetry.connect.sink.commit;

import org.apache.kafka.connect.errors.ConnectException;

/** Another task has taken this topic-partition over, and writes what this task has not committed. */
public final class FencedException extends ConnectException {
    private static final long serialVersionUID = 1L;

    public FencedException(String message) {
        super(message);
    }
}
