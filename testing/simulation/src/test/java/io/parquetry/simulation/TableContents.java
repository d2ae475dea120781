package io.parquetry.simulation;

import io.parquetry.connect.common.ledger.TablePosition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.stream.LongStream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.ExpireSnapshots;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.util.SnapshotUtil;

/**
 * Knows which records each file of a table has, changes the table as other programs do, and holds the table against
 * what was produced.
 *
 * <ol type="a">
 *   <li>In the end each record is in the table once.
 *   <li>A record that a rollback took out of the table stays out.
 * </ol>
 */
final class TableContents {
    static final String ROOT = "/simulated";

    /** The library asks its own threads every 10 ms whether they have ended. */
    private static final ExecutorService DIRECT = new CallerThread();

    private final World world;
    private final SimulatedTable table;
    private final Map<String, long[]> recordsOf = new HashMap<>();

    /** The files of each manifest, which never changes. */
    private final Map<String, List<DataFile>> filesOf = new HashMap<>();

    private final Set<Long> takenOut = new HashSet<>();
    private int foreign;

    TableContents(World world, CatalogKind catalog) {
        this.world = world;
        this.table = new SimulatedTable(catalog);
    }

    SimulatedTable table() {
        return table;
    }

    /** The records of a file that an owner has published. */
    long[] published(String path, byte[] bytes) {
        long[] records = SinkFiles.records(path, bytes);
        recordsOf.put("file://" + ROOT + "/" + path, records);
        return records;
    }

    /** What the table has of a ledger. */
    Optional<TablePosition> position(int partition) {
        return table.metadata().properties().entrySet().stream()
                .filter(property -> property.getKey().matches("parquetry\\..*\\." + partition))
                .findFirst()
                .flatMap(property -> TablePosition.parse(property.getValue()));
    }

    /** Perhaps another program changes the table. Returns whether it does. */
    boolean mayChange() {
        if (!world.dice.chance(0.02)) {
            return false;
        }
        BaseTable other = table.direct();
        switch (other.currentSnapshot() == null ? 0 : world.dice.below(12)) {
            case 0, 1, 2, 3, 4 -> append(other);
            case 5, 6, 7, 8 -> expire(other);
            case 9 -> compact(other);
            case 10 -> atOnce(other.rewriteManifests()).clusterBy(file -> "all").commit();
            default -> rollBack(other);
        }
        return true;
    }

    /** Most snapshots have no file, which is cheaper and moves the branch as well. */
    private void append(BaseTable other) {
        AppendFiles append = atOnce(other.newFastAppend());
        if (world.dice.chance(0.25)) {
            String location = "foreign/" + foreign++;
            world.note("another program appends " + location);
            append.appendFile(file(location));
            recordsOf.put(location, new long[0]);
        } else {
            world.note("another program makes a snapshot without files");
        }
        append.commit();
    }

    private static <T extends SnapshotUpdate<T>> T atOnce(T change) {
        return change.scanManifestsWith(DIRECT).writeManifestsWith(DIRECT, 1);
    }

    private static DataFile file(String location) {
        return DataFiles.builder(PartitionSpec.unpartitioned())
                .withPath(location)
                .withFormat(FileFormat.PARQUET)
                .withFileSizeInBytes(100)
                .withRecordCount(1)
                .build();
    }

    private void expire(BaseTable other) {
        world.note("another program expires snapshots");
        other.expireSnapshots()
                .planWith(DIRECT)
                .executeDeleteWith(DIRECT)
                .expireOlderThan(Long.MAX_VALUE)
                .retainLast(1)
                .cleanupLevel(
                        world.dice.chance(0.5)
                                ? ExpireSnapshots.CleanupLevel.METADATA_ONLY
                                : ExpireSnapshots.CleanupLevel.NONE)
                .commit();
    }

    private void compact(BaseTable other) {
        Set<DataFile> all = Set.copyOf(files(other));
        if (all.size() < 2) {
            return;
        }
        String location = "compacted/" + foreign++;
        world.note("another program compacts " + all.size() + " files to " + location);
        recordsOf.put(location, all.stream().flatMapToLong(this::records).toArray());
        RewriteFiles rewrite = atOnce(other.newRewrite())
                .validateFromSnapshot(other.currentSnapshot().snapshotId());
        all.forEach(rewrite::deleteFile);
        rewrite.addFile(file(location)).commit();
    }

    private void rollBack(BaseTable other) {
        if (!world.dice.chance(0.3)) {
            return;
        }
        List<Snapshot> ancestors = new ArrayList<>();
        SnapshotUtil.ancestorsOf(other.currentSnapshot().snapshotId(), other::snapshot)
                .forEach(ancestors::add);
        if (ancestors.size() < 2) {
            return;
        }
        int back = world.dice.between(1, ancestors.size() - 1);
        world.note("a person rolls the table back by " + back + " snapshots");
        files(other).stream().flatMapToLong(this::records).forEach(takenOut::add);
        other.manageSnapshots().rollbackTo(ancestors.get(back).snapshotId()).commit();
        files(other).stream().flatMapToLong(this::records).forEach(takenOut::remove);
    }

    private LongStream records(DataFile file) {
        long[] records = recordsOf.get(file.location());
        if (records == null) {
            throw new Violation(file.location() + " is in the table, and was never published");
        }
        return LongStream.of(records);
    }

    private List<DataFile> files(BaseTable of) {
        Snapshot newest = of.currentSnapshot();
        return newest == null
                ? List.of()
                : newest.dataManifests(of.io()).stream()
                        .flatMap(manifest ->
                                filesOf.computeIfAbsent(manifest.path(), unread -> files(of, manifest)).stream())
                        .toList();
    }

    private static List<DataFile> files(BaseTable of, ManifestFile manifest) {
        List<DataFile> files = new ArrayList<>();
        try (ManifestReader<DataFile> reader = ManifestFiles.read(manifest, of.io(), of.specs())) {
            reader.forEach(file -> files.add(file.copy()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /**
     * A record that is there too often is said first: it may be why its partition has stopped.
     *
     * @param stopped partitions whose records need not be there, since they wait for a person
     */
    void requireEachOnce(int partitions, long end, Set<Integer> stopped) {
        Map<Long, Integer> found = new HashMap<>();
        files(table.direct()).stream()
                .flatMapToLong(this::records)
                .forEach(record -> found.merge(record, 1, Integer::sum));
        Optional<String> missing = Optional.empty();
        for (int partition = 0; partition < partitions; partition++) {
            for (long offset = 0; offset < end; offset++) {
                long record = Auditor.record(partition, offset);
                int times = found.getOrDefault(record, 0);
                boolean isTakenOut = takenOut.contains(record);
                if (times > 1 || times == 1 && isTakenOut) {
                    throw new Violation(Auditor.described(record) + " is in the table " + times + " times"
                            + (isTakenOut ? " although it was taken out" : ""));
                }
                if (times == 0 && !isTakenOut && !stopped.contains(partition) && missing.isEmpty()) {
                    missing = Optional.of(Auditor.described(record) + " is not in the table");
                }
            }
        }
        if (missing.isPresent()) {
            throw new Violation(missing.get());
        }
    }
}
