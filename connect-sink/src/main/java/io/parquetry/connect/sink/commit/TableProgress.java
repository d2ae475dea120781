package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.TablePosition;
import java.util.Optional;

/** What a table has of a ledger, as far as this owner knows. An old answer is safe, since positions only grow. */
@FunctionalInterface
public interface TableProgress {
    /** For a ledger whose files go to no table. */
    TableProgress NO_TABLE = new TableProgress() {
        @Override
        public Optional<TablePosition> known() {
            return Optional.empty();
        }

        @Override
        public boolean isOfTable() {
            return false;
        }
    };

    /** For an owner that does not read the table; it deletes no entries. */
    TableProgress UNKNOWN = Optional::empty;

    /** The last position that was read from the table; empty before the first one. */
    Optional<TablePosition> known();

    /** Whether the files go to a table. */
    default boolean isOfTable() {
        return true;
    }

    /** The entry with what the table has, so that nothing is appended again to a table that has lost it. */
    default LedgerEntry told(LedgerEntry entry) {
        return known().map(entry::knowing).orElse(entry);
    }

    /** The entry with its predecessor, which is needed to append to the table, too. */
    default LedgerEntry repeating(LedgerEntry predecessor, LedgerEntry entry) {
        return isOfTable() ? entry.repeating(predecessor) : entry;
    }

    /** The owner has created an entry, and all entries before it are ready for the table. */
    default void entryCreated(long sequence) {}

    /** Whether an entry may be deleted: the table must have it, and a later one to be compared with. */
    default boolean mayDelete(long sequence) {
        return !isOfTable()
                || known().filter(position -> sequence < position.sequence()).isPresent();
    }
}
