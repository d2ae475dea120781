package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.Halt;
import io.parquetry.connect.common.naming.LedgerDirectory;
import org.apache.kafka.connect.errors.ConnectException;

/** The ledger says that nothing is written until a person moves the position; each start says the same. */
public final class HaltedException extends ConnectException {
    private static final long serialVersionUID = 1L;

    public HaltedException(Halt halt, LedgerDirectory directory) {
        super(halt.message(directory));
    }
}
