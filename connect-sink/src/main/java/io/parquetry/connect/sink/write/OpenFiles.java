package io.parquetry.connect.sink.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The open files of one topic-partition, in the order in which they were opened. A directory has one as a rule; where
 * records come whose schemas do not go together, one for each family of schemas. Records are written in the order of
 * their offsets, so the order of opening is that of the files' first offsets too.
 */
final class OpenFiles {
    private final Map<String, List<OpenFile>> byDirectory = new HashMap<>();
    private final Set<OpenFile> oldestFirst = new LinkedHashSet<>();
    private final TaskFiles task;
    private final TaskFiles.Owner owner;

    /** @param task is told of the files too; the owner ends them where the task must */
    OpenFiles(TaskFiles task, TaskFiles.Owner owner) {
        this.task = task;
        this.owner = owner;
    }

    /** The files of a directory. */
    List<OpenFile> of(String directory) {
        return byDirectory.getOrDefault(directory, List.of());
    }

    /** Adds a file that was opened after all others. */
    void add(OpenFile file) {
        byDirectory
                .computeIfAbsent(file.directory(), directory -> new ArrayList<>(1))
                .add(file);
        oldestFirst.add(file);
        task.add(file, owner);
    }

    void remove(OpenFile file) {
        byDirectory.computeIfPresent(file.directory(), (directory, files) -> {
            files.remove(file);
            return files.isEmpty() ? null : files;
        });
        oldestFirst.remove(file);
        task.remove(file);
    }

    boolean isEmpty() {
        return oldestFirst.isEmpty();
    }

    /** The one that was opened first, which holds the smallest offset. */
    Optional<OpenFile> oldest() {
        return oldestFirst.stream().findFirst();
    }

    /** A record was written to the file. */
    void touch(OpenFile file) {
        task.touch(file);
    }

    /** Those of now, oldest first; files may be added and removed meanwhile. */
    List<OpenFile> all() {
        return new ArrayList<>(oldestFirst);
    }

    /** Lets go of all; what was written stays for the ledger to sweep. */
    void abandon() {
        oldestFirst.forEach(OpenFile::abandon);
        forgetAll();
    }

    /** Deletes all. */
    void discard() {
        oldestFirst.forEach(OpenFile::discard);
        forgetAll();
    }

    private void forgetAll() {
        oldestFirst.forEach(task::remove);
        oldestFirst.clear();
        byDirectory.clear();
    }
}
