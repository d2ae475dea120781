package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of one topic whose tasks have seen different values are one table in DuckDB, whichever file is named first. */
class InferredFilesTest {
    @TempDir
    private Path folder;

    private static Map<String, Object> map(Object... entries) {
        Map<String, Object> map = new HashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put((String) entries[i], entries[i + 1]);
        }
        return map;
    }

    static List<List<Object>> values() {
        Object none = null;
        return List.of(
                Arrays.asList(none, map("c", 1L)),
                Arrays.asList(none, "text"),
                Arrays.asList(none, List.of(map("c", 1L))),
                Arrays.asList(none, 1.5),
                List.of(List.of(), List.of("text")),
                List.of(List.of(), List.of(map("c", 1L))),
                List.of(Collections.singletonList(null), List.of(List.of(2L))),
                List.of(List.of(List.of()), List.of(List.of(map("c", "x")))),
                List.of(map("d", none), map("d", map("e", true))),
                List.of(map("d", List.of()), map("d", List.of("x"))),
                List.of(map("c", 1L), map("c", 1.5, "d", "x")));
    }

    /** Each partition has a task of its own, as each start of a worker has. */
    private void archive(int partition, Object value) throws IOException {
        TopicPartition of = new TopicPartition("events", partition);
        Map<String, Object> document = map("id", (long) partition, "top", value, "in", map("k", 1L, "deep", value));
        SinkRecord record = new SinkRecord("events", partition, null, null, null, document, 0);
        Map<String, String> properties = Map.of(
                "name",
                "archive",
                "storage.url",
                folder.toUri().toString(),
                "schemaless",
                "infer",
                "record.metadata",
                "kafka",
                "record.layout",
                "flat");
        try (Storage storage = new LocalStorage(folder)) {
            FakeWorker worker = new FakeWorker(
                            Map.of(of, FakeWorker.log(List.of(record))), properties, storage, new ManualClock())
                    .start();
            worker.drain(10);
            worker.stop();
        }
    }

    @ParameterizedTest
    @MethodSource("values")
    void filesThatDisagreeAboutAnEmptyPathAreOneTable(List<Object> values) throws IOException, SQLException {
        archive(0, values.get(0));
        archive(1, values.get(1));
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder.resolve("topics"))) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        assertThat(files).hasSize(2);

        for (List<Path> order : List.of(files, List.of(files.get(1), files.get(0)))) {
            assertThat(table(order, "COLUMNS(*)::VARCHAR")).hasSize(2);
            assertThat(table(order, "id"))
                    .as("each row is there, and its values as their file has them")
                    .containsExactlyInAnyOrder("0", "1");
            String nested = "coalesce(to_json(top)::VARCHAR, 'null') = coalesce(to_json(\"in\".deep)::VARCHAR, 'null')";
            assertThat(table(order, nested)).containsOnly("true");
            assertThat(table(order, "count(*) FILTER (to_json(top)::VARCHAR ~ '1|text|2|x|true')"))
                    .containsExactly(values.get(0) instanceof Map<?, ?> first && first.containsValue(1L) ? "2" : "1");
        }
    }

    private static List<String> table(List<Path> files, String columns) throws SQLException {
        String names = String.join("', '", files.stream().map(Path::toString).toList());
        List<String> found = new ArrayList<>();
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + columns + " FROM read_parquet(['" + names
                        + "'], union_by_name = true, hive_partitioning = false)")) {
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.append(i == 1 ? "" : " ").append(rows.getString(i));
                }
                found.add(row.toString());
            }
        }
        return found;
    }
}
