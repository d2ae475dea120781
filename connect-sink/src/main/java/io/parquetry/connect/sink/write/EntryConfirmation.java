package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.table.TaskTables;
import java.util.Optional;

/** When the newest entry of a ledger needs a successor without files, because no other one will follow soon. */
final class EntryConfirmation {
    private final Ledger ledger;
    private final Optional<TaskTables> tables;
    private long committedMs;

    EntryConfirmation(Ledger ledger, Optional<TaskTables> tables) {
        this.ledger = ledger;
        this.tables = tables;
    }

    /** An entry was created. */
    void committed(long nowMs) {
        committedMs = nowMs;
    }

    void clockPutBack(long nowMs) {
        committedMs = Math.min(committedMs, nowMs);
    }

    /**
     * Whether the newest entry names uploads. They are published, but if somebody deletes them, the next owner takes
     * them for uploads that the storage has dropped. Where no entry will follow soon, one without files ends that.
     */
    boolean isOfUploads() {
        return ledger.current().hasUploads();
    }

    /** When files of the newest entry have waited long enough for their table; {@link Long#MAX_VALUE} for never. */
    long dueAtMs() {
        return tables.isEmpty() || ledger.current().files().isEmpty()
                ? Long.MAX_VALUE
                : committedMs + tables.get().confirmAfterMs();
    }

    /** Whether the newest entry is to have a successor before the partition is given back. */
    boolean isNeeded() {
        return isOfUploads() || dueAtMs() != Long.MAX_VALUE;
    }
}
