package io.parquetry.connect.sink.commit;

import org.apache.kafka.connect.errors.ConnectException;

/**
 * Another task has taken this topic-partition over; whatever this one has not committed is the other one's to write.
 */
public final class FencedException extends ConnectException {
    private static final long serialVersionUID = 1L;

    public FencedException(String message) {
        super(message);
    }
}
