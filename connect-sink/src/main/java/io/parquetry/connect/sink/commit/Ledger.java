package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The ledger of a topic-partition, as one owner reads and writes it.
 *
 * <ol type="a">
 *   <li>An entry is created whole, under the number after its predecessor's, and only if that number is free.
 *   <li>Entries are deleted in the order of their numbers, the last two never. So a number that is free because its
 *       entry was deleted has no predecessor any more: who creates an entry checks afterwards that the predecessor
 *       exists, and is late if it does not. With (a) the entries form one line, however many owners write and
 *       however long one of them was suspended.
 *   <li>An owner begins by {@link #takeOver}, which creates an entry of a new epoch. From then on its predecessor
 *       cannot continue the line, and gets a {@link FencedException} when it tries.
 *   <li>All files of an entry have their final names before the entry after it is created.
 *   <li>Temporary files are deleted by an owner that opens, recovers or finds that it is late, and only those of
 *       its own epoch or an earlier epoch: no entry that can still be created names them.
 *   <li>After an {@link IOException} it is unknown whether the step was done; {@link #recover} finds out.
 * </ol>
 */
public final class Ledger {
    private static final Log LOG = Log.of(Ledger.class);
    private static final int ENTRY_BYTES_MAX = 64 << 20;
    private static final int ATTEMPTS_MAX = 100;

    private final Storage storage;
    private final LedgerDirectory directory;
    private LedgerEntry current;
    private long oldest;

    public Ledger(Storage storage, LedgerDirectory directory) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.directory = Objects.requireNonNull(directory, "directory");
    }

    /** The newest entry of this owner whose files are complete; there is none before {@link #takeOver} has returned. */
    public LedgerEntry current() {
        return Objects.requireNonNull(current, "the ledger has not been taken over");
    }

    /** A path for a temporary file; its name has this owner's epoch. */
    public String newTemporary() {
        return directory.temporary(current().epoch(), UUID.randomUUID());
    }

    /**
     * Completes the newest entry, makes this owner the only one that can commit, and deletes leftover files.
     */
    public LedgerEntry takeOver() throws IOException {
        return begin(newest -> newest.map(LedgerEntry::takenOver).orElseGet(LedgerEntry::first));
    }

    /**
     * As {@link #takeOver}, and sets the position. Files that are written from there on have names of a new generation,
     * so that they never collide with files that hold the same offsets.
     *
     * @param nextOffset the position; empty to start where the consumer group starts
     */
    public LedgerEntry moveTo(OptionalLong nextOffset) throws IOException {
        return begin(newest -> newest.orElseGet(LedgerEntry::first).movedTo(nextOffset));
    }

    private LedgerEntry begin(Function<Optional<LedgerEntry>, LedgerEntry> successor) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Optional<LedgerEntry> newest = newest();
            if (newest.isPresent()) {
                rollForward(newest.get());
            }
            LedgerEntry entry = successor.apply(newest);
            if (append(newest, entry)) {
                sweep(entry);
                current = entry;
                return entry;
            }
        }
        throw new IOException("cannot take over " + described() + ": " + ATTEMPTS_MAX
                + " times another task was faster; several connectors of this name seem to write to " + storage.url());
    }

    /**
     * Finds out whether a step that failed was done, and completes it if it was. The owner must have abandoned all its
     * open files before: they are deleted.
     *
     * @throws FencedException when another owner has taken over meanwhile
     */
    public LedgerEntry recover() throws IOException {
        LedgerEntry newest = newest().orElseThrow(() -> new LedgerException("the ledger of " + described()
                + " had entry " + current().sequence() + " and is now empty: " + directory.path() + " was deleted in "
                + storage.url() + " while the connector ran; restart the task to create a new ledger"));
        if (newest.epoch() != current().epoch()) {
            throw fenced(newest.sequence());
        }
        rollForward(newest);
        sweep(newest);
        current = newest;
        return newest;
    }

    /**
     * Publishes closed files and advances the position, both or neither.
     *
     * @param nextOffset every offset below it is published or reported as bad once the files are published
     * @param published offsets at or above it that are published then
     * @throws FencedException when another owner has taken over; nothing was changed then
     */
    public LedgerEntry commit(long nextOffset, OffsetSet published, List<LedgerFile> files) throws IOException {
        LedgerEntry entry = current().followedBy(nextOffset, published, files);
        if (!append(Optional.of(current()), entry)) {
            throw fenced(entry.sequence());
        }
        rollForward(entry);
        current = entry;
        deleteOld();
        return entry;
    }

    /** Creates an entry; returns whether it follows its predecessor, false when another entry does or did. */
    private boolean append(Optional<LedgerEntry> predecessor, LedgerEntry entry) throws IOException {
        String path = directory.entry(entry.sequence());
        if (!storage.createIfAbsent(path, entry.format())) {
            return false;
        }
        boolean follows = predecessor.isPresent()
                ? exists(predecessor.get())
                : newestSequence().equals(OptionalLong.of(entry.sequence()));
        if (!follows) {
            storage.delete(path);
        }
        return follows;
    }

    private boolean exists(LedgerEntry entry) throws IOException {
        try {
            return read(entry.sequence()).equals(entry);
        } catch (NoSuchFileException deleted) {
            return false;
        }
    }

    /**
     * Deletes the temporary files of this owner, which is late: the owner after it has completed all that is
     * committed.
     */
    private FencedException fenced(long sequence) {
        try {
            storage.list(directory.path(), file -> {
                if (LedgerDirectory.epochOf(file.name())
                        .equals(OptionalLong.of(current().epoch()))) {
                    storage.delete(file.path());
                }
            });
        } catch (IOException e) {
            LOG.debug(
                    "{}: temporary files of epoch {} are left to the next owner",
                    described(),
                    current().epoch(),
                    e);
        }
        return new FencedException(
                "another task owns " + described() + " now: entry " + directory.entry(sequence) + " in "
                        + storage.url() + " was not written by this task (its epoch is "
                        + current().epoch()
                        + "). What this task has not committed is not lost: the owner reads it again. If no"
                        + " rebalance explains this, find the second connector named \"" + directory.connector()
                        + "\" that writes to the same storage");
    }

    private String described() {
        return "topic " + directory.topic() + ", partition " + directory.partition() + " of connector \""
                + directory.connector() + "\"";
    }

    private Optional<LedgerEntry> newest() throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            OptionalLong sequence = newestSequence();
            if (sequence.isEmpty()) {
                return Optional.empty();
            }
            try {
                return Optional.of(read(sequence.getAsLong()));
            } catch (NoSuchFileException deleted) {
                LOG.debug("{}: entry {} was deleted while being read, so there is a newer one", described(), sequence);
            }
        }
        throw new IOException("the ledger of " + described() + " changed " + ATTEMPTS_MAX + " times while being read");
    }

    private OptionalLong newestSequence() throws IOException {
        long[] newest = {0};
        storage.list(directory.path(), file -> {
            LedgerDirectory.sequenceOf(file.name()).ifPresent(found -> newest[0] = Math.max(newest[0], found));
        });
        return newest[0] == 0 ? OptionalLong.empty() : OptionalLong.of(newest[0]);
    }

    private LedgerEntry read(long sequence) throws IOException {
        String path = directory.entry(sequence);
        byte[] document = storage.read(path, ENTRY_BYTES_MAX);
        try {
            LedgerEntry entry = LedgerEntry.parse(document);
            if (entry.sequence() != sequence) {
                throw new IllegalArgumentException("its number is " + entry.sequence());
            }
            return entry;
        } catch (IllegalArgumentException e) {
            throw new LedgerException(
                    "cannot read the ledger entry " + path + " in " + storage.url() + ": " + e.getMessage()
                            + ". Entries are never written in part, so the file was changed later; restore the"
                            + " original",
                    e);
        }
    }

    /** Gives the files of an entry their final names. Idempotent, also when several owners do it at once. */
    private void rollForward(LedgerEntry entry) throws IOException {
        for (LedgerFile file : entry.files()) {
            String temporary = StoragePath.in(directory.path(), file.temporaryName());
            try {
                storage.publish(temporary, file.path());
            } catch (NoSuchFileException gone) {
                requirePublished(entry, file);
            } catch (FileAlreadyExistsException taken) {
                throw new LedgerException(
                        "cannot publish " + file.path() + " in " + storage.url() + ": another file has this name. It"
                                + " was written by another connector, or before the ledger of " + described()
                                + " was deleted. Entry " + directory.entry(entry.sequence()) + " waits for the name:"
                                + " move the other file away and restart the task",
                        taken);
            }
        }
    }

    private void requirePublished(LedgerEntry entry, LedgerFile file) throws IOException {
        OptionalLong length = storage.length(file.path());
        if (length.isEmpty() || length.getAsLong() != file.bytes()) {
            throw new LedgerException("entry " + directory.entry(entry.sequence()) + " in " + storage.url()
                    + " publishes " + file.path() + " with " + file.bytes()
                    + " bytes, but the temporary file is gone and "
                    + (length.isEmpty()
                            ? "the published file does not exist"
                            : "the published file has " + length.getAsLong() + " bytes")
                    + ". Restore the file, or have offsets " + file.firstOffset() + " to " + file.lastOffset()
                    + " written again by setting the connector's offset back");
        }
    }

    private void sweep(LedgerEntry newest) throws IOException {
        delete(name -> isOldEntry(name, newest) || isLeftover(name, newest));
        oldest = Math.max(1, newest.sequence() - 1);
    }

    /** Deletes in the order of the names, which for entries is the order of their numbers. */
    private void delete(Predicate<String> unwanted) throws IOException {
        TreeSet<String> paths =
                new TreeSet<>(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
        storage.list(directory.path(), file -> {
            if (unwanted.test(file.name())) {
                paths.add(file.path());
            }
        });
        for (String path : paths) {
            storage.delete(path);
            LOG.debug("{}: deleted {}", described(), path);
        }
    }

    private static boolean isOldEntry(String name, LedgerEntry newest) {
        OptionalLong sequence = LedgerDirectory.sequenceOf(name);
        return sequence.isPresent() && sequence.getAsLong() < newest.sequence() - 1;
    }

    /** Unfinished entries whose number is taken, and temporary files of earlier writers. */
    private static boolean isLeftover(String name, LedgerEntry newest) {
        OptionalLong unfinished = LedgerDirectory.unfinishedSequenceOf(name);
        if (unfinished.isPresent()) {
            return unfinished.getAsLong() <= newest.sequence();
        }
        OptionalLong epoch = LedgerDirectory.epochOf(name);
        return epoch.isPresent() && epoch.getAsLong() <= newest.epoch();
    }

    /**
     * Old entries are harmless: an entry that cannot be deleted, and those after it, are deleted by the next commit.
     */
    private void deleteOld() {
        while (oldest < current.sequence() - 1) {
            String path = directory.entry(oldest);
            try {
                storage.delete(path);
            } catch (IOException e) {
                LOG.warn("{}: cannot delete the old entry {}; deleting is retried later", described(), path, e);
                return;
            }
            oldest++;
        }
    }
}
