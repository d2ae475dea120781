package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.Halt;
import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** Gives the files of an entry their final names. Idempotent, also when several owners do it at once. */
final class EntryFiles {
    private static final Log LOG = Log.of(EntryFiles.class);

    private final Storage storage;
    private final LedgerDirectory directory;
    private final Consumer<LedgerFile> missing;

    /** @param missing is told of each file that was published and is gone, or has another length */
    EntryFiles(Storage storage, LedgerDirectory directory, Consumer<LedgerFile> missing) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.directory = Objects.requireNonNull(directory, "directory");
        this.missing = Objects.requireNonNull(missing, "missing");
    }

    /**
     * Publishes the files that this owner has just closed.
     *
     * @return why the ledger must be halted: empty when all files are published
     * @throws IOException also when the storage has dropped an upload; who takes the ledger over next
     *     withdraws it
     */
    Optional<Halt> publish(LedgerEntry entry) throws IOException {
        for (LedgerFile file : entry.files()) {
            if (publish(entry, file)) {
                continue;
            }
            if (file.upload().isPresent()) {
                throw new IOException(storage.url() + " has dropped the upload of " + file.path()
                        + " before it could be published; its records are read again");
            }
            return Optional.of(deleted(file));
        }
        return Optional.empty();
    }

    private Halt deleted(LedgerFile file) {
        return new Halt(
                Halt.Cause.FILE_DELETED,
                file.firstOffset(),
                "cannot publish " + file.path() + " in " + storage.url() + ": the temporary file "
                        + StoragePath.in(directory.path(), file.temporaryName())
                        + " was deleted by another program. Find that program, and have offsets " + file.firstOffset()
                        + " to " + file.lastOffset() + " written again");
    }

    /**
     * Publishes the files of an entry that may have been published long ago. A temporary file is deleted only after it
     * was published; so a file without either name was removed by its users.
     *
     * @return the uploads that are gone: they were published, or the storage has dropped them
     */
    List<LedgerFile> complete(LedgerEntry entry) throws IOException {
        makeDurable(entry);
        List<LedgerFile> dropped = new ArrayList<>();
        for (LedgerFile file : entry.files()) {
            if (publish(entry, file)) {
                continue;
            }
            if (file.upload().isPresent()) {
                dropped.add(file);
            } else {
                warn(file);
            }
        }
        return dropped;
    }

    /**
     * As {@link #complete}, for an entry whose position is replaced: no answer about its files stops it.
     *
     * @return whether all its files are published
     */
    boolean completeWhereFree(LedgerEntry entry) throws IOException {
        makeDurable(entry);
        boolean areThere = true;
        for (LedgerFile file : entry.files()) {
            try {
                if (!publish(entry, file)) {
                    areThere = false;
                    warn(file);
                }
            } catch (LedgerException taken) {
                areThere = false;
                LOG.warn(
                        "{}. The file is discarded, since the position of its partition was moved", taken.getMessage());
            } catch (IOException unknown) {
                areThere = false;
                LOG.warn(
                        "{}: cannot be published, and is discarded because the position of its partition was moved:"
                                + " {}. To have its offsets {} to {} written, set the position to {} or less",
                        file.path(),
                        unknown.toString(),
                        file.firstOffset(),
                        file.lastOffset(),
                        file.firstOffset());
            }
        }
        return areThere;
    }

    /** A power failure must not take the entry and leave its files: its creator may have died before it was durable. */
    private void makeDurable(LedgerEntry entry) throws IOException {
        if (!entry.files().isEmpty()) {
            storage.makeDurable(directory.entry(entry.sequence()));
        }
    }

    /** Returns false when the file is neither staged nor at its path. */
    private boolean publish(LedgerEntry entry, LedgerFile file) throws IOException {
        StagedFile staged = file.staged(directory.path());
        try {
            storage.publish(staged);
            return true;
        } catch (NoSuchFileException absent) {
            if (!staged.isUpload() && storage.find(staged.temporary()).isPresent()) {
                throw new IOException(
                        "cannot publish " + file.path() + " in " + storage.url()
                                + ": its directory was deleted meanwhile",
                        absent);
            }
            return storage.find(file.path())
                    .filter(there -> there.bytes() == file.bytes())
                    .isPresent();
        } catch (FileAlreadyExistsException taken) {
            throw new LedgerException(
                    "cannot publish " + file.path() + " in " + storage.url() + ": another file has this name. It was"
                            + " written by another connector, or before the ledger " + directory.path()
                            + " was deleted. Entry " + directory.entry(entry.sequence())
                            + " waits for the name: move the other file away and restart the task",
                    taken);
        }
    }

    /** Says of files that they were published, and are not there as they were. */
    void reportMissing(List<LedgerFile> gone) throws IOException {
        for (LedgerFile file : gone) {
            warn(file);
        }
    }

    private void warn(LedgerFile file) throws IOException {
        Optional<StoredFile> there = storage.find(file.path());
        missing.accept(file);
        LOG.warn(
                "topic {}, partition {}: the file {} with offsets {} to {} was published and {}. If no job was to"
                        + " change it, restore it, or set the connector's offset back to have its offsets written"
                        + " again",
                directory.topic(),
                directory.partition(),
                file.path(),
                file.firstOffset(),
                file.lastOffset(),
                there.isEmpty() ? "is gone" : "has " + there.get().bytes() + " bytes now instead of " + file.bytes());
    }
}
