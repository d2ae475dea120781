package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.format.TestData;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.parquet.avro.AvroParquetReader;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A topic of JSON documents through files with one VARIANT: Kafka's JSON converter writes the restored values byte for
 * byte as those before where variants are stored whole, the values are equal where they are shredded, and DuckDB and parquet-java read the same documents from the files.
 */
@Tag("slow")
@Tag("sampled")
class VariantTopicTest {
    private static final TopicPartition PARTITION = new TopicPartition("events", 0);
    /** A part of all, since the sink publishes complete files only. */
    private static final int FILE_RECORDS = 47;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final JsonConverter converter = new JsonConverter();

    @TempDir
    private Path root;

    @BeforeEach
    void configure() {
        converter.configure(Map.of("schemas.enable", "false"), false);
    }

    private static List<byte[]> webhooks() throws IOException {
        List<byte[]> lines = new ArrayList<>();
        for (String line : Files.readAllLines(TestData.shared("data/webhooks.ndjson"))) {
            lines.add(line.getBytes(StandardCharsets.UTF_8));
        }
        return lines.subList(0, Breadth.of(2 * FILE_RECORDS, lines.size()));
    }

    private List<Object> archive(List<byte[]> documents, String shred, String metadata) {
        List<Object> values = documents.stream()
                .map(bytes -> converter.toConnectData("events", bytes).value())
                .toList();
        new SinkArchive(root)
                .with("schemaless", "variant")
                .with("variant.shred", shred)
                .with("record.metadata", metadata)
                .with("flush.size", Integer.toString(FILE_RECORDS))
                .write(
                        PARTITION,
                        IntStream.range(0, values.size())
                                .mapToObj(i -> new SinkRecord("events", 0, null, null, null, values.get(i), i)));
        return values;
    }

    private String text(Object value) {
        return new String(converter.fromConnectData("events", null, value), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "auto", "event,payload.repository.id,payload.sender.login,payload.action"})
    void aTopicOfDocumentsIsRestored(String shred) throws IOException {
        List<Object> values = archive(webhooks(), shred, "kafka");
        TaskHarness harness = new TaskHarness(new TestTree(root));
        harness.start();

        List<SourceRecord> back = harness.scanTwice();

        harness.stop();
        assertThat(back).hasSameSizeAs(values);
        for (int i = 0; i < back.size(); i++) {
            assertThat(back.get(i).value()).isEqualTo(values.get(i));
            if (shred.equals("none")) {
                assertThat(text(back.get(i).value())).isEqualTo(text(values.get(i)));
            }
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve("topics"))) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "auto"})
    void duckDbReadsTheDocuments(String shred) throws IOException, SQLException {
        List<Object> values = archive(webhooks(), shred, "none");

        List<String> found = inDuckDb("SELECT \"value\"::JSON::VARCHAR FROM FILES ORDER BY file_row_number");

        assertThat(found).hasSameSizeAs(values);
        for (int i = 0; i < found.size(); i++) {
            assertThat(comparable(JSON.readTree(found.get(i))))
                    .isEqualTo(comparable(JSON.readTree(text(values.get(i)))));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "auto"})
    void duckDbReadsAField(String shred) throws IOException, SQLException {
        List<Object> values = archive(webhooks(), shred, "none");
        List<Object> events = new ArrayList<>();
        values.forEach(value -> events.add(((Map<?, ?>) value).get("event")));

        assertThat(inDuckDb("SELECT (\"value\").event::VARCHAR FROM FILES")).isEqualTo(events);
    }

    private List<String> inDuckDb(String query) throws SQLException, IOException {
        List<String> found = new ArrayList<>();
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement()) {
            for (Path file : files()) {
                String table = "read_parquet('" + file + "', file_row_number = true, hive_partitioning = false)";
                try (ResultSet rows = statement.executeQuery(query.replace("FILES", table))) {
                    while (rows.next()) {
                        found.add(rows.getString(1));
                    }
                }
            }
        }
        return found;
    }

    /** Numbers by their value: 1.0 may be 1. */
    private static Object comparable(JsonNode json) {
        if (json.isNumber()) {
            return new BigDecimal(json.asText()).stripTrailingZeros();
        } else if (json.isObject()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            json.properties().forEach(field -> fields.put(field.getKey(), comparable(field.getValue())));
            return fields;
        } else if (json.isArray()) {
            List<Object> elements = new ArrayList<>();
            json.forEach(element -> elements.add(comparable(element)));
            return elements;
        }
        return json.asText();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "auto", "event,payload.repository.id"})
    void parquetJavaReadsTheDocuments(String shred) throws IOException {
        List<Object> values = archive(webhooks(), shred, "none");
        List<Object> found = new ArrayList<>();
        for (Path file : files()) {
            try (ParquetReader<GenericRecord> reader = AvroParquetReader.<GenericRecord>builder(
                            new LocalInputFile(file), new PlainParquetConfiguration())
                    .build()) {
                for (GenericRecord row = reader.read(); row != null; row = reader.read()) {
                    GenericRecord variant = (GenericRecord) row.get("value");
                    found.add(value(
                            new Variant((ByteBuffer) variant.get("value"), (ByteBuffer) variant.get("metadata"))));
                }
            }
        }
        assertThat(found).isEqualTo(values);
    }

    private static Object value(Variant variant) {
        return switch (variant.getType()) {
            case NULL -> null;
            case BOOLEAN -> variant.getBoolean();
            case LONG -> variant.getLong();
            case DOUBLE -> variant.getDouble();
            case STRING -> variant.getString();
            case ARRAY -> {
                List<Object> list = new ArrayList<>();
                for (int i = 0; i < variant.numArrayElements(); i++) {
                    list.add(value(variant.getElementAtIndex(i)));
                }
                yield list;
            }
            case OBJECT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                for (int i = 0; i < variant.numObjectElements(); i++) {
                    Variant.ObjectField field = variant.getFieldAtIndex(i);
                    map.put(field.key, value(field.value));
                }
                yield map;
            }
            default -> throw new AssertionError(variant.getType());
        };
    }

    @Test
    void tombstonesAndKeysWithoutSchemaAreRestored() {
        List<SinkRecord> records = List.of(
                new SinkRecord("events", 0, null, Map.of("k", 1L), null, null, 0),
                new SinkRecord("events", 0, null, null, null, Map.of("a", 1L), 1),
                new SinkRecord("events", 0, null, "k", null, "text", 2));
        new SinkArchive(root)
                .with("schemaless", "variant")
                .with("flush.size", "3")
                .write(PARTITION, records.stream());
        TaskHarness harness = new TaskHarness(new TestTree(root));
        harness.start();

        List<SourceRecord> back = harness.scanTwice();

        harness.stop();
        assertThat(back).extracting(SourceRecord::value).containsExactly(null, Map.of("a", 1L), "text");
        assertThat(back).extracting(SourceRecord::key).containsExactly(Map.of("k", 1L), null, "k");
        assertThat(back).extracting(SourceRecord::valueSchema).containsOnlyNulls();
    }
}
