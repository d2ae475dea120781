package io.parquetry.connect.sink.commit;

import org.apache.kafka.connect.errors.ConnectException;

/** The ledger and the storage contradict each other; trying again will not help, somebody has to look. */
public final class LedgerException extends ConnectException {
    private static final long serialVersionUID = 1L;

    public LedgerException(String message) {
        super(message);
    }

    public LedgerException(String message, Throwable cause) {
        super(message, cause);
    }
}
