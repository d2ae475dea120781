package io.parquetry.connect.sink;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.encryption.EncryptionKeyMetadata;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.parquet.Parquet;

/** A topic that is written to a table, and the commands as an operator runs them who has the connector's JSON. */
abstract class TopicToTableCommands extends TopicToTable {
    static final String PROPERTY = "parquetry.lake%2E1.orders.";

    /** The file that is sent to POST /connectors. */
    Path connector() throws IOException {
        return Files.writeString(
                directory.resolve("connector.json"),
                new ObjectMapper().writeValueAsString(Map.of("name", "lake.1", "config", properties())));
    }

    CommandLineRun run(String command, Object... arguments) throws IOException {
        List<Object> line = new ArrayList<>(List.of("table", command, connector()));
        line.addAll(List.of(arguments));
        return CommandLineRun.of(line.toArray());
    }

    /** The lines of a table, with bars between their cells. */
    static List<String> cells(CommandLineRun run) {
        return run.out()
                .lines()
                .map(line -> line.strip().replaceAll(" {2,}", "|"))
                .toList();
    }

    String position(int partition) {
        return table().properties().get(PROPERTY + partition);
    }

    void setPosition(int partition, String position) {
        table().updateProperties().set(PROPERTY + partition, position).commit();
    }

    List<DataFile> files() throws IOException {
        List<DataFile> found = new ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks = table().newScan().planFiles()) {
            tasks.forEach(task -> found.add(task.file()));
        }
        found.sort(Comparator.comparing(DataFile::location));
        return found;
    }

    static EncryptedOutputFile out(Table table) {
        return EncryptedFiles.encryptedOutput(
                table.io().newOutputFile(table.location() + "/data/" + UUID.randomUUID() + ".parquet"),
                EncryptionKeyMetadata.EMPTY);
    }

    static GenericFileWriterFactory writers(Table table) {
        return new GenericFileWriterFactory.Builder(table)
                .dataFileFormat(FileFormat.PARQUET)
                .deleteFileFormat(FileFormat.PARQUET)
                .build();
    }

    /**
     * The rows of files and row groups that may have what is wanted. Reads as engines do: by the names of columns where
     * files have no field ids, which IcebergGenerics does not.
     */
    @Override
    List<Record> rows(Expression wanted) throws IOException {
        Table table = table();
        String names = table.properties().get("schema.name-mapping.default");
        List<Record> found = new ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks =
                table.newScan().filter(wanted).planFiles()) {
            for (FileScanTask task : tasks) {
                Parquet.ReadBuilder builder = Parquet.read(
                                table.io().newInputFile(task.file().location()))
                        .project(table.schema())
                        .filter(wanted)
                        .createReaderFunc(columns -> GenericParquetReaders.buildReader(table.schema(), columns));
                if (names != null) {
                    builder.withNameMapping(NameMappingParser.fromJson(names));
                }
                try (CloseableIterable<Record> rows = builder.build()) {
                    rows.forEach(row -> found.add(row.copy()));
                }
            }
        }
        return found;
    }

    /** One file in place of all, with rows in another order, as a compaction writes it. */
    void rewrite(List<Record> rows) throws IOException {
        Table table = table();
        DataWriter<Record> writer = writers(table).newDataWriter(out(table), table.spec(), null);
        try (writer) {
            rows.forEach(writer::write);
        }
        OverwriteFiles overwrite = table.newOverwrite();
        files().forEach(overwrite::deleteFile);
        overwrite.addFile(writer.toDataFile()).commit();
    }

    List<Record> shuffled() throws IOException {
        List<Record> rows = rows();
        Collections.shuffle(rows, new Random(7));
        return rows;
    }
}
