package io.parquetry.connect.sink.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The open files of all partitions of a task, and which of them was written when. What they hold is in the task's account
 * of memory.
 */
final class TaskFiles {
    private final Map<OpenFile, Owned> oldestFirst = new LinkedHashMap<>();
    private final MemoryBudget.Account account;
    private long touches;

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
        /** How many times files had been written when this one was; kept for each record, so it must cost little. */
        private long touched;

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
            count(oldestFirst.containsKey(file) ? file.retainedBytes() : 0);
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
        oldestFirst.put(file, owned);
        touch(file);
    }

    void remove(OpenFile file) {
        Owned owned = oldestFirst.remove(file);
        if (owned != null) {
            owned.count(0);
        }
    }

    /** The file has been written just now. */
    void touch(OpenFile file) {
        Owned owned = oldestFirst.get(file);
        owned.touched = ++touches;
        owned.count(file.retainedBytes());
    }

    int size() {
        return oldestFirst.size();
    }

    /** The one that has not been written for the longest time; looks at each. */
    Optional<Owned> leastRecent() {
        return oldestFirst.values().stream().min(Comparator.comparingLong(owned -> owned.touched));
    }

    /** Those of now that have records; files may be added and removed meanwhile. */
    List<Owned> written() {
        List<Owned> written = new ArrayList<>(size());
        for (Owned owned : oldestFirst.values()) {
            if (owned.file.records() > 0) {
                written.add(owned);
            }
        }
        return written;
    }
}
