package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.OpenUploads;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/** Deletes the files in a ledger's directory that nobody needs any more. */
final class LedgerSweep {
    private static final Log LOG = Log.of(LedgerSweep.class);

    private final Storage storage;
    private final LedgerDirectory directory;

    LedgerSweep(Storage storage, LedgerDirectory directory) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.directory = Objects.requireNonNull(directory, "directory");
    }

    /**
     * Deletes what a takeover leaves without use, and remembers the entries.
     *
     * @param begun the entry that has taken over
     */
    void after(LedgerEntry begun, OldEntries entries) throws IOException {
        List<StoredFile> listed = listed();
        Map<Long, Long> modifiedMs = new HashMap<>();
        listed.forEach(file -> LedgerDirectory.sequenceOf(file.name())
                .ifPresent(sequence -> modifiedMs.put(sequence, file.modifiedMs())));
        entries.begin(modifiedMs, begun.sequence());
        List<String> names = listed.stream().map(StoredFile::name).toList();
        if (names.contains(LedgerDirectory.BEGUN)) {
            entries.seeMarker();
        } else if (begun.sequence() > 2) {
            entries.ensureMarker();
        }
        delete(names, name -> isUnfinished(name, begun));
        entries.delete(begun.sequence());
    }

    /** Uploads for the partition that any owner of this ledger has begun until now. */
    OpenUploads uploads() throws IOException {
        List<String> found = new ArrayList<>();
        OpenUploads all = storage.uploads("", path -> isOfPartition(path) && found.add(path));
        Set<String> ours = new OtherLedgers(storage, directory).without(found);
        return ours.containsAll(found) ? all : storage.uploads("", ours::contains);
    }

    private boolean isOfPartition(String path) {
        return DataFileName.parse(StoragePath.name(path))
                .filter(name -> name.topic().equals(directory.topic()) && name.partition() == directory.partition())
                .isPresent();
    }

    /** Deletes the temporary files of an owner that is late; if that fails, the next owner does it. */
    void deleteOf(Predicate<String> owner, long epoch) {
        try {
            delete(listed().stream().map(StoredFile::name).toList(), owner);
        } catch (IOException e) {
            LOG.debug("{}: temporary files of epoch {} are left to the next owner", directory.path(), epoch, e);
        }
    }

    /** Deletes the temporary files that no other owner sees; if that fails, they stay until the task is stopped. */
    void deleteUnshared() {
        try {
            storage.deleteUnshared(directory.path());
        } catch (IOException e) {
            LOG.debug("{}: temporary files stay on the local disk", directory.path(), e);
        }
    }

    private List<StoredFile> listed() throws IOException {
        List<StoredFile> files = new ArrayList<>();
        storage.list(directory.path(), files::add);
        return files;
    }

    private void delete(List<String> names, Predicate<String> which) throws IOException {
        for (String name : names) {
            if (which.test(name)) {
                storage.delete(StoragePath.in(directory.path(), name));
                LOG.debug("{}: deleted {}", directory.path(), name);
            }
        }
    }

    /** Unfinished entries whose number is taken, unfinished markers, and temporary files of earlier writers. */
    private static boolean isUnfinished(String name, LedgerEntry begun) {
        if (LedgerDirectory.isUnfinishedMarker(name)) {
            return begun.sequence() > 2;
        }
        OptionalLong unfinished = LedgerDirectory.unfinishedSequenceOf(name);
        if (unfinished.isPresent()) {
            return unfinished.getAsLong() <= begun.sequence();
        }
        OptionalLong epoch = LedgerDirectory.epochOf(name);
        return epoch.isPresent() && epoch.getAsLong() < begun.epoch();
    }
}
