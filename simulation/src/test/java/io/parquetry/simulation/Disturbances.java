package io.parquetry.simulation;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.StoragePath;
import java.util.List;

/** What happens to all processes of a schedule, whatever they do. */
final class Disturbances {
    private static final int JUMP_MS_MAX = 2_000;

    private final World world;
    private final SimulatedDisk disk;
    private final Auditor auditor;

    Disturbances(World world, SimulatedDisk disk, Auditor auditor) {
        this.world = world;
        this.disk = disk;
        this.auditor = auditor;
    }

    /** Returns whether something happened. */
    boolean happen() {
        if (world.dice.chance(0.0005)) {
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

    private void powerFails() {
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

    /** Perhaps a job merges a visible file into another; on local disk the file might come back after a power failure. */
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
