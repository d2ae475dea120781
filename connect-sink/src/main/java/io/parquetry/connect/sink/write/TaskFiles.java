package io.parquetry.connect.sink.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The open files of all partitions of a task, in the order in which they were last written. What they hold is in the
 * task's account of memory.
 */
final class TaskFiles {
    private final Map<OpenFile, Owned> leastRecentFirst = new LinkedHashMap<>(16, 0.75f, true);
    private final MemoryBudget.Account account;

    TaskFiles(MemoryBudget.Account account) {
        this.account = account;
    }

    /** Who writes a file. */
    interface Owner {
        /** Ends one of the owner's open files. */
        void end(OpenFile file, RotationReason reason) throws IOException;

        /** Writes the row group of one of the owner's open files. */
        void flush(OpenFile file) throws IOException;

        /** Writes the rows of some of the owner's open files to the storage, where they stay until those end. */
        void spill(List<OpenFile> files) throws IOException;
    }

    /** An open file with its owner. */
    final class Owned {
        private final OpenFile file;
        private final Owner owner;
        private long countedBytes;

        private Owned(OpenFile file, Owner owner) {
            this.file = file;
            this.owner = owner;
        }

        OpenFile file() {
            return file;
        }

        void end(RotationReason reason) throws IOException {
            owner.end(file, reason);
        }

        void flush() throws IOException {
            owner.flush(file);
            count();
        }

        Owner owner() {
            return owner;
        }

        /** The file may hold more or less than before, or be removed. */
        void count() {
            count(leastRecentFirst.containsKey(file) ? file.retainedBytes() : 0);
        }

        private void count(long bytes) {
            if (bytes != countedBytes) {
                account.add(bytes - countedBytes);
                countedBytes = bytes;
            }
        }
    }

    void add(OpenFile file, Owner owner) {
        Owned owned = new Owned(file, owner);
        leastRecentFirst.put(file, owned);
        owned.count();
    }

    void remove(OpenFile file) {
        Owned owned = leastRecentFirst.remove(file);
        if (owned != null) {
            owned.count(0);
        }
    }

    /** The file has been written just now. */
    void touch(OpenFile file) {
        leastRecentFirst.get(file).count();
    }

    int size() {
        return leastRecentFirst.size();
    }

    Optional<Owned> leastRecent() {
        return leastRecentFirst.values().stream().findFirst();
    }

    /** Those of now that have records; files may be added and removed meanwhile. */
    List<Owned> written() {
        List<Owned> written = new ArrayList<>(size());
        for (Owned owned : leastRecentFirst.values()) {
            if (owned.file.records() > 0) {
                written.add(owned);
            }
        }
        return written;
    }
}
