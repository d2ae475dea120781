package io.parquetry.it;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.model.PlainRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files under the sink's {@code storage.url}: published files under {@code topics/}, ledger and temporary files
 * under {@code _parquetry/}.
 */
record ParquetTree(Path root) {
    private static final JsonMapper JSON = new JsonMapper();

    /** The published files of a topic. */
    List<Path> published(String topic) {
        return files(root.resolve("topics").resolve(topic)).stream()
                .filter(file -> file.toString().endsWith(".parquet"))
                .sorted()
                .toList();
    }

    /** The temporary files. */
    List<Path> temporary() {
        return files(root).stream()
                .filter(file -> file.toString().endsWith(".tmp"))
                .toList();
    }

    /**
     * The number of durable offsets of a topic in the connector's ledger, over all partitions, which begin at offset 0.
     * The committed offsets of the group follow within one commit interval of the worker.
     */
    long durable(String connector, String topic) {
        return nextOffsets(connector, topic).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** The offset of each partition below which everything is durable, as the newest ledger entry has it. */
    Map<Integer, Long> nextOffsets(String connector, String topic) {
        Path ledgers = root.resolve("_parquetry").resolve(connector).resolve(topic);
        Map<Path, Path> newest = new HashMap<>();
        for (Path entry : files(ledgers)) {
            if (entry.toString().endsWith(".commit")) {
                newest.merge(entry.getParent(), entry, (one, other) -> one.compareTo(other) > 0 ? one : other);
            }
        }
        Map<Integer, Long> offsets = new TreeMap<>();
        newest.forEach((partition, entry) ->
                offsets.put(Integer.valueOf(partition.getFileName().toString()), nextOffset(entry)));
        return offsets;
    }

    /** The number of entries in each directory of a connector's ledgers. */
    Map<Path, Long> ledgerEntries(String connector) {
        return files(root.resolve("_parquetry").resolve(connector)).stream()
                .filter(file -> file.toString().endsWith(".commit"))
                .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));
    }

    /** The bytes of the files below a directory of the tree; files that are gone meanwhile count as 0. */
    long bytes(Path directory, Predicate<Path> counted) {
        return files(root.resolve(directory)).stream()
                .filter(counted)
                .mapToLong(file -> file.toFile().length())
                .sum();
    }

    /** When the oldest entry of a connector's ledgers was created; now where there is none. */
    long oldestEntryMs(String connector) {
        return files(root.resolve("_parquetry").resolve(connector)).stream()
                .filter(file -> file.toString().endsWith(".commit"))
                .mapToLong(file -> file.toFile().lastModified())
                // Of a file that was deleted after the listing.
                .filter(createdMs -> createdMs > 0)
                .min()
                .orElse(System.currentTimeMillis());
    }

    /** An entry that was deleted after the listing counts as 0; the next call finds its successor. */
    private static long nextOffset(Path entry) {
        try {
            return JSON.readTree(Files.readAllBytes(entry)).path("nextOffset").asLong(0);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the ledger entry " + entry, e);
        }
    }

    /**
     * The identity of a row of a published file.
     *
     * @param n the reading's number, see {@link Readings}
     */
    record Row(int partition, long offset, long n) {
        static final Comparator<Row> BY_PLACE =
                Comparator.comparingInt(Row::partition).thenComparingLong(Row::offset);
    }

    /** All rows of the published files, read by DuckDB, sorted by partition and offset, with duplicates. */
    List<Row> rowsByDuckDb(String topic) {
        String sql = "SELECT _kafka.\"partition\", _kafka.\"offset\", \"value\".n FROM read_parquet('"
                + root.resolve("topics").resolve(topic) + "/**/*.parquet') ORDER BY 1, 2";
        List<Row> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                found.add(new Row(rows.getInt(1), rows.getLong(2), rows.getLong(3)));
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException("DuckDB could not run " + sql, e);
        }
    }

    /** The same rows, read by Parquetry with page checksums. */
    List<Row> rowsByOwnReader(String topic) {
        List<Row> found = new ArrayList<>();
        for (Path file : published(topic)) {
            try (ParquetReader reader = ParquetReader.open(
                    LocalInputFile.open(file),
                    ReaderOptions.builder()
                            .checksums(ReaderOptions.Checksums.VERIFY)
                            .build())) {
                RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
                while (cursor.next()) {
                    found.add(row(cursor.record()));
                }
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot read " + file, e);
            }
        }
        found.sort(Row.BY_PLACE);
        return found;
    }

    private static Row row(Map<?, ?> struct) {
        Map<?, ?> kafka = (Map<?, ?>) struct.get("_kafka");
        Map<?, ?> value = (Map<?, ?>) struct.get("value");
        return new Row((Integer) kafka.get("partition"), (Long) kafka.get("offset"), (Long) value.get("n"));
    }

    /** Walks the tree and ignores files that are renamed meanwhile. */
    private static List<Path> files(Path directory) {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> children = Files.list(directory)) {
            for (Path child : children.toList()) {
                if (Files.isDirectory(child)) {
                    files.addAll(files(child));
                } else {
                    files.add(child);
                }
            }
        } catch (NoSuchFileException e) {
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list " + directory, e);
        }
        return files;
    }
}
