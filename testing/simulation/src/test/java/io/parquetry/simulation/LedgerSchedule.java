package io.parquetry.simulation;

import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.sink.commit.EntryAges;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.commit.TableProgress;
import java.util.List;
import java.util.concurrent.ExecutorService;

/** Owners of one ledger, of which each follows a dead or finished one, until the last completes what is left. */
final class LedgerSchedule {
    private static final long END = 14;

    private final World world;
    private final SimulatedDisk disk;
    private final Auditor auditor = new Auditor("topics/", LedgerOwner::offsets);
    private final int bornMax;

    /** What the hosts of the owners know of the ledger. */
    private final List<EntryAges> hosts;

    /** The path of a file that somebody else put where an owner may want to publish; null when there is none. */
    private final String foreign;

    private int born;

    static int run(long seed, PlantedBug bug, ExecutorService threads, Trace trace, Coverage coverage) {
        return new LedgerSchedule(seed, bug, threads, trace, coverage).run();
    }

    private LedgerSchedule(long seed, PlantedBug bug, ExecutorService threads, Trace trace, Coverage coverage) {
        Dice dice = new Dice(seed);
        world = new World(dice, dice.oneOf(StorageKind.values()), bug, threads, trace, coverage);
        disk = new SimulatedDisk(world.kind);
        disk.listener(auditor);
        bornMax = dice.between(4, 12);
        hosts = List.of(new EntryAges(world::monotonicMs), new EntryAges(world::monotonicMs));
        foreign = dice.chance(0.05) ? LedgerOwner.path(0, "even", 0, 2 * dice.below(3), 0) : null;
        if (foreign != null) {
            disk.replace(foreign, new SimulatedDisk.Node(0));
            disk.syncDirectory(StoragePath.parent(foreign));
            auditor.protect(foreign);
        }
    }

    private int run() {
        int owners = world.dice.between(2, 4);
        world.note(owners + " owners on " + world.kind);
        for (int i = 0; i < owners; i++) {
            startOwner();
        }
        Disturbances disturbances = new Disturbances(world, disk, auditor);
        world.disturbance(() -> {
            if (!disturbances.happen()) {
                disturbances.mayCompact();
            }
        });
        world.run();
        return world.steps();
    }

    private void startOwner() {
        int commitsMax = world.dice.between(1, 5);
        born++;
        EntryAges host = hosts.get(born % hosts.size());
        world.start("owner " + born, process -> {
            try {
                own(process, host, commitsMax);
            } finally {
                follow();
            }
        });
    }

    private void own(SimulatedProcess process, EntryAges host, int commitsMax) {
        Storage storage = SimulatedStorage.open(process, disk);
        Ledger ledger = new Ledger(
                storage,
                LedgerOwner.directory(0),
                World.GRACE,
                host,
                missing -> {
                    if (!auditor.isCompacted(missing.path())) {
                        throw new Violation(process.name() + " misses " + missing);
                    }
                },
                TableProgress.NO_TABLE);
        try {
            new LedgerOwner(process, storage, ledger, auditor, 0, LedgerOwner.Body.TEXT).run(END, commitsMax);
        } catch (LedgerException taken) {
            if (foreign == null || !taken.getMessage().contains(foreign)) {
                throw taken;
            }
        }
    }

    /** Starts the next owner; the last one has the storage for itself, and nothing fails. */
    private void follow() {
        if (world.isOver()) {
            return;
        }
        if (born < bornMax) {
            startOwner();
        } else if (world.live().size() == 1) {
            world.calm();
            if (foreign != null) {
                auditor.protect(null);
                disk.remove(foreign);
            }
            auditor.requirePromised("after the last owner but one");
            world.start("last owner", process -> {
                own(process, hosts.get(0), Integer.MAX_VALUE);
                auditor.requireAll(1, END);
                auditor.requirePromised("in the end");
                requireNoUploads();
            });
        }
    }

    private void requireNoUploads() {
        if (!disk.uploads().isEmpty()) {
            throw new Violation(
                    "in the end these uploads are left: " + disk.uploads().values());
        }
    }
}
