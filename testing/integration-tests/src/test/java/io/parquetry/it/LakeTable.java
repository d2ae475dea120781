package io.parquetry.it;

import io.parquetry.connect.sink.RestCatalogServer;
import io.parquetry.connect.sink.RestCatalogServer.Reply;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.io.OutputFile;
import io.parquetry.format.merge.ParquetMerger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types.DoubleType;
import org.apache.iceberg.types.Types.IntegerType;
import org.apache.iceberg.types.Types.LongType;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.iceberg.types.Types.StringType;

/**
 * The table that the sink appends to, as programs beside it have it: they append rows of their own, compact, and expire
 * all snapshots but the last. The catalog is a file of SQLite. Iceberg's reader reads the rows.
 */
final class LakeTable implements AutoCloseable {
    /** The name under which the connector registers tables. */
    private static final String CATALOG = "parquetry";

    private static final String FOREIGN = "foreign-";
    private static final int FOREIGN_ROWS = 10;
    private static final int ATTEMPTS_MAX = 20;

    private final Path directory;
    private final TableIdentifier name;
    private final LakeFiles files;
    private final JdbcCatalog catalog;

    /** Before the catalog; empty where the connector opens the catalog itself. */
    private final Optional<RestCatalogServer> server;

    private long foreignRows;

    /** How the connector reaches the catalog. */
    enum Access {
        JDBC,
        /** A server of which one of ten requests fails: it is done without a reply, or it is not done. */
        REST
    }

    /** The connector opens the catalog itself. */
    LakeTable(TestStorage storage, Path directory, String topic) {
        this(storage, directory, topic, Access.JDBC, new Random());
    }

    /**
     * @param directory of the catalog, and of files that are only begun
     * @param random decides on the requests that fail
     */
    LakeTable(TestStorage storage, Path directory, String topic, Access access, Random random) {
        this.directory = directory;
        this.name = TableIdentifier.of("lake", topic);
        this.files = new LakeFiles(storage);
        this.catalog = new JdbcCatalog(properties -> files, null, true);
        catalog.initialize(
                CATALOG, Map.of("uri", uri() + "?busy_timeout=60000", "warehouse", files.root() + "/_tables"));
        this.server = access == Access.JDBC ? Optional.empty() : Optional.of(unreliable(random));
    }

    private RestCatalogServer unreliable(Random random) {
        try {
            RestCatalogServer begun = new RestCatalogServer(catalog);
            begun.usually(request -> switch (random.nextInt(30)) {
                case 0 -> {
                    request.perform();
                    yield Optional.empty();
                }
                case 1 -> Optional.of(Reply.failure(503, "ServiceUnavailableException", "come again"));
                case 2 -> {
                    request.perform();
                    yield Optional.of(Reply.failure(500, "InternalServerError", "the reply is lost"));
                }
                default -> Optional.of(request.perform());
            });
            return begun;
        } catch (IOException e) {
            throw new UncheckedIOException("the catalog's server cannot be started", e);
        }
    }

    private String uri() {
        return "jdbc:sqlite:" + directory.resolve("catalog.db");
    }

    /** Makes the table, with the columns of readings and nothing of their records. */
    void create() {
        Schema schema = new Schema(
                NestedField.optional(1, "n", LongType.get()),
                NestedField.optional(2, "shelf", IntegerType.get()),
                NestedField.optional(3, "place", StringType.get()),
                NestedField.optional(4, "celsius", DoubleType.get()));
        if (!catalog.namespaceExists(name.namespace())) {
            catalog.createNamespace(name.namespace());
        }
        catalog.createTable(name, schema);
    }

    Map<String, String> sinkConfig() {
        return Map.of(
                "table.format",
                "iceberg",
                "table.identifier",
                name.toString(),
                "table.commit.interval.ms",
                "1000",
                "iceberg.catalog.type",
                server.isPresent() ? "rest" : "jdbc",
                "iceberg.catalog.uri",
                server.map(RestCatalogServer::uri).orElse(uri()));
    }

    /** The same table for Iceberg's own sink, whose catalog waits for SQLite's lock as the connector's does. */
    Map<String, String> icebergSinkConfig() {
        return Map.of(
                "iceberg.tables",
                name.toString(),
                "iceberg.catalog",
                CATALOG,
                "iceberg.catalog.type",
                "jdbc",
                "iceberg.catalog.uri",
                uri() + "?busy_timeout=60000",
                "iceberg.catalog.warehouse",
                files.root() + "/_tables");
    }

    private Optional<Table> load() {
        try {
            return Optional.of(catalog.loadTable(name));
        } catch (NoSuchTableException notYet) {
            return Optional.empty();
        }
    }

    /** The rows of the sink, as the current snapshot counts them. */
    long records() {
        return load().map(Table::currentSnapshot).map(LakeTable::rows).orElse(0L) - foreignRows;
    }

    private static long rows(Snapshot snapshot) {
        return Long.parseLong(snapshot.summary().get(SnapshotSummary.TOTAL_RECORDS_PROP));
    }

    private static List<DataFile> dataFiles(Table table) {
        List<DataFile> found = new ArrayList<>();
        try (CloseableIterable<FileScanTask> plan = table.newScan().planFiles()) {
            plan.forEach(task -> found.add(task.file()));
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException("the table cannot be planned", e);
        }
    }

    int files() {
        return dataFiles(load().orElseThrow()).size();
    }

    /** The number of the table's snapshots that have not expired. */
    int snapshots() {
        int count = 0;
        for (Snapshot ignored : load().orElseThrow().snapshots()) {
            count++;
        }
        return count;
    }

    /** The current snapshot; 0 in an empty table. */
    long snapshot() {
        return load().map(Table::currentSnapshot).map(Snapshot::snapshotId).orElse(0L);
    }

    /** An attempt that a commit of the sink has overtaken is made again on the table as it is then. */
    private void change(Consumer<Table> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                work.accept(load().orElseThrow());
                return;
            } catch (CommitFailedException overtaken) {
                if (attempt == ATTEMPTS_MAX) {
                    throw overtaken;
                }
            }
        }
    }

    /** Appends rows that have no place in the topic, by Iceberg's writer. */
    void appendForeign() {
        Table table = load().orElseThrow();
        String location = table.location() + "/data/" + FOREIGN + UUID.randomUUID() + ".parquet";
        DataWriter<Record> writer;
        try {
            writer = Parquet.writeData(files.newOutputFile(location))
                    .forTable(table)
                    .createWriterFunc(GenericParquetWriter::create)
                    .build();
            try (writer) {
                LongStream.range(0, FOREIGN_ROWS).forEach(n -> {
                    GenericRecord row = GenericRecord.create(table.schema());
                    row.setField("n", -1 - n);
                    writer.write(row);
                });
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the rows of others cannot be written", e);
        }
        change(current -> current.newAppend().appendFile(writer.toDataFile()).commit());
        foreignRows += FOREIGN_ROWS;
    }

    /** Joins all files of the sink into one. */
    void compact() {
        change(table -> {
            List<DataFile> small = dataFiles(table).stream()
                    .filter(file -> !file.location().contains(FOREIGN))
                    .toList();
            DataFile joined = join(table, small);
            RewriteFiles rewrite = table.newRewrite()
                    .validateFromSnapshot(table.currentSnapshot().snapshotId())
                    .addFile(joined);
            small.forEach(rewrite::deleteFile);
            rewrite.commit();
        });
    }

    private DataFile join(Table table, List<DataFile> small) {
        String location = table.location() + "/data/compacted-" + UUID.randomUUID() + ".parquet";
        Path begun = directory.resolve("compacted.parquet");
        try {
            Files.deleteIfExists(begun);
            try (OutputFile out = LocalOutputFile.create(begun);
                    ParquetMerger merger = ParquetMerger.create(out, ParquetMerger.KeyValues.FIRST_DECIDES)) {
                for (DataFile file : small) {
                    merger.append(LocalInputFile.open(files.local(file.location())));
                }
                merger.finish();
            }
            byte[] bytes = Files.readAllBytes(begun);
            try (var stream = files.newOutputFile(location).create()) {
                stream.write(bytes);
            }
            return DataFiles.builder(table.spec())
                    .withPath(location)
                    .withFormat(FileFormat.PARQUET)
                    .withFileSizeInBytes(bytes.length)
                    .withRecordCount(
                            small.stream().mapToLong(DataFile::recordCount).sum())
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException("the files of the table cannot be joined", e);
        }
    }

    /** Keeps the last snapshot only, and deletes the files that only others had. */
    void expire() {
        change(table -> table.expireSnapshots()
                .expireOlderThan(System.currentTimeMillis())
                .retainLast(1)
                .commit());
    }

    /** How often the table has each of the readings 0 to {@code count}, as Iceberg's reader reads them. */
    int[] occurrences(int count) {
        int[] occurrences = new int[count];
        try (CloseableIterable<Record> all =
                IcebergGenerics.read(load().orElseThrow()).select("n").build()) {
            for (Record row : all) {
                long n = (Long) row.getField("n");
                if (n >= 0) {
                    occurrences[Math.toIntExact(n)]++;
                }
            }
            return occurrences;
        } catch (IOException e) {
            throw new UncheckedIOException("the table cannot be read", e);
        }
    }

    /** The rows of the sink by their places, with duplicates; those of others must be there once, too. */
    List<ParquetTree.Row> rows() {
        List<ParquetTree.Row> found = new ArrayList<>();
        long foreign = 0;
        try (CloseableIterable<Record> all = IcebergGenerics.read(load().orElseThrow())
                .select("n", "_kafka.partition", "_kafka.offset")
                .build()) {
            for (Record row : all) {
                long n = (Long) row.getField("n");
                if (n < 0) {
                    foreign++;
                } else {
                    Record kafka = (Record) row.getField("_kafka");
                    found.add(new ParquetTree.Row(
                            (Integer) kafka.getField("partition"), (Long) kafka.getField("offset"), n));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the table cannot be read", e);
        }
        if (foreign != foreignRows) {
            throw new AssertionError("the table has " + foreign + " rows of others, and they appended " + foreignRows);
        }
        found.sort(ParquetTree.Row.BY_PLACE);
        return found;
    }

    @Override
    public void close() {
        server.ifPresent(RestCatalogServer::close);
        catalog.close();
    }
}
