package io.parquetry.demo;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.io.OutputFile;
import io.parquetry.format.merge.ParquetMerger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;

/**
 * The table of the demo, as a program beside the connector has it: Iceberg's library says which files it has, and its
 * catalog is a file of SQLite. The records in the files are read by Parquetry's reader, because Iceberg's own needs the
 * client of Hadoop.
 */
final class DemoTable implements AutoCloseable {
    /** The name under which the connector registers tables, too. */
    private static final String CATALOG = "parquetry";

    private static final String COMMIT_INTERVAL_MS = "1000";

    private final Path directory;
    private final TableIdentifier name;
    private final JdbcCatalog catalog;

    private DemoTable(Path directory, TableIdentifier name, JdbcCatalog catalog) {
        this.directory = directory;
        this.name = name;
        this.catalog = catalog;
    }

    /** Opens a new catalog in the directory of the files; the connector creates the table. */
    static DemoTable in(Path directory, String topic) {
        JdbcCatalog catalog = (JdbcCatalog) CatalogUtil.buildIcebergCatalog(
                CATALOG,
                Map.of(
                        "type", "jdbc",
                        "uri", uri(directory),
                        "warehouse", directory.resolve("_tables").toUri().toString(),
                        "io-impl", LocalTableFiles.class.getName()),
                null);
        return new DemoTable(directory, TableIdentifier.parse("demo." + topic), catalog);
    }

    private static String uri(Path directory) {
        return "jdbc:sqlite:" + directory.resolve("catalog.db");
    }

    /** The keys of the sink that say which table gets the files. */
    Map<String, String> keys() {
        return Map.of(
                "table.format",
                "iceberg",
                "table.identifier",
                name.toString(),
                "table.commit.interval.ms",
                COMMIT_INTERVAL_MS,
                "iceberg.catalog.type",
                "jdbc",
                "iceberg.catalog.uri",
                uri(directory));
    }

    String name() {
        return name.toString();
    }

    /** Where its catalog is. */
    Path catalogFile() {
        return directory.resolve("catalog.db");
    }

    /** The records that the current snapshot says it has. */
    long records() {
        return load().map(Table::currentSnapshot).map(DemoTable::records).orElse(0L);
    }

    private static long records(Snapshot snapshot) {
        return Long.parseLong(snapshot.summary().get(SnapshotSummary.TOTAL_RECORDS_PROP));
    }

    private Optional<Table> load() {
        try {
            return Optional.of(catalog.loadTable(name));
        } catch (NoSuchTableException notYet) {
            return Optional.empty();
        }
    }

    private Table table() {
        return load().orElseThrow(() -> new CommandException("there is no table " + name + " any more"));
    }

    private static List<DataFile> files(Table table) throws IOException {
        List<DataFile> files = new ArrayList<>();
        try (CloseableIterable<FileScanTask> plan = table.newScan().planFiles()) {
            plan.forEach(task -> files.add(task.file()));
        }
        return files;
    }

    /** The files of the current snapshot. */
    List<Path> files() throws IOException {
        return files(table()).stream()
                .map(file -> LocalTableFiles.path(file.location()))
                .sorted()
                .toList();
    }

    /** A snapshot of the table. */
    record Step(String operation, long filesAdded, long filesRemoved, long records) {}

    /** Its snapshots, the oldest first. */
    List<Step> history() {
        List<Step> steps = new ArrayList<>();
        table().snapshots().forEach(snapshot -> {
            Map<String, String> summary = snapshot.summary();
            steps.add(new Step(
                    snapshot.operation(),
                    Long.parseLong(summary.getOrDefault(SnapshotSummary.ADDED_FILES_PROP, "0")),
                    Long.parseLong(summary.getOrDefault(SnapshotSummary.DELETED_FILES_PROP, "0")),
                    records(snapshot)));
        });
        return steps;
    }

    /** Replaces the files of the table by one, as a compaction does; returns how many they were. */
    int compact() throws IOException {
        Table table = table();
        List<DataFile> small = files(table);
        Path joined = directory.resolve("_tables").resolve("compacted.parquet");
        try (OutputFile out = LocalOutputFile.create(joined);
                ParquetMerger merger = ParquetMerger.create(out, ParquetMerger.KeyValues.FIRST_DECIDES)) {
            for (DataFile file : small) {
                merger.append(LocalInputFile.open(LocalTableFiles.path(file.location())));
            }
            merger.finish();
        }
        RewriteFiles rewrite = table.newRewrite()
                .validateFromSnapshot(table.currentSnapshot().snapshotId())
                .addFile(DataFiles.builder(table.spec())
                        .withPath(joined.toUri().toString())
                        .withFormat(FileFormat.PARQUET)
                        .withFileSizeInBytes(Files.size(joined))
                        .withRecordCount(
                                small.stream().mapToLong(DataFile::recordCount).sum())
                        .build());
        small.forEach(rewrite::deleteFile);
        rewrite.commit();
        return small.size();
    }

    /** Reads every file of the current snapshot; each record must be there once. */
    RecordPlaces read() throws IOException {
        RecordPlaces places = new RecordPlaces();
        for (Path file : files()) {
            try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
                places.add(file.toString(), reader);
            }
        }
        return places;
    }

    @Override
    public void close() {
        catalog.close();
    }
}
