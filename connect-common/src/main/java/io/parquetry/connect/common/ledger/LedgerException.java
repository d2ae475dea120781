package io.parquetry.connect.common.ledger;

import org.apache.kafka.connect.errors.ConnectException;

/** The ledger and the storage contradict each other. A retry does not help; a person must decide. */
public final class LedgerException extends ConnectException {
    private static final long serialVersionUID = 1L;

    public LedgerException(String message) {
        super(message);
    }

    public LedgerException(String message, Throwable cause) {
        super(message, cause);
    }
}
