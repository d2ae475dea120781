package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.Halt;
import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.OpenUploads;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

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
 *   <li>Where the files of an entry are uploads, something durable says that they were published: an entry
 *       follows, or the entry before the previous one is deleted, which is done after the files were published only.
 *   <li>After an {@link IOException} it is unknown whether the step was done, or will be done later; {@link #recover}
 *       completes it or makes it impossible.
 * </ol>
 */
public final class Ledger {
    private static final int ATTEMPTS_MAX = 100;

    private final LedgerDirectory directory;
    private final LedgerReader reader;
    private final EntryFiles files;
    private final OldEntries oldEntries;
    private final TableProgress table;
    private final LedgerSweep sweep;
    private final LedgerAdvice advice;
    private final PositionMoves moves;
    private final Succession succession;
    private final OwnedLine line;

    /** Of the topic, as the brokers tell it now; empty where they were not asked. */
    private Optional<String> topicId = Optional.empty();

    private LedgerEntry current;

    /**
     * @param grace how long an entry that is not needed any more is kept
     * @param ages what this process knows of ledgers
     * @param missing is told of each file that was published and that others have removed or changed
     * @param table has the files of the ledger, once they are appended
     */
    public Ledger(
            Storage storage,
            LedgerDirectory directory,
            Duration grace,
            EntryAges ages,
            Consumer<LedgerFile> missing,
            TableProgress table) {
        this.directory = Objects.requireNonNull(directory, "directory");
        this.reader = new LedgerReader(storage, directory.path());
        this.files = new EntryFiles(storage, directory, missing);
        this.oldEntries = new OldEntries(storage, directory, grace, ages, table);
        this.table = table;
        this.sweep = new LedgerSweep(storage, directory);
        this.advice = new LedgerAdvice(storage.url(), directory);
        this.moves = new PositionMoves(reader, advice);
        this.succession = new Succession(files, reader, advice);
        this.line = new OwnedLine(storage, directory, reader, grace, ages, sweep, advice);
    }

    /** The newest entry of this owner whose files are complete; there is none before {@link #takeOver} has returned. */
    public LedgerEntry current() {
        return Objects.requireNonNull(current, "the ledger has not been taken over");
    }

    /** A path for a temporary file; its name has this owner's epoch. */
    public String newTemporary() {
        return line.newTemporary(current().epoch());
    }

    /** The entries of this owner say that they are of this topic, unless those before them are of another one. */
    public void ofTopic(Optional<String> id) {
        topicId = id;
    }

    /**
     * Completes the newest entry, makes this owner the only one that can commit, and deletes files that earlier ones
     * left unfinished.
     */
    public LedgerEntry takeOver() throws IOException {
        return begin(this::takenOver);
    }

    LedgerEntry takenOver(Optional<LedgerEntry> newest) throws IOException {
        if (newest.isEmpty()) {
            return LedgerEntry.first();
        }
        moves.warnOfMove(newest.get());
        return successor(newest.get());
    }

    /** The entry that takes over from one whose files it completes. */
    LedgerEntry successor(LedgerEntry entry) throws IOException {
        return succession.after(entry);
    }

    /**
     * Has this owner and all later ones stop, until somebody moves the position.
     *
     * @throws FencedException when another owner has taken over; nothing was changed then
     */
    public void halt(Halt reason) throws IOException {
        become(line.extend(current(), current().halted(reason)));
    }

    /**
     * Begins a new generation at an offset, as somebody does who moves the position.
     *
     * @throws FencedException when another owner has taken over; nothing was changed then
     */
    public LedgerEntry beginAgain(long offset) throws IOException {
        become(line.extend(current(), withTopic(current().movedTo(OptionalLong.of(offset)))));
        return current();
    }

    private LedgerEntry withTopic(LedgerEntry entry) {
        return entry.topicId().isPresent() ? entry : entry.ofTopic(topicId);
    }

    /**
     * Finds out whether a step that failed was done, completes it if it was, and makes sure that it is not done later.
     * The owner must have abandoned all its open files before: they are deleted.
     *
     * @throws FencedException when another owner has taken over meanwhile
     */
    public LedgerEntry recover() throws IOException {
        return begin(newest -> {
            LedgerEntry entry = newest.orElseThrow(() -> advice.deleted(current()));
            if (!entry.id().equals(current().id()) && !line.hasAttempted(entry)) {
                throw line.fenced(entry.sequence(), current().epoch());
            }
            return takenOver(newest);
        });
    }

    /** Deletes the temporary files that the next owner does not see; the owner has no open files. */
    public void deleteUnshared() {
        sweep.deleteUnshared();
    }

    /** Completes the files of an entry whose names are not taken by others; returns whether all are published. */
    boolean completeWhereFree(LedgerEntry entry) throws IOException {
        return files.completeWhereFree(entry);
    }

    /** Names the ledger in a message. */
    String described() {
        return advice.ledger();
    }

    /** Chooses the entry to create after the newest, whose files it completes. */
    @FunctionalInterface
    interface Successor {
        LedgerEntry after(Optional<LedgerEntry> newest) throws IOException;
    }

    LedgerEntry begin(Successor successor) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Optional<LedgerEntry> newest = reader.newest();
            succession.begin();
            LedgerEntry next = withTopic(table.told(successor.after(newest)));
            LedgerEntry entry =
                    newest.map(found -> table.repeating(found, next)).orElse(next);
            // Before the entry is created: a later owner's files are not among them.
            OpenUploads uploads = sweep.uploads();
            if (line.append(entry)) {
                become(entry);
                succession.reportMissing();
                sweep.after(entry, oldEntries);
                uploads.drop();
                return entry;
            }
            line.removeStray(entry, newest);
        }
        throw advice.overtaken(ATTEMPTS_MAX);
    }

    private void become(LedgerEntry entry) {
        current = entry;
        line.forgetAttempts();
        oldEntries.see(entry.sequence());
        table.entryCreated(entry.sequence());
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
        return commit(
                nextOffset, current().followedBy(nextOffset, published, closed).last(), published, closed);
    }

    /** @param last the largest offset below {@code nextOffset} that a file holds, as {@link LedgerEntry#last} has it */
    LedgerEntry commit(long nextOffset, OptionalLong last, OffsetSet published, List<LedgerFile> closed)
            throws IOException {
        LedgerEntry next = withTopic(table.told(current().followedBy(nextOffset, last, published, closed)));
        LedgerEntry entry = line.extend(current(), table.repeating(current(), next));
        publish(entry);
        succession.published(entry);
        oldEntries.see(entry.sequence());
        oldEntries.delete(entry.sequence());
        if (entry.hasUploads() && !oldEntries.isDeleted(entry.sequence() - 2)) {
            LedgerEntry confirming = entry.followedBy(nextOffset, published, List.of());
            entry = line.extend(entry, table.repeating(entry, confirming));
        }
        become(entry);
        return entry;
    }

    /** An owner that has taken over meanwhile has published the files, so that they may be gone already. */
    private void publish(LedgerEntry entry) throws IOException {
        try {
            Optional<Halt> found = files.publish(entry);
            if (found.isPresent()) {
                become(line.extend(entry, entry.halted(found.get())));
                throw new HaltedException(found.get(), directory);
            }
        } catch (LedgerException e) {
            if (reader.newestSequence().orElse(0) > entry.sequence()) {
                throw line.fenced(entry.sequence() + 1, entry.epoch());
            }
            throw e;
        }
    }
}
