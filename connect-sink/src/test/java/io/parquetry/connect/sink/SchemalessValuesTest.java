package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.format.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No value of a JSON document is lost, whether documents become columns or text, in batches of any size. In columns a
 * null and an absent field are the same, and a whole number may be a double of the same value.
 */
@Tag("slow")
class SchemalessValuesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path OWN = Path.of("src", "test", "resources", "events.ndjson");

    private final MemoryDisk disk = new MemoryDisk();
    private final Published published = new Published(disk);

    private static Path webhooks() {
        return TestData.shared("data/webhooks.ndjson");
    }

    private static List<JsonNode> documents(Path file) throws IOException {
        List<JsonNode> documents = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            documents.add(JSON.readTree(line));
        }
        return documents;
    }

    /** What Kafka's JSON converter gives without schemas. */
    private static Object converted(JsonNode json) {
        if (json.isNull()) {
            return null;
        } else if (json.isTextual()) {
            return json.textValue();
        } else if (json.isBoolean()) {
            return json.booleanValue();
        } else if (json.isIntegralNumber()) {
            return json.longValue();
        } else if (json.isNumber()) {
            return json.doubleValue();
        } else if (json.isArray()) {
            List<Object> list = new ArrayList<>();
            json.forEach(element -> list.add(converted(element)));
            return list;
        }
        Map<String, Object> map = new LinkedHashMap<>();
        json.properties().forEach(entry -> map.put(entry.getKey(), converted(entry.getValue())));
        return map;
    }

    private List<StoredRecord> archived(List<JsonNode> documents, Map<String, String> more, int batch)
            throws IOException {
        Map<String, String> properties = new HashMap<>(Map.of("name", "archive", "storage.url", "memory"));
        properties.putAll(more);
        List<SinkRecord> records = IntStream.range(0, documents.size())
                .mapToObj(i -> new SinkRecord("events", 0, null, null, null, converted(documents.get(i)), i))
                .toList();
        FakeWorker worker = new FakeWorker(
                        Map.of(new TopicPartition("events", 0), FakeWorker.log(records)),
                        properties,
                        new MemoryStorage(disk),
                        new ManualClock())
                .start();
        worker.drain(batch);
        worker.stop();
        assertThat(published.paths()).hasSize(1);
        return published.records();
    }

    private static void assertSame(JsonNode wanted, Schema schema, Object value, String path) {
        if (wanted.isNull() || wanted.isMissingNode()) {
            assertThat(value).as(path).isNull();
            return;
        }
        assertThat(value).as(path).isNotNull();
        switch (schema.type()) {
            case STRUCT -> {
                Struct struct = (Struct) value;
                wanted.properties().forEach(entry -> {
                    if (!entry.getValue().isNull()) {
                        assertThat(schema.field(entry.getKey())).as(path).isNotNull();
                    }
                });
                for (Field field : schema.fields()) {
                    JsonNode part = wanted.path(field.name());
                    assertSame(part, field.schema(), struct.get(field), path + "." + field.name());
                }
            }
            case ARRAY -> {
                assertThat((List<?>) value).as(path).hasSize(wanted.size());
                for (int i = 0; i < wanted.size(); i++) {
                    assertSame(wanted.get(i), schema.valueSchema(), ((List<?>) value).get(i), path + "[" + i + "]");
                }
            }
            case STRING -> assertSameText(wanted, schema, (String) value, path);
            case INT64 -> assertThat(value).as(path).isEqualTo(wanted.longValue());
            case FLOAT64 ->
                assertThat(wanted.decimalValue())
                        .as(path)
                        .isEqualByComparingTo(JSON.valueToTree(value).decimalValue());
            case BOOLEAN -> assertThat(value).as(path).isEqualTo(wanted.booleanValue());
            default -> throw new AssertionError(path + " has the schema " + schema.type());
        }
    }

    private static void assertSameText(JsonNode wanted, Schema schema, String text, String path) {
        if (schema.name() == null) {
            assertThat(text).as(path).isEqualTo(wanted.textValue());
            return;
        }
        try {
            assertSameJson(wanted, JSON.readTree(text), path);
        } catch (IOException e) {
            throw new AssertionError(path + " is no JSON: " + text, e);
        }
    }

    /** The same document, where an object of one name that begins with @ is marked as a map. */
    private static void assertSameJson(JsonNode wanted, JsonNode found, String path) {
        if (wanted.isObject() && found.has("@map")) {
            assertSameJson(wanted.elements().next(), found.get("@map").get(0).get(1), path);
        } else if (wanted.isObject()) {
            assertThat(found.isObject()).as(path).isTrue();
            wanted.properties()
                    .forEach(entry ->
                            assertSameJson(entry.getValue(), found.path(entry.getKey()), path + "." + entry.getKey()));
        } else if (wanted.isArray()) {
            assertThat(found.size()).as(path).isEqualTo(wanted.size());
            for (int i = 0; i < wanted.size(); i++) {
                assertSameJson(wanted.get(i), found.get(i), path + "[" + i + "]");
            }
        } else if (wanted.isNumber()) {
            assertThat(found.decimalValue()).as(path).isEqualByComparingTo(wanted.decimalValue());
        } else if (wanted.isNull()) {
            assertThat(found.isNull() || found instanceof MissingNode).as(path).isTrue();
        } else {
            assertThat(found).as(path).isEqualTo(wanted);
        }
    }

    private void assertInferred(Path file, int batch, Map<String, String> more) throws IOException {
        List<JsonNode> documents = documents(file);
        Map<String, String> properties = new HashMap<>(more);
        properties.put("schemaless", "infer");

        List<StoredRecord> records = archived(documents, properties, batch);

        assertThat(records).hasSameSizeAs(documents);
        for (int i = 0; i < records.size(); i++) {
            assertSame(
                    documents.get(i),
                    records.get(i).valueSchema(),
                    records.get(i).value(),
                    "line " + (i + 1));
        }
    }

    private void assertSameValues(Path file, Map<String, String> more) throws IOException {
        List<JsonNode> documents = documents(file);
        Map<String, String> properties = new HashMap<>(more);
        properties.put("record.metadata", "kafka");

        List<StoredRecord> records = archived(documents, properties, 100);

        assertThat(records)
                .extracting(StoredRecord::value)
                .isEqualTo(
                        documents.stream().map(SchemalessValuesTest::converted).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100})
    void documentsBecomeColumns(int batch) throws IOException {
        assertInferred(OWN, batch, Map.of());
    }

    @Test
    void documentsBecomeColumnsBesideTheirMetadata() throws IOException {
        assertInferred(OWN, 2, Map.of("record.metadata", "kafka"));
    }

    @Test
    void documentsThatAreObjectsAreStructsToTheEnd() throws IOException {
        List<JsonNode> objects =
                documents(OWN).stream().filter(JsonNode::isObject).toList();

        List<StoredRecord> records = archived(objects, Map.of("schemaless", "infer"), 2);

        Schema schema = records.get(0).valueSchema();
        assertThat(schema.type()).isEqualTo(Schema.Type.STRUCT);
        assertThat(schema.field("id").schema()).isEqualTo(Schema.OPTIONAL_INT64_SCHEMA);
        assertThat(schema.field("price").schema()).isEqualTo(Schema.OPTIONAL_FLOAT64_SCHEMA);
        assertThat(schema.field("ok").schema().name()).isEqualTo("io.debezium.data.Json");
        for (int i = 0; i < records.size(); i++) {
            assertSame(objects.get(i), schema, records.get(i).value(), "object " + i);
        }
    }

    @Test
    void documentsStayText() throws IOException {
        assertSameValues(OWN, Map.of("schemaless", "json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "auto", "id,price,tags"})
    void documentsBecomeVariants(String shred) throws IOException {
        assertSameValues(OWN, Map.of("schemaless", "variant", "variant.shred", shred));
    }

    @ParameterizedTest
    @ValueSource(ints = {120, 500})
    void webhooksBecomeColumns(int batch) throws IOException {
        assertInferred(webhooks(), batch, Map.of());
    }

    @Test
    void webhooksStayText() throws IOException {
        assertSameValues(webhooks(), Map.of("schemaless", "json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "auto", "event,payload.action,payload.repository.id"})
    void webhooksBecomeVariants(String shred) throws IOException {
        assertSameValues(webhooks(), Map.of("schemaless", "variant", "variant.shred", shred));
        String columns = published.footer(published.paths().get(0)).schema().toString();
        assertThat(columns.contains("typed_value")).as(columns).isEqualTo(!shred.equals("none"));
    }
}
