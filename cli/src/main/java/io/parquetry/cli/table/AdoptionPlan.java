package io.parquetry.cli.table;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.table.FileOwners.Owner;
import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.sink.table.TableAdoption;
import io.parquetry.connect.sink.table.TableAdoption.ArchivedFile;
import io.parquetry.connect.sink.table.TableStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which files of a topic-partition a table is to get, so that it has each of their offsets once, and its position
 * afterwards.
 *
 * <ol type="a">
 *   <li>A table with a position has had the files of the entries up to it. Only those of later entries are taken, also
 *       of the newest one, if they have their names.
 *   <li>A table without one gets all files that the ledger covers, but for those of which it has an offset already.
 *   <li>Of two files with one offset, that of the later generation is taken.
 *   <li>A file is not taken that another connector may have written; if it has an offset that no other file has,
 *       nothing is.
 * </ol>
 */
final class AdoptionPlan {
    private final TableStatus.OfPartition status;
    private final LedgerEntry newest;
    private final Map<String, ArchivedFile> archive = new TreeMap<>();
    private final List<ArchivedFile> files = new ArrayList<>();

    /** Why files are not taken whose records are in the table then, or come into it later. */
    private final List<String> remarks = new ArrayList<>();

    /** Why files are not taken although the table may lack records of them. */
    private final List<String> conflicts = new ArrayList<>();

    private AdoptionPlan(TableStatus.OfPartition status, LedgerEntry newest, Collection<ArchivedFile> archive) {
        this.status = status;
        this.newest = newest;
        archive.forEach(file -> this.archive.put(file.stored().path(), file));
    }

    /**
     * Makes a plan.
     *
     * @param archive all files of the topic-partition in the storage, listed after the ledger was read
     * @param contents of the table, which were read
     * @param owners of the files, where another connector has a ledger of the topic-partition
     * @throws CommandException when nothing may be taken
     */
    static AdoptionPlan of(
            TableStatus.OfPartition status, Collection<ArchivedFile> archive, TableContents contents, FileOwners owners)
            throws IOException {
        LedgerEntry newest = status.newest()
                .orElseThrow(() -> new CommandException(status.partition() + ": there is no ledger"
                        + status.fault()
                                .map(fault -> " that can be read: " + fault)
                                .orElse("")));
        AdoptionPlan plan = new AdoptionPlan(status, newest, archive);
        plan.requirePublished();
        Optional<String> text = status.position().filter(each -> !TableAdoption.isUnfinished(each));
        boolean isBeforeFiles = text.isEmpty()
                || TablePosition.parse(text.get())
                        .filter(at -> at.sequence() == 0)
                        .isPresent();
        if (isBeforeFiles) {
            plan.all(contents, owners);
        } else {
            plan.afterPosition(owners);
        }
        plan.files.sort(Comparator.comparing(file -> file.name().firstOffset()));
        return plan;
    }

    /** The files, in the order of their offsets. */
    List<ArchivedFile> files() {
        return files;
    }

    List<String> remarks() {
        return remarks;
    }

    List<String> conflicts() {
        return conflicts;
    }

    TableStatus.OfPartition status() {
        return status;
    }

    /** The position afterwards. */
    TablePosition position() {
        return new TablePosition(newest.sequence(), newest.id());
    }

    /** Offsets below it are in files of the ledger, or in none. */
    long end() {
        return newest.nextOffset().orElse(0);
    }

    private void requirePublished() {
        for (LedgerFile file : newest.files()) {
            if (!isThere(file)) {
                throw new CommandException(status.partition() + ": the file " + file.path()
                        + " of the newest entry of the ledger has not its name yet, or is gone. Start the connector"
                        + " and stop it again, so that a task completes the entry");
            }
        }
    }

    private boolean isThere(LedgerFile file) {
        return Optional.ofNullable(archive.get(file.path()))
                .filter(there -> there.stored().bytes() == file.bytes())
                .isPresent();
    }

    private void afterPosition(FileOwners owners) {
        status.fault().ifPresent(fault -> {
            throw new CommandException(ConnectorTables.waits(status, fault));
        });
        List<LedgerFile> later = new ArrayList<>(status.waiting().files());
        if (newest.sequence() > status.sequence()) {
            later.addAll(newest.files());
        }
        Set<String> taken = new HashSet<>();
        for (LedgerFile file : later) {
            if (isThere(file)) {
                files.add(archive.get(file.path()));
                taken.add(file.path());
            } else {
                conflicts.add(file.path() + ": was deleted or replaced, and is left out");
            }
        }
        int below = archive.size() - taken.size();
        if (below > 0) {
            remarks.add(status.partition() + ": " + NumberText.counted(below, "file")
                    + " of entries up to the position, which the table has had"
                    + (owners.isShared(status.partition()) ? ", or of other connectors" : ""));
        }
    }

    private void all(TableContents contents, FileOwners owners) throws IOException {
        Set<String> inTable = new HashSet<>();
        contents.files().forEach(file -> file.path().ifPresent(inTable::add));
        List<ArchivedFile> absent = new ArrayList<>(archive.values());
        absent.removeIf(file -> inTable.contains(file.stored().path()));
        int had = archive.size() - absent.size();
        if (had > 0) {
            remarks.add(status.partition() + ": " + NumberText.counted(had, "file") + " that the table has");
        }
        Map<ArchivedFile, Owner> doubtful = new LinkedHashMap<>();
        boolean isShared = owners.isShared(status.partition());
        List<ArchivedFile> candidates = isShared ? own(absent, owners, doubtful) : absent;
        for (ArchivedFile file : candidates) {
            if (!isCovered(file)) {
                remarks.add(file.stored().path() + ": begins at offset "
                        + file.name().firstOffset()
                        + ", which the ledger does not cover; its records will be written again");
            }
        }
        candidates.removeIf(file -> !isCovered(file));
        Set<Integer> generations = new HashSet<>();
        candidates.forEach(file -> generations.add(file.name().generation()));
        if (generations.size() <= 1 && contents.files().isEmpty() && !isShared) {
            files.addAll(candidates);
        } else {
            takeNew(candidates, contents);
        }
        leaveOut(doubtful, contents, owners);
    }

    /** The connector's own files, which are all that its ledger names. */
    private List<ArchivedFile> own(List<ArchivedFile> all, FileOwners owners, Map<ArchivedFile, Owner> doubtful)
            throws IOException {
        Set<String> named = new HashSet<>();
        newest.files().forEach(file -> named.add(file.path()));
        status.waiting().files().forEach(file -> named.add(file.path()));
        List<ArchivedFile> own = new ArrayList<>();
        int foreign = 0;
        for (ArchivedFile file : all) {
            Owner owner = named.contains(file.stored().path()) ? Owner.CONNECTOR : owners.of(file);
            switch (owner) {
                case CONNECTOR -> own.add(file);
                case OTHER -> foreign++;
                case CLAIMED, UNKNOWN -> doubtful.put(file, owner);
                case NONE -> {}
            }
        }
        if (foreign > 0) {
            remarks.add(status.partition() + ": " + NumberText.counted(foreign, "file")
                    + " of other connectors that write the topic, too");
        }
        return own;
    }

    /** Nothing is taken while a file that may be the connector's own has offsets which the table would not get. */
    private void leaveOut(Map<ArchivedFile, Owner> doubtful, TableContents contents, FileOwners owners)
            throws IOException {
        List<String> needed = new ArrayList<>();
        for (Map.Entry<ArchivedFile, Owner> each : doubtful.entrySet()) {
            ArchivedFile file = each.getKey();
            String doubt = owners.doubt(file, each.getValue());
            if (!isCovered(file)
                    || contents.hasAll(
                            file.name(), file.stored().path(), file.stored().bytes())) {
                conflicts.add(doubt + "; the file is left out, and has nothing that the table lacks then");
            } else {
                needed.add(doubt);
            }
        }
        if (!needed.isEmpty()) {
            throw new CommandException(status.partition() + ": nothing is adopted, since it cannot be told whether "
                    + NumberText.counted(needed.size(), "file") + " with more offsets should be:\n"
                    + String.join("\n", needed));
        }
    }

    private boolean isCovered(ArchivedFile file) {
        int generation = file.name().generation();
        return generation < newest.generation()
                || generation == newest.generation()
                        && newest.covers(file.name().firstOffset());
    }

    /** Takes each file none of whose offsets is in the table or in a file that was taken. */
    private void takeNew(List<ArchivedFile> candidates, TableContents contents) throws IOException {
        List<String> faults = contents.faults(status.partition());
        if (!faults.isEmpty()) {
            throw new CommandException(
                    status.partition() + ": it cannot be told which of its offsets the table has: " + faults.get(0));
        }
        candidates.sort(Comparator.comparing((ArchivedFile file) -> file.name().generation())
                .reversed()
                .thenComparing(file -> file.name().firstOffset()));
        for (ArchivedFile file : candidates) {
            StoredFile stored = file.stored();
            Optional<PartitionOffsets.Range> met = contents.take(file.name(), stored.path(), stored.bytes());
            if (met.isEmpty()) {
                files.add(file);
            } else {
                conflicts.add(stored.path() + ": " + met.get()
                        + " in the table already, or in a file of a later generation; the file is left out");
            }
        }
    }

    /** Whether nothing is to be changed. */
    boolean isDone() {
        return files.isEmpty()
                && status.position().equals(Optional.of(position().text()));
    }

    long bytes() {
        return files.stream().mapToLong(file -> file.stored().bytes()).sum();
    }

    /** What is done, as the end of a sentence. */
    String text() {
        return "position " + status.position().orElse("none") + " -> "
                + position().text() + ", " + NumberText.counted(files.size(), "file") + " with "
                + NumberText.grouped(bytes()) + " bytes";
    }
}
