package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * The line of entries of a ledger, as one owner extends it: invariants (a) and (b) of {@link Ledger}. It knows which
 * entries and which temporary files are this owner's; what an entry says is decided by the ledger.
 */
final class OwnedLine {
    private final Storage storage;
    private final LedgerDirectory directory;
    private final LedgerReader reader;
    private final StrayEntry stray;
    private final LedgerSweep sweep;
    private final LedgerAdvice advice;

    /** The ids of entries that this owner has begun to create after the last one that is known to be in the line. */
    private final Set<UUID> attempted = new HashSet<>();

    /** The first half of the ids in the names of this owner's temporary files; no other owner has it. */
    private final long ownerBits = UUID.randomUUID().getMostSignificantBits();

    OwnedLine(
            Storage storage,
            LedgerDirectory directory,
            LedgerReader reader,
            Duration grace,
            EntryAges ages,
            LedgerSweep sweep,
            LedgerAdvice advice) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.directory = Objects.requireNonNull(directory, "directory");
        this.reader = Objects.requireNonNull(reader, "reader");
        this.stray = new StrayEntry(storage, directory, reader, grace, ages);
        this.sweep = Objects.requireNonNull(sweep, "sweep");
        this.advice = Objects.requireNonNull(advice, "advice");
    }

    /** A path for a temporary file of this owner, whose epoch is in the name. */
    String newTemporary(long epoch) {
        return directory.temporary(epoch, new UUID(ownerBits, UUID.randomUUID().getLeastSignificantBits()));
    }

    /**
     * Creates an entry; returns whether it is in the line. A storage that says that the name is taken may have created
     * the entry all the same, when a reply was lost and the request was repeated.
     */
    boolean append(LedgerEntry entry) throws IOException {
        attempted.add(entry.id());
        boolean created =
                storage.createIfAbsent(directory.entry(entry.sequence()), entry.format()) || reader.isThere(entry);
        return created && reader.isInLine(entry);
    }

    /**
     * Creates an entry after one of this owner.
     *
     * @throws FencedException when another owner has continued the line
     */
    LedgerEntry extend(LedgerEntry predecessor, LedgerEntry entry) throws IOException {
        if (!append(entry)) {
            throw notContinued(predecessor, entry);
        }
        return entry;
    }

    /** The reason why an entry is not in the line. Who has taken over has created entries after it, or in its place. */
    private ConnectException notContinued(LedgerEntry predecessor, LedgerEntry entry) throws IOException {
        Optional<StrayEntry.Remains> remains = stray.remove(entry, predecessor);
        return remains.isPresent()
                ? advice.deleted(predecessor, entry, remains.get())
                : fenced(entry.sequence(), predecessor.epoch());
    }

    /** Deletes an entry of this owner that is outside of the line, if that is safe. */
    void removeStray(LedgerEntry entry, Optional<LedgerEntry> predecessor) throws IOException {
        if (predecessor.isPresent()) {
            stray.remove(entry, predecessor.get());
        }
    }

    /** Whether this owner has begun to create the entry. */
    boolean hasAttempted(LedgerEntry entry) {
        return attempted.contains(entry.id());
    }

    /** An entry of this owner is known to be in the line, and those that were attempted before it are not needed. */
    void forgetAttempts() {
        attempted.clear();
    }

    /** The temporary files of this owner, which is late, are deleted: the owner after it has completed the others. */
    FencedException fenced(long sequence, long epoch) {
        sweep.deleteOf(this::isOwnTemporary, epoch);
        return advice.fenced(sequence, epoch);
    }

    private boolean isOwnTemporary(String name) {
        return LedgerDirectory.temporaryIdOf(name)
                .filter(id -> id.getMostSignificantBits() == ownerBits)
                .isPresent();
    }
}
