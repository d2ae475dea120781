package io.parquetry.simulation;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.StoragePath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What happens to all processes of a schedule, whatever they do. */
final class Disturbances {
    private static final int JUMP_MS_MAX = 2_000;

    private final World world;
    private final SimulatedDisk disk;
    private final Auditor auditor;

    /** Files that a job has taken away and brings back later, by their paths. */
    private final Map<String, SimulatedDisk.Node> away = new LinkedHashMap<>();

    private boolean hidesFiles;

    Disturbances(World world, SimulatedDisk disk, Auditor auditor) {
        this.world = world;
        this.disk = disk;
        this.auditor = auditor;
    }

    /** From now on data files are not there for a while, as while an archive is copied. */
    void hideFiles() {
        // An owner would take a file of an upload that is not there for one that was dropped.
        hidesFiles = world.kind != StorageKind.OBJECTS;
    }

    /** Returns whether something happened. */
    boolean happen() {
        if (hidesFiles && world.dice.chance(0.004)) {
            takeFile();
        } else if (!away.isEmpty() && world.dice.chance(0.01)) {
            bringFiles();
        } else if (world.dice.chance(0.0005)) {
            powerFails();
        } else if (world.dice.chance(0.002)) {
            world.jump(world.dice.between(1, JUMP_MS_MAX));
        } else if (world.has(PlantedBug.TEMPORARY_FILES_CLEANED) && world.dice.chance(0.001)) {
            deleteTemporaryFile();
        } else if (world.kind == StorageKind.OBJECTS && world.dice.chance(0.001)) {
            dropUpload();
        } else {
            return false;
        }
        return true;
    }

    private void takeFile() {
        List<String> files = disk.names("topics/").stream()
                .filter(path -> path.endsWith(".parquet")
                        && !StoragePath.name(path).startsWith("_")
                        && hasOneName(disk.find(path)))
                .toList();
        if (!files.isEmpty()) {
            String path = files.get(world.dice.below(files.size()));
            world.note("a job takes " + path + " away");
            auditor.takenAway(path);
            away.put(path, disk.find(path));
            disk.remove(path);
            disk.syncDirectory(StoragePath.parent(path));
        }
    }

    /** A file that is being published has its temporary name too, and gets the other one again. */
    private boolean hasOneName(SimulatedDisk.Node node) {
        return disk.names(LedgerDirectory.ROOT).stream().noneMatch(path -> disk.find(path) == node);
    }

    /** The files that were taken away are visible again. */
    void bringFiles() {
        away.forEach((path, node) -> {
            world.note("a job brings " + path);
            if (!disk.has(path)) {
                disk.replace(path, node);
                disk.syncDirectory(StoragePath.parent(path));
            }
        });
        away.clear();
        auditor.broughtBack();
    }

    private void powerFails() {
        bringFiles();
        world.note("POWER FAILURE");
        world.settleRequests();
        world.live().forEach(SimulatedProcess::kill);
        disk.powerFailure();
        auditor.requirePromised("after a power failure");
    }

    /** A lifecycle rule does that to uploads that are old. */
    private void dropUpload() {
        List<String> uploads = List.copyOf(disk.uploads().keySet());
        if (!uploads.isEmpty()) {
            String id = uploads.get(world.dice.below(uploads.size()));
            world.note("the storage drops the upload of " + disk.uploads().get(id));
            disk.abort(id);
        }
    }

    /** Perhaps a job merges a visible file into another. On local disk the file might return after a power failure. */
    void mayCompact() {
        if (!world.kind.isRemote() || !world.dice.chance(0.003)) {
            return;
        }
        List<String> files = auditor.compactable(world.has(PlantedBug.COMPACTED_AT_ONCE));
        if (!files.isEmpty()) {
            String path = files.get(world.dice.below(files.size()));
            world.note("a job compacts " + path);
            auditor.compacted(path);
            disk.remove(path);
        }
    }

    /**
     * Perhaps a job moves a visible file to another directory, as a compaction does that has nothing to merge it with: a
     * listing in several pages may show both places or neither.
     */
    void mayMove() {
        if (!world.kind.isRemote() || !world.dice.chance(0.003)) {
            return;
        }
        List<String> files = auditor.compactable(false);
        if (!files.isEmpty()) {
            String path = files.get(world.dice.below(files.size()));
            String moved = StoragePath.parent(path) + "/moved/" + StoragePath.name(path);
            if (!disk.has(moved)) {
                world.note("a job moves " + path);
                SimulatedDisk.Node node = disk.find(path);
                disk.remove(path);
                disk.replace(moved, node);
            }
        }
    }

    private void deleteTemporaryFile() {
        List<String> temporaries = disk.names(LedgerDirectory.ROOT).stream()
                .filter(path -> LedgerDirectory.epochOf(StoragePath.name(path)).isPresent())
                .toList();
        if (!temporaries.isEmpty()) {
            String path = temporaries.get(world.dice.below(temporaries.size()));
            world.note("a job deletes " + path);
            disk.remove(path);
        }
    }
}
