package io.parquetry.connect.sink.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The open files of all partitions of a task, in the order in which they were last written. */
final class TaskFiles {
    private final Map<OpenFile, Owner> leastRecentFirst = new LinkedHashMap<>(16, 0.75f, true);

    /** Who may end a file. */
    @FunctionalInterface
    interface Owner {
        /** Ends one of the owner's open files. */
        void end(OpenFile file, RotationReason reason) throws IOException;
    }

    /** An open file with its owner. */
    record Owned(OpenFile file, Owner owner) {
        void end(RotationReason reason) throws IOException {
            owner.end(file, reason);
        }
    }

    void add(OpenFile file, Owner owner) {
        leastRecentFirst.put(file, owner);
    }

    void remove(OpenFile file) {
        leastRecentFirst.remove(file);
    }

    /** The file has been written just now. */
    void touch(OpenFile file) {
        leastRecentFirst.get(file);
    }

    int size() {
        return leastRecentFirst.size();
    }

    Optional<Owned> leastRecent() {
        return leastRecentFirst.entrySet().stream()
                .findFirst()
                .map(entry -> new Owned(entry.getKey(), entry.getValue()));
    }

    /** Those of now; files may be added and removed meanwhile. */
    List<Owned> all() {
        List<Owned> all = new ArrayList<>(size());
        leastRecentFirst.forEach((file, owner) -> all.add(new Owned(file, owner)));
        return all;
    }
}
