package io.parquetry.connect.source.config;

import java.util.Objects;

/**
 * How rows are put into transactions, where the connector is asked.
 *
 * @param boundariesAreOurs whether the connector is asked
 * @param msMax how long a transaction may stay open
 */
public record TransactionSettings(boolean boundariesAreOurs, TransactionUnit unit, long recordsMax, long msMax) {
    public TransactionSettings {
        Objects.requireNonNull(unit, "unit");
    }

    /** Whether a file must not be begun before all of it can be sent. */
    public boolean needsWholeFiles() {
        return boundariesAreOurs && unit == TransactionUnit.FILE;
    }
}
