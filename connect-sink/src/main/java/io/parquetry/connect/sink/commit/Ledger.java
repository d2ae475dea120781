package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.Halt;
import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Leftovers;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * The ledger of a topic-partition, as one owner reads and writes it.
 *
 * <ol type="a">
 *   <li>An entry is created whole, under the number after its predecessor's, and only if that number is free. It names
 *       its predecessor by id.
 *   <li>Who has created an entry then looks for the predecessor by exact name and id ({@link LedgerReader#isInLine}).
 *       If it is not there, the creator is late and its entry counts for nobody; the entry is left to the next owner,
 *       unless the directory was deleted ({@link StrayEntry}). With (a) the entries that count form one line, however
 *       many owners write and however long one was suspended.
 *   <li>An owner begins by {@link #takeOver}, which creates an entry of a new epoch. From then on its predecessor's
 *       owner cannot continue the line, and gets a {@link FencedException} when it tries.
 *   <li>All files of an entry have their final names before the entry after it is created.
 *   <li>Temporary files are deleted by an owner that has just created an entry of a new epoch, and only those of
 *       earlier epochs: no entry that can still be created names them. An owner that is late deletes its own.
 *   <li>Where the storage has the files of an entry apart, something durable says that they were published: an entry
 *       follows, or the entry before the previous one is deleted, which is done after the files were published only.
 *   <li>After an {@link IOException} it is unknown whether the step was done, or will be done later; {@link #recover}
 *       completes it or makes it impossible.
 * </ol>
 */
public final class Ledger {
    private static final Log LOG = Log.of(Ledger.class);
    private static final int ATTEMPTS_MAX = 100;

    private final Storage storage;
    private final LedgerDirectory directory;
    private final LedgerReader reader;
    private final EntryFiles files;
    private final OldEntries oldEntries;
    private final StrayEntry stray;

    /** The ids of entries that this owner has begun to create after {@link #current}. */
    private final Set<UUID> attempted = new HashSet<>();

    /** The first half of the ids in the names of this owner's temporary files; no other owner has it. */
    private final long ownerBits = UUID.randomUUID().getMostSignificantBits();

    private LedgerEntry current;

    /** The id of the last entry whose files this owner has published; null before there is one. */
    private UUID lastPublished;

    /** Files of the entry before the one to be created that others have removed since they were published. */
    private List<LedgerFile> publishedAndGone = List.of();

    /** The offset after the last one that was in a withdrawn file; 0 if there was none. */
    private long withdrawnUntil;

    /**
     * @param grace how long an entry that is not needed any more is kept
     * @param ages what this process knows of ledgers
     * @param missing is told of each file that was published and that others have removed or changed
     */
    public Ledger(
            Storage storage, LedgerDirectory directory, Duration grace, EntryAges ages, Consumer<LedgerFile> missing) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.directory = Objects.requireNonNull(directory, "directory");
        this.reader = new LedgerReader(storage, directory.path());
        this.files = new EntryFiles(storage, directory, missing);
        this.oldEntries = new OldEntries(storage, directory, grace, ages);
        this.stray = new StrayEntry(storage, directory, reader, grace, ages);
    }

    /** The newest entry of this owner whose files are complete; there is none before {@link #takeOver} has returned. */
    public LedgerEntry current() {
        return Objects.requireNonNull(current, "the ledger has not been taken over");
    }

    /** Offsets below it may have been in files that this owner has withdrawn; they are read again. */
    public long withdrawnUntil() {
        return withdrawnUntil;
    }

    /** A path for a temporary file; its name has this owner's epoch. */
    public String newTemporary() {
        UUID id = new UUID(ownerBits, UUID.randomUUID().getLeastSignificantBits());
        return directory.temporary(current().epoch(), id);
    }

    /** Completes the newest entry, makes this owner the only one that can commit, and deletes leftover files. */
    public LedgerEntry takeOver() throws IOException {
        return begin(this::takenOver);
    }

    private LedgerEntry takenOver(Optional<LedgerEntry> newest) throws IOException {
        if (newest.isEmpty()) {
            return LedgerEntry.first();
        }
        warnOfMove(newest.get());
        return successor(newest.get(), completed(newest.get()));
    }

    /** Completes the files of an entry; returns those that the storage has dropped before they were published. */
    private List<LedgerFile> completed(LedgerEntry entry) throws IOException {
        List<LedgerFile> gone = files.complete(entry);
        if (gone.isEmpty() || !wasPublished(entry)) {
            return gone;
        }
        publishedAndGone = gone;
        return List.of();
    }

    /**
     * Whether the entry before the previous one is gone. Its number may be taken again by an owner that is late, so it
     * is known by its id. Holds only if the entry is the newest still: who has followed it may have deleted the other.
     */
    private boolean wasPublished(LedgerEntry entry) throws IOException {
        if (entry.id().equals(lastPublished)) {
            return true;
        }
        Optional<LedgerEntry> previous = entry.sequence() > 2 ? reader.read(entry.sequence() - 1) : Optional.empty();
        return previous.isPresent()
                && entry.previous().equals(Optional.of(previous.get().id()))
                && !reader.isInLine(previous.get());
    }

    /**
     * Says that the position was moved since the last owner. It is said before the entry of this owner is created,
     * after which the move would not be the newest entry any more. Connect moves the offsets of the consumer group
     * after
     * the ledger's, and does not tell the connector when it refuses that.
     */
    private void warnOfMove(LedgerEntry newest) throws IOException {
        if (newest.generation() == 0 || !isMove(newest)) {
            return;
        }
        Optional<LedgerEntry> from = before(newest);
        while (from.isPresent() && isMove(from.get())) {
            from = before(from.get());
        }
        LOG.warn(
                "{}: begins at another position: it was moved from {} to {}. If Connect refused the request that moved"
                        + " it, stop the connector and move it back",
                described(),
                from.map(LedgerEntry::positionText).orElse("no position"),
                newest.positionText());
    }

    private Optional<LedgerEntry> before(LedgerEntry entry) throws IOException {
        return entry.sequence() == 1 ? Optional.empty() : reader.read(entry.sequence() - 1);
    }

    private boolean isMove(LedgerEntry entry) throws IOException {
        return entry.sequence() == 1
                ? entry.generation() > 0
                : before(entry)
                        .filter(before -> before.generation() < entry.generation())
                        .isPresent();
    }

    private LedgerEntry successor(LedgerEntry entry, List<LedgerFile> dropped) {
        if (dropped.isEmpty()) {
            return entry.takenOver();
        }
        LedgerEntry withdrawing = entry.withdrawing(dropped);
        withdrawnUntil =
                dropped.stream().mapToLong(LedgerFile::lastOffset).max().orElseThrow() + 1;
        LOG.warn(
                "{}: the storage has dropped the uploads of {} before they were published, as a lifecycle rule does"
                        + " that is too short; their records are read again, from offset {} on. Let incomplete uploads"
                        + " live for 7 days or more",
                described(),
                dropped.stream().map(LedgerFile::path).toList(),
                withdrawing.nextOffset().orElseThrow());
        return withdrawing;
    }

    /**
     * As {@link #takeOver}, without a file of the newest entry that cannot be published. Its offsets are then in no
     * file.
     *
     * @throws LedgerException when the newest entry has no such file
     */
    public LedgerEntry takeOverWithout(String path) throws IOException {
        return begin(newest -> {
            LedgerEntry entry = newest.filter(found -> found.hasFile(path))
                    .orElseThrow(() -> new LedgerException("the newest entry of the ledger of " + described()
                            + " has no file " + path + ", so there is nothing to forget"));
            return successor(entry, completed(entry.without(path)));
        });
    }

    /**
     * Begins this ledger where another one is, whose connector must have stopped and whose files must be published.
     *
     * @throws LedgerException when this ledger has begun at another position
     */
    public LedgerEntry continueFrom(LedgerEntry other) throws IOException {
        return begin(newest -> {
            if (newest.isEmpty()) {
                return LedgerEntry.firstLike(other);
            }
            if (!newest.get().hasPositionOf(other)) {
                throw new LedgerException("the ledger of " + described() + " has begun already, at "
                        + newest.get().positionText() + "; it cannot continue another ledger");
            }
            return takenOver(newest);
        });
    }

    /**
     * As {@link #takeOver}, and sets the position. Files that are written from there on have names of a new generation,
     * so that they never collide with files that hold the same offsets. The files of earlier entries are not needed.
     *
     * @param nextOffset the position; empty to start where the consumer group starts
     */
    public LedgerEntry moveTo(OptionalLong nextOffset) throws IOException {
        return begin(newest -> {
            if (newest.isEmpty()) {
                return LedgerEntry.firstAt(nextOffset);
            }
            files.completeWhereFree(newest.get());
            return newest.get().movedTo(nextOffset);
        });
    }

    /**
     * Has this owner and all later ones stop, until somebody moves the position.
     *
     * @throws FencedException when another owner has taken over; nothing was changed then
     */
    public void halt(Halt reason) throws IOException {
        become(appended(current().halted(reason), current()));
    }

    /**
     * Begins a new generation at an offset, as somebody does who moves the position.
     *
     * @throws FencedException when another owner has taken over; nothing was changed then
     */
    public LedgerEntry beginAgain(long offset) throws IOException {
        become(appended(current().movedTo(OptionalLong.of(offset)), current()));
        return current();
    }

    private LedgerEntry appended(LedgerEntry entry, LedgerEntry predecessor) throws IOException {
        if (!append(entry)) {
            throw notContinued(entry, predecessor);
        }
        return entry;
    }

    /**
     * Finds out whether a step that failed was done, completes it if it was, and makes sure that it is not done later.
     * The owner must have abandoned all its open files before: they are deleted.
     *
     * @throws FencedException when another owner has taken over meanwhile
     */
    public LedgerEntry recover() throws IOException {
        return begin(newest -> {
            LedgerEntry entry = newest.orElseThrow(this::deleted);
            if (!entry.id().equals(current().id()) && !attempted.contains(entry.id())) {
                throw fenced(entry.sequence());
            }
            return takenOver(newest);
        });
    }

    /** Chooses the entry to create after the newest, whose files it completes. */
    @FunctionalInterface
    private interface Successor {
        LedgerEntry after(Optional<LedgerEntry> newest) throws IOException;
    }

    private LedgerEntry begin(Successor successor) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Optional<LedgerEntry> newest = reader.newest();
            publishedAndGone = List.of();
            LedgerEntry entry = successor.after(newest);
            // Before the entry is created: a later owner's files are not among them.
            List<String> found = new ArrayList<>();
            Leftovers leftovers = storage.staged("", path -> isOfPartition(path) && found.add(path));
            Set<String> ours = new OtherLedgers(storage, directory).without(found);
            if (!ours.containsAll(found)) {
                leftovers = storage.staged("", ours::contains);
            }
            if (append(entry)) {
                become(entry);
                files.reportMissing(publishedAndGone);
                sweep();
                leftovers.drop();
                return entry;
            }
            if (newest.isPresent()) {
                stray.remove(entry, newest.get());
            }
        }
        throw new IOException("cannot take over " + described() + ": " + ATTEMPTS_MAX
                + " times another task was faster; several connectors of this name seem to write to " + storage.url());
    }

    private boolean isOfPartition(String path) {
        return DataFileName.parse(StoragePath.name(path))
                .filter(name -> name.topic().equals(directory.topic()) && name.partition() == directory.partition())
                .isPresent();
    }

    private void become(LedgerEntry entry) {
        current = entry;
        attempted.clear();
        oldEntries.see(entry.sequence());
    }

    /**
     * Publishes closed files and advances the position, both or neither.
     *
     * @param nextOffset every offset below it is published or reported as bad once the files are published
     * @param published offsets at or above it that are published then
     * @throws FencedException when another owner has taken over; nothing was changed then, or all was
     * @throws HaltedException when another program has deleted a file; the ledger says so from now on
     */
    public LedgerEntry commit(long nextOffset, OffsetSet published, List<LedgerFile> closed) throws IOException {
        OptionalLong last = current().followedBy(nextOffset, published, closed).last();
        return commit(nextOffset, last, published, closed);
    }

    /** @param last the largest offset below {@code nextOffset} that a file holds, as {@link LedgerEntry#last} has it */
    LedgerEntry commit(long nextOffset, OptionalLong last, OffsetSet published, List<LedgerFile> closed)
            throws IOException {
        LedgerEntry entry = appended(current().followedBy(nextOffset, last, published, closed), current());
        publish(entry);
        lastPublished = entry.id();
        oldEntries.see(entry.sequence());
        oldEntries.delete(entry.sequence());
        if (entry.hasFilesApart() && !oldEntries.isDeleted(entry.sequence() - 2)) {
            entry = appended(entry.followedBy(nextOffset, published, List.of()), entry);
        }
        become(entry);
        return entry;
    }

    /** An owner that has taken over meanwhile has published the files, so that they may be gone already. */
    private void publish(LedgerEntry entry) throws IOException {
        try {
            Optional<Halt> found = files.publish(entry);
            if (found.isPresent()) {
                become(appended(entry.halted(found.get()), entry));
                throw new HaltedException(found.get(), directory);
            }
        } catch (LedgerException e) {
            if (reader.newestSequence().orElse(0) > entry.sequence()) {
                throw fenced(entry.sequence() + 1);
            }
            throw e;
        }
    }

    /**
     * Creates an entry; returns whether it is in the line. A storage that says that the name is taken may have created
     * the entry all the same, when a reply was lost and the request was repeated.
     */
    private boolean append(LedgerEntry entry) throws IOException {
        attempted.add(entry.id());
        boolean created =
                storage.createIfAbsent(directory.entry(entry.sequence()), entry.format()) || reader.isThere(entry);
        return created && reader.isInLine(entry);
    }

    /** The reason why an entry is not in the line. Who has taken over has created entries after it, or in its place. */
    private ConnectException notContinued(LedgerEntry entry, LedgerEntry predecessor) throws IOException {
        Optional<StrayEntry.Remains> remains = stray.remove(entry, predecessor);
        return remains.isPresent() ? deleted(adviceFor(entry, remains.get())) : fenced(entry.sequence());
    }

    private LedgerException deleted() {
        return deleted("Restore the directory " + directory.path()
                + " and restart the task; or, to begin anew where the consumer group is, delete what is left of it and"
                + " restart the task");
    }

    private LedgerException deleted(String advice) {
        return new LedgerException("the ledger of " + described() + " had entry "
                + directory.entry(current().sequence()) + " in " + storage.url() + ", which is gone: files below "
                + LedgerDirectory.ROOT + " were deleted while the connector ran, or the file system is not mounted any"
                + " more. Nothing was committed since. " + advice);
    }

    private String adviceFor(LedgerEntry entry, StrayEntry.Remains remains) {
        String own = directory.entry(entry.sequence());
        if (remains.deleted()) {
            return "This task has deleted its own entry " + own + ", which nothing can follow. "
                    + (remains.intact().isPresent()
                            ? "The ledger is intact up to entry "
                                    + directory.entry(remains.intact().getAsLong())
                                    + ": restart the task, which goes on there"
                            : "Nothing else is there. Restore the directory " + directory.path()
                                    + " and restart the task; or restart the task as it is, which begins anew where the"
                                    + " consumer group is");
        }
        if (remains.intact().isPresent()) {
            return "The entries up to " + directory.entry(remains.intact().getAsLong())
                    + " are intact. If the missing ones can be restored, restore them. Then, or if they cannot, delete"
                    + " the entry " + own + " and no other: this task has created it, and its files are not published."
                    + " Restart the task";
        }
        return "Delete the entry " + own
                + ", which this task has created and whose files are not published. Then restore"
                + " the directory " + directory.path() + " and restart the task; or, to begin anew where the consumer"
                + " group is, delete what is left of it and restart the task";
    }

    /**
     * Deletes the temporary files of this owner, which is late: the owner after it has completed all that is
     * committed.
     */
    private FencedException fenced(long sequence) {
        try {
            delete(listed().stream().map(StoredFile::name).filter(this::isOwnTemporary));
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

    private boolean isOwnTemporary(String name) {
        return LedgerDirectory.temporaryIdOf(name)
                .filter(id -> id.getMostSignificantBits() == ownerBits)
                .isPresent();
    }

    private String described() {
        return "topic " + directory.topic() + ", partition " + directory.partition() + " of connector \""
                + directory.connector() + "\"";
    }

    /** Deletes the files that nobody needs after a takeover, and remembers the entries. */
    private void sweep() throws IOException {
        List<StoredFile> listed = listed();
        Map<Long, Long> entries = new HashMap<>();
        listed.forEach(file -> LedgerDirectory.sequenceOf(file.name())
                .ifPresent(sequence -> entries.put(sequence, file.modifiedMs())));
        oldEntries.begin(entries, current.sequence());
        List<String> names = listed.stream().map(StoredFile::name).toList();
        if (names.contains(LedgerDirectory.BEGUN)) {
            oldEntries.seeMarker();
        } else if (current.sequence() > 2) {
            oldEntries.ensureMarker();
        }
        delete(names.stream().filter(this::isLeftover));
        oldEntries.delete(current.sequence());
    }

    private List<StoredFile> listed() throws IOException {
        List<StoredFile> files = new ArrayList<>();
        storage.list(directory.path(), files::add);
        return files;
    }

    private void delete(Stream<String> names) throws IOException {
        for (String name : names.toList()) {
            storage.delete(StoragePath.in(directory.path(), name));
            LOG.debug("{}: deleted {}", described(), name);
        }
    }

    /** Unfinished entries whose number is taken, unfinished markers, and temporary files of earlier writers. */
    private boolean isLeftover(String name) {
        if (LedgerDirectory.isUnfinishedMarker(name)) {
            return current.sequence() > 2;
        }
        OptionalLong unfinished = LedgerDirectory.unfinishedSequenceOf(name);
        if (unfinished.isPresent()) {
            return unfinished.getAsLong() <= current.sequence();
        }
        OptionalLong epoch = LedgerDirectory.epochOf(name);
        return epoch.isPresent() && epoch.getAsLong() < current.epoch();
    }
}
