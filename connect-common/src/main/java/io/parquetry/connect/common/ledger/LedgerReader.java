package io.parquetry.connect.common.ledger;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the ledger of a topic-partition while owners write it.
 *
 * <p>The entries form one line, in which each names its predecessor by id. An entry that is not in the line may exist
 * for a while: an owner that was suspended created it under a number that had become free. So an entry counts only when
 * {@link #isInLine} says so, which looks for its predecessor by exact name. The predecessor of the newest entry is
 * never deleted. Entry 1 has none; the marker {@link LedgerDirectory#BEGUN} is created before entry 1 is deleted, so
 * an entry 1 beside the marker is not in the line.
 */
public final class LedgerReader {
    private static final int ENTRY_BYTES_MAX = 64 << 20;
    private static final int ATTEMPTS_MAX = 100;

    private final Storage storage;
    private final String directory;

    /**
     * An entry that is in the line.
     *
     * @param predecessor the entry before it, which was read later; empty for the first, and where entries have no ids
     */
    public record InLine(LedgerEntry entry, Optional<LedgerEntry> predecessor) {}

    /** @param directory the path of the ledger, see {@link LedgerDirectory#path} */
    public LedgerReader(Storage storage, String directory) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.directory = Objects.requireNonNull(directory, "directory");
    }

    /**
     * The newest entry of the line, at the time of the call or later; empty when the ledger has not begun.
     *
     * @throws LedgerException when entries were deleted or changed by others than their owners
     */
    public Optional<LedgerEntry> newest() throws IOException {
        return newest(newestSequence()).map(InLine::entry);
    }

    /** The same when the directory has just been listed; {@code listed} is as {@link #newestSequence} returns it. */
    public Optional<InLine> newest(OptionalLong listed) throws IOException {
        OptionalLong sequence = listed;
        String reason = "";
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            if (sequence.isPresent()) {
                // Empty when the listing showed an entry that has been deleted since: there is a newer entry.
                Optional<LedgerEntry> entry = read(sequence.getAsLong());
                Optional<InLine> found = entry.isPresent() ? inLine(entry.get()) : Optional.empty();
                if (found.isPresent()) {
                    return found;
                }
                reason = entry.map(this::faultOf).orElse("entries come and go");
            } else if (hasBegun()) {
                reason = "it has no entry, but the file " + LedgerDirectory.BEGUN + " says that it once had";
            } else {
                return Optional.empty();
            }
            sequence = newestSequence();
        }
        throw new LedgerException("cannot use the ledger " + directory + " in " + storage.url() + ": " + reason
                + ". Entries were deleted, or the file system was not mounted for a while. Restore the entries. If"
                + " they are lost and there are younger entries with lower numbers, delete only the newest entry. If"
                + " no entry is left, delete the directory; the connector then begins at the offset of its consumer"
                + " group");
    }

    private String faultOf(LedgerEntry entry) {
        String named = "the newest entry " + LedgerDirectory.entry(directory, entry.sequence());
        return entry.sequence() == 1
                ? named + " is the first, but the file " + LedgerDirectory.BEGUN + " says that later ones were there"
                : named + " has lost its predecessor, entry " + (entry.sequence() - 1)
                        + ", which is missing or another";
    }

    /** The highest number of an entry, which need not be in the line; empty when there is no entry. */
    public OptionalLong newestSequence() throws IOException {
        long[] newest = {0};
        storage.list(
                directory,
                file -> LedgerDirectory.sequenceOf(file.name())
                        .ifPresent(found -> newest[0] = Math.max(newest[0], found)));
        return newest[0] == 0 ? OptionalLong.empty() : OptionalLong.of(newest[0]);
    }

    /** Whether entry 1 was there and may have been deleted. */
    public boolean hasBegun() throws IOException {
        return storage.find(StoragePath.in(directory, LedgerDirectory.BEGUN)).isPresent();
    }

    /** Whether an entry is in the line, by its predecessor. */
    public boolean isInLine(LedgerEntry entry) throws IOException {
        return inLine(entry).isPresent();
    }

    private Optional<InLine> inLine(LedgerEntry entry) throws IOException {
        if (entry.sequence() == 1) {
            return hasBegun() ? Optional.empty() : Optional.of(new InLine(entry, Optional.empty()));
        }
        if (entry.previous().isEmpty()) {
            // Written by a version whose entries had no ids.
            return Optional.of(new InLine(entry, Optional.empty()));
        }
        return read(entry.sequence() - 1)
                .filter(found -> found.id().equals(entry.previous().get()))
                .map(found -> new InLine(entry, Optional.of(found)));
    }

    /** Whether an entry is there, and not another one of its number. */
    public boolean isThere(LedgerEntry entry) throws IOException {
        return read(entry.sequence())
                .filter(found -> found.id().equals(entry.id()))
                .isPresent();
    }

    /** The entry with a number; empty when there is none. */
    public Optional<LedgerEntry> read(long sequence) throws IOException {
        String path = LedgerDirectory.entry(directory, sequence);
        byte[] document;
        try {
            document = storage.read(path, ENTRY_BYTES_MAX);
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (IOException e) {
            if (storage.find(path).map(StoredFile::bytes).orElse(0L) > ENTRY_BYTES_MAX) {
                throw new LedgerException(
                        "the ledger entry " + path + " is larger than any that Parquetry writes, so it was damaged;"
                                + " restore it from a backup: " + e.getMessage(),
                        e);
            }
            throw e;
        }
        try {
            LedgerEntry entry = LedgerEntry.parse(document);
            if (entry.sequence() != sequence) {
                throw new IllegalArgumentException("its number is " + entry.sequence());
            }
            return Optional.of(entry);
        } catch (IllegalArgumentException e) {
            throw new LedgerException(
                    "cannot read the ledger entry " + path + " in " + storage.url() + ": " + e.getMessage()
                            + ". Entries are never written in part, so the file was changed later; restore the"
                            + " original",
                    e);
        }
    }
}
