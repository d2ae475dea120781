package io.parquetry.simulation;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.sink.commit.EntryAges;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.commit.TableProgress;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.table.AppendLooks;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;

/**
 * Owners of two ledgers, and appenders that bring their files into a table while another program changes it, until the
 * last process completes what is left. In some schedules a person deletes a ledger and its files, and in some the
 * connector has no table for a while, so that owners delete entries that the table does not have.
 */
final class TableSchedule {
    private static final String TOPIC = "orders";
    private static final int PARTITIONS = 2;
    private static final MessageType COLUMNS = MessageType.parse("message record { required int64 id = 1; }");
    private static final int LOOKS_MAX = 200;
    private static final double SWITCHING_CHANCE = 0.25;
    private static final Pattern CREATES_ENTRY = Pattern.compile("(?:LINK|RENAME|PUT) (.*\\.commit)");

    private final World world;
    private final SimulatedDisk disk;
    private final CatalogKind catalog;
    private final TableContents contents;
    private final Auditor auditor;
    private int bornMax;
    private final long end;
    private final EntryAges host;
    private final boolean deletesLedger;
    private final boolean switchesTable;
    private int born;

    /** Whether processes that begin now have no table. */
    private boolean isOff;

    private boolean wasOff;

    /** The owner that is suspended; null before there is one. */
    private SimulatedProcess suspended;

    /** The path of the entry that it creates; null before. */
    private String suspendedEntry;

    /** The ledger that a person has deleted; -1 for none. */
    private int deleted = -1;

    static int run(long seed, PlantedBug bug, ExecutorService threads, Trace trace, Coverage coverage) {
        return new TableSchedule(seed, bug, threads, trace, coverage).run();
    }

    private TableSchedule(long seed, PlantedBug bug, ExecutorService threads, Trace trace, Coverage coverage) {
        Dice dice = new Dice(seed);
        world = new World(dice, dice.oneOf(StorageKind.values()), bug, threads, trace, coverage);
        disk = new SimulatedDisk(world.kind);
        catalog = dice.oneOf(CatalogKind.values());
        contents = new TableContents(world, catalog);
        auditor = new Auditor("topics/", contents::published);
        disk.listener(auditor);
        bornMax = dice.between(6, 12);
        end = dice.between(4, 10);
        host = new EntryAges(world::monotonicMs);
        deletesLedger = dice.chance(0.15);
        switchesTable = !deletesLedger
                && (bug == PlantedBug.GONE_ENTRIES_PASSED_OVER || new Dice(~seed).chance(SWITCHING_CHANCE));
    }

    private int run() {
        world.note("owners and appenders on " + world.kind + ", table in a catalog of kind " + catalog);
        startOwner(0);
        startOwner(1);
        for (int i = 0; i < 3; i++) {
            startAppender();
        }
        Disturbances disturbances = new Disturbances(world, disk, auditor);
        world.disturbance(() -> {
            if (!disturbances.happen() && !contents.mayChange()) {
                if (deletesLedger && deleted < 0) {
                    mayDeleteLedger();
                } else if (switchesTable) {
                    maySwitchTable();
                }
            }
        });
        world.run();
        return world.steps();
    }

    private void startOwner(int partition) {
        int commitsMax = world.dice.between(1, 5);
        born++;
        world.start("owner " + born + " of " + partition, process -> {
            try {
                own(process, partition, commitsMax);
            } finally {
                follow();
            }
        });
    }

    private void startAppender() {
        int turnsMax = world.dice.between(3, 15);
        born++;
        world.start("appender " + born, process -> {
            try {
                append(process, turnsMax);
            } finally {
                follow();
            }
        });
    }

    /** What a process does with the table. */
    @FunctionalInterface
    private interface Work {
        void run(Storage storage, AppendLooks looks) throws IOException;
    }

    private void withTable(SimulatedProcess process, Work work) throws IOException {
        String connection = SimulatedCatalog.connect(process, contents.table(), this::corrected);
        Storage storage = SimulatedStorage.open(process, disk);
        try (AppendLooks looks = new AppendLooks(settings(connection), TOPIC, world.dice.between(1, 6), storage)) {
            work.run(storage, looks);
        } finally {
            SimulatedCatalog.disconnect(connection);
        }
    }

    private static SinkSettings settings(String connection) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "name",
                "archive",
                "storage.url",
                TableContents.ROOT,
                "table.format",
                "iceberg",
                "table.identifier",
                "lake." + TOPIC,
                "iceberg.catalog.catalog-impl",
                SimulatedCatalog.class.getName()));
        properties.put("iceberg.catalog." + SimulatedCatalog.CONNECTION, connection);
        return SinkSettings.of(properties);
    }

    private void own(SimulatedProcess process, int partition, int commitsMax) throws IOException {
        withTable(process, (storage, looks) -> own(process, storage, looks, partition, commitsMax));
    }

    /** Returns the ledger that was owned. */
    private Ledger own(SimulatedProcess process, Storage storage, AppendLooks looks, int partition, int commitsMax) {
        TopicPartition id = new TopicPartition(TOPIC, partition);
        boolean hasTable = !isOff;
        TableProgress known = hasTable ? looks.progress(id) : TableProgress.NO_TABLE;
        TableProgress progress = world.has(PlantedBug.ENTRIES_NOT_RETAINED) ? new Everything(known) : known;
        Ledger ledger =
                new Ledger(storage, LedgerOwner.directory(partition), World.GRACE, host, missing -> {}, progress);
        LedgerOwner owner = new LedgerOwner(process, storage, ledger, auditor, partition, offsets -> {
            if (hasTable && world.dice.chance(0.3)) {
                readQuietly(looks, id);
            }
            return body(partition, offsets);
        });
        try {
            owner.run(end, commitsMax);
        } catch (LedgerException taken) {
            if (deleted != partition) {
                throw taken;
            }
        }
        return ledger;
    }

    private void readQuietly(AppendLooks looks, TopicPartition partition) {
        try {
            looks.read(partition);
        } catch (IOException later) {
            world.note("  the table was not read: " + later.getMessage());
        }
    }

    /** Claims that the table has every entry. */
    private record Everything(TableProgress progress) implements TableProgress {
        @Override
        public Optional<TablePosition> known() {
            return progress.known();
        }

        @Override
        public boolean mayDelete(long sequence) {
            return true;
        }
    }

    private static byte[] body(int partition, List<Long> offsets) throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("body");
        WriterOptions options = WriterOptions.DEFAULT;
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(file, COLUMNS, PlainRecords.walker(), options)) {
            for (long offset : offsets) {
                writer.write(Map.of("id", Auditor.record(partition, offset)));
            }
            writer.finish();
        }
        return file.toByteArray();
    }

    private void append(SimulatedProcess process, int turnsMax) throws IOException {
        withTable(process, (storage, looks) -> {
            for (int turn = 0; turn < turnsMax; turn++) {
                process.step("look for files");
                try {
                    looks.look(Set.of(TOPIC));
                } catch (IOException again) {
                    world.note("  the look failed: " + again.getMessage());
                }
            }
        });
    }

    /** Starts the next process; the last one has everything for itself, and nothing fails. */
    private void follow() {
        if (world.isOver()) {
            return;
        }
        if (born < bornMax) {
            if (!isOff && world.dice.chance(0.4)) {
                startAppender();
            } else {
                startOwner(world.dice.below(PARTITIONS));
            }
        } else if (world.live().size() == 1) {
            world.calm();
            isOff = false;
            world.start("last process", this::finish);
        }
    }

    private void finish(SimulatedProcess process) throws IOException {
        withTable(process, (storage, looks) -> {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                Ledger ledger = own(process, storage, looks, partition, Integer.MAX_VALUE);
                LedgerEntry newest = ledger.current();
                ledger.commit(newest.nextOffset().orElse(0), newest.published(), List.of());
                world.note(process.name() + " confirms the entries of " + partition);
            }
            auditor.requireAll(PARTITIONS, end);
            AppendLooks.Result result = looks.look(Set.of(TOPIC));
            for (int look = 0; look < LOOKS_MAX && result.appended() > 0; look++) {
                result = looks.look(Set.of(TOPIC));
            }
            Set<Integer> stopped = new HashSet<>();
            result.reasons().keySet().forEach(each -> stopped.add(each.partition()));
            stopped.removeIf(partition -> !wasOff && partition != deleted);
            contents.requireEachOnce(PARTITIONS, end, stopped);
        });
    }

    /**
     * An owner is suspended while it creates an entry. Then a person takes the table out of the configuration, and puts
     * it back when the number of that entry is free again.
     */
    private void maySwitchTable() {
        if (suspended == null) {
            suspendCreator();
            return;
        }
        boolean isFree = !disk.has(suspendedEntry);
        if (!wasOff) {
            if (world.dice.chance(isPositionBefore(suspendedEntry) ? 0.2 : 0.002)) {
                switchTable(true);
            }
        } else if (isOff) {
            if (world.dice.chance(isFree ? 0.1 : 0.0005)) {
                switchTable(false);
            } else if (world.dice.chance(0.01)) {
                world.jump(world.dice.between(1, 2 * (int) World.GRACE.toMillis()));
            }
        }
        if (wasOff && world.dice.chance(isFree ? 0.03 : 0.001)) {
            suspended.wake();
        }
    }

    private void suspendCreator() {
        List<SimulatedProcess> creators = world.live().stream()
                .filter(process -> CREATES_ENTRY.matcher(process.where()).matches())
                .toList();
        if (!creators.isEmpty() && world.dice.chance(0.05)) {
            suspended = creators.get(world.dice.below(creators.size()));
            suspended.sleep();
            Matcher step = CREATES_ENTRY.matcher(suspended.where());
            suspendedEntry = step.matches() ? step.group(1) : "";
            world.note(suspended.name() + " is suspended before " + suspended.where());
        }
    }

    /** Whether the table has the entry before this one, and not this. */
    private boolean isPositionBefore(String entry) {
        int partition = Integer.parseInt(StoragePath.name(StoragePath.parent(entry)));
        long number = LedgerDirectory.sequenceOf(StoragePath.name(entry)).orElseThrow();
        return contents.position(partition)
                .filter(at -> at.sequence() == number - 1)
                .isPresent();
    }

    private void switchTable(boolean off) {
        world.note("a person switches the table " + (off ? "off" : "on"));
        isOff = off;
        wasOff = true;
        bornMax = born + world.dice.between(4, 8);
        world.live().stream().filter(process -> process != suspended).forEach(SimulatedProcess::kill);
    }

    /** A person stops the owners, deletes a ledger and its files, and has the topic written again. */
    private void mayDeleteLedger() {
        if (!world.dice.chance(0.004)) {
            return;
        }
        deleted = world.dice.below(PARTITIONS);
        world.note("a person deletes the ledger of " + deleted);
        world.settleRequests();
        world.live().stream()
                .filter(process -> process.name().startsWith("owner"))
                .forEach(SimulatedProcess::kill);
        String directory = LedgerOwner.directory(deleted).path() + "/";
        disk.names("").stream()
                .filter(path -> path.startsWith(directory) || isDataFileOf(path, deleted))
                .toList()
                .forEach(path -> {
                    disk.remove(path);
                    disk.syncDirectory(StoragePath.parent(path));
                });
        List.copyOf(disk.uploads().keySet()).forEach(disk::abort);
        auditor.forget(deleted);
    }

    private static boolean isDataFileOf(String path, int partition) {
        return path.startsWith("topics/") && StoragePath.name(path).startsWith(TOPIC + "+" + partition + "+");
    }

    /** The position with the id that the entry of its number has now. */
    private String corrected(String property, String position) {
        TablePosition at = TablePosition.parse(position).orElseThrow();
        String directory =
                LedgerOwner.directory(property.endsWith(".0") ? 0 : 1).path();
        SimulatedDisk.Node entry = disk.find(LedgerDirectory.entry(directory, Math.max(1, at.sequence())));
        return at.sequence() == 0 || entry == null
                ? position
                : new TablePosition(
                                at.sequence(), LedgerEntry.parse(entry.bytes()).id())
                        .text();
    }
}
