package io.parquetry.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parquetry.format.TestData;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * With a real broker and worker and the JSON converter: values of foreign files arrive as DuckDB reads them, and JSON
 * documents that the sink has written as columns come back through the source with no value lost.
 */
@ExtendWith(SharedStack.class)
class FilesToTopicsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Files for which DuckDB and the JSON converter agree when timestamps are microseconds and bytes are base64. */
    private static final List<String> FOREIGN_FILES = List.of(
            "alltypes_plain.snappy",
            "datapage_v2.snappy",
            "delta_encoding_required_column",
            "list_columns",
            "nulls.snappy");

    private static KafkaStack stack;
    private static Topics topics;
    private static Path data;

    @BeforeAll
    static void start(KafkaStack shared) {
        TestData.shared("data");
        stack = shared;
        topics = new Topics(stack.bootstrapServers());
        data = SharedStack.directory(stack, FilesToTopicsIT.class);
    }

    @AfterAll
    static void close() {
        topics.close();
    }

    private static Map<String, String> config(String connector, String... more) {
        Map<String, String> config = new HashMap<>(Readings.sourceConverters());
        config.put("connector.class", "io.parquetry.connect." + connector);
        config.put("storage.url", data.toUri().toString());
        for (int i = 0; i < more.length; i += 2) {
            config.put(more[i], more[i + 1]);
        }
        return config;
    }

    private static Map<String, String> source(String... more) {
        return config("source.ParquetSourceConnector", more);
    }

    /** Waits for {@code count} values in the only partition of a topic. */
    private static List<JsonNode> values(String topic, int count) {
        AwaitCount.atLeast(count, () -> topics.countCommitted(topic), PATIENCE, "values in " + topic);
        return topics.readCommitted(topic).get(0).stream()
                .map(record -> json(new String(record.value(), UTF_8)))
                .toList();
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("no JSON: " + text, e);
        }
    }

    @Test
    void foreignFilesArriveAsDuckDbReadsThem() throws IOException, SQLException {
        for (String name : FOREIGN_FILES) {
            Files.createDirectories(data.resolve("foreign"));
            Files.copy(
                    TestData.parquetTesting("data/" + name + ".parquet"), data.resolve("foreign/" + name + ".parquet"));
            topics.create(name, 1);
        }
        stack.worker()
                .rest()
                .create(
                        "foreign",
                        source(
                                "path.include", "foreign/**",
                                "scan.interval.ms", "200",
                                "topic", "${file}",
                                "schema.name.template", "${topic}.Value"));

        for (String name : FOREIGN_FILES) {
            List<JsonNode> expected = duckDb(data.resolve("foreign/" + name + ".parquet"), "true");
            List<JsonNode> values = values(name, expected.size());
            assertThat(values).hasSameSizeAs(expected);
            for (int i = 0; i < expected.size(); i++) {
                requireSame(expected.get(i), values.get(i), name + ", row " + i);
            }
        }
        stack.worker().rest().delete("foreign");
    }

    @Test
    void someRowsAndColumnsOfThreeMillionFlightsArrive() throws IOException, SQLException {
        Files.createDirectories(data.resolve("flights"));
        Files.copy(TestData.shared("data/flights-3m.parquet"), data.resolve("flights/flights-3m.parquet"));
        topics.create("flights", 1);
        stack.worker()
                .rest()
                .create(
                        "flights",
                        source(
                                "path.include", "flights/**",
                                "scan.interval.ms", "200",
                                "topic", "flights",
                                "filter", "distance >= 4900",
                                "columns", "date,delay,distance,origin"));

        List<JsonNode> expected = duckDb(data.resolve("flights/flights-3m.parquet"), "distance >= 4900");
        List<JsonNode> values = values("flights", expected.size());

        assertThat(expected).isNotEmpty();
        assertThat(values).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(values.get(i).properties()).hasSize(4);
            JsonNode flight = ((ObjectNode) expected.get(i)).without("destination");
            requireSame(flight, values.get(i), "flight " + i);
        }
        stack.worker().rest().delete("flights");
    }

    /** Rows as JSON: timestamps in microseconds, bytes in Base64. */
    private static List<JsonNode> duckDb(Path file, String condition) throws SQLException {
        String rows = " FROM read_parquet('" + file + "', file_row_number = true)";
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement()) {
            List<String> columns = new ArrayList<>();
            try (ResultSet found = statement.executeQuery("DESCRIBE SELECT *" + rows)) {
                while (found.next()) {
                    String name = found.getString("column_name");
                    String type = found.getString("column_type");
                    if (!name.equals("file_row_number")) {
                        columns.add("'" + name + "': " + value("\"" + name + "\"", type));
                    }
                }
            }
            List<JsonNode> values = new ArrayList<>();
            try (ResultSet found = statement.executeQuery("SELECT to_json({" + String.join(", ", columns)
                    + "})::VARCHAR" + rows + " WHERE " + condition + " ORDER BY file_row_number")) {
                while (found.next()) {
                    values.add(json(found.getString(1)));
                }
            }
            return values;
        }
    }

    private static String value(String column, String type) {
        return switch (type) {
            case "BLOB" -> "to_base64(" + column + ")";
            // The shortest digits that are unique, as the converter writes them.
            case "FLOAT" -> column + "::VARCHAR::DOUBLE";
            default -> type.startsWith("TIMESTAMP") ? "epoch_us(" + column + ")" : column;
        };
    }

    @Test
    void documentsThatBecameColumnsComeBackWhole() throws IOException {
        List<String> documents = Files.readAllLines(TestData.shared("data/webhooks.ndjson"));
        topics.create("webhooks", 1);
        topics.create("webhooks-back", 1);
        topics.produce(documents.stream()
                .map(document -> new ProducerRecord<>("webhooks", 0, (byte[]) null, document.getBytes(UTF_8)))
                .toList());
        stack.worker()
                .rest()
                .create(
                        "webhooks-sink",
                        config(
                                "sink.ParquetSinkConnector",
                                "topics",
                                "webhooks",
                                "record.metadata",
                                "kafka",
                                "schemaless",
                                "infer",
                                "rotate.idle.ms",
                                "1000"));
        stack.worker()
                .rest()
                .create(
                        "webhooks-source",
                        source(
                                "path.include", "topics/**",
                                "scan.interval.ms", "200",
                                "topic.mapping", "webhooks:webhooks-back"));

        List<JsonNode> back = values("webhooks-back", documents.size());

        assertThat(back).hasSameSizeAs(documents);
        for (int i = 0; i < back.size(); i++) {
            requireSame(json(documents.get(i)), back.get(i), "line " + (i + 1));
        }
        stack.worker().rest().delete("webhooks-source");
        requireRangeOfWebhooks(documents);
        stack.worker().rest().delete("webhooks-sink");
    }

    /** Requires the records of an offset range with one field each. */
    private static void requireRangeOfWebhooks(List<String> documents) {
        topics.create("webhooks-part", 1);
        stack.worker()
                .rest()
                .create(
                        "webhooks-range",
                        source(
                                "path.include", "topics/**",
                                "scan.interval.ms", "200",
                                "topic.mapping", "webhooks:webhooks-part",
                                "from.offset", "100",
                                "to.offset", "webhooks:0:200",
                                "columns", "event"));
        List<JsonNode> part = values("webhooks-part", 100);

        assertThat(part).hasSize(100);
        for (int i = 0; i < part.size(); i++) {
            assertThat(part.get(i).properties()).hasSize(1);
            assertThat(part.get(i).get("event"))
                    .isEqualTo(json(documents.get(100 + i)).get("event"));
        }
        stack.worker().rest().delete("webhooks-range");
    }

    /** Null equals an absent field, and a number equals the same number of a wider type. */
    private static void requireSame(JsonNode wanted, JsonNode found, String path) {
        if (wanted.isNull() || wanted.isMissingNode()) {
            assertThat(found.isNull() || found.isMissingNode()).as(path).isTrue();
        } else if (found.isTextual() && !found.equals(wanted)) {
            // A field without a common type in all documents is a column of JSON text.
            requireSame(wanted, json(found.textValue()), path);
        } else if (wanted.isObject()) {
            wanted.properties()
                    .forEach(member ->
                            requireSame(member.getValue(), found.path(member.getKey()), path + "." + member.getKey()));
            found.properties()
                    .forEach(member -> assertThat(wanted.has(member.getKey())
                                    || member.getValue().isNull())
                            .as("%s.%s", path, member.getKey())
                            .isTrue());
        } else if (wanted.isArray()) {
            assertThat(found.size()).as(path).isEqualTo(wanted.size());
            for (int i = 0; i < wanted.size(); i++) {
                requireSame(wanted.get(i), found.get(i), path + "[" + i + "]");
            }
        } else if (wanted.isNumber()) {
            assertThat(found.isNumber()).as("%s: %s", path, found).isTrue();
            assertThat(found.decimalValue()).as(path).isEqualByComparingTo(wanted.decimalValue());
        } else {
            assertThat(found).as(path).isEqualTo(wanted);
        }
    }
}
