package io.parquetry.connect.sink.write;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The open files of one topic-partition, one for each directory, in the order in which they were opened. Records are
 * written in the order of their offsets, so this is the order of the files' first offsets too.
 */
final class OpenFiles {
    private final Map<String, OpenFile> byDirectory = new LinkedHashMap<>();
    private final TaskFiles task;
    private final TaskFiles.Owner owner;

    /** @param task is told of the files too; the owner ends them where the task must */
    OpenFiles(TaskFiles task, TaskFiles.Owner owner) {
        this.task = task;
        this.owner = owner;
    }

    /** The file of a directory; null when it has none. */
    OpenFile of(String directory) {
        return byDirectory.get(directory);
    }

    /** Adds a file that was opened after all others; its directory must have none. */
    void add(OpenFile file) {
        if (byDirectory.putIfAbsent(file.directory(), file) != null) {
            throw new IllegalStateException(file.directory() + " has an open file already");
        }
        task.add(file, owner);
    }

    void remove(OpenFile file) {
        byDirectory.remove(file.directory(), file);
        task.remove(file);
    }

    boolean isEmpty() {
        return byDirectory.isEmpty();
    }

    /** The one that was opened first, which holds the smallest offset. */
    Optional<OpenFile> oldest() {
        return byDirectory.values().stream().findFirst();
    }

    /** A record was written to the file. */
    void touch(OpenFile file) {
        task.touch(file);
    }

    /** Those of now, oldest first; files may be added and removed meanwhile. */
    List<OpenFile> all() {
        return new ArrayList<>(byDirectory.values());
    }

    /** Lets go of all; what was written stays for the ledger to sweep. */
    void abandon() {
        byDirectory.values().forEach(OpenFile::abandon);
        forgetAll();
    }

    /** Deletes all. */
    void discard() {
        byDirectory.values().forEach(OpenFile::discard);
        forgetAll();
    }

    private void forgetAll() {
        byDirectory.values().forEach(task::remove);
        byDirectory.clear();
    }
}
