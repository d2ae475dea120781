package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.TestData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values without schema that the sink stored in columns are restored without schema, each as it was: also where a
 * column has values of mixed types. A null entry is an absent one, and a whole number among fractions is a fraction.
 */
class InferredTopicTest {
    private static final TopicPartition PARTITION = new TopicPartition("events", 0);

    private final JsonConverter converter = new JsonConverter();

    @TempDir
    private Path root;

    @BeforeEach
    void configure() {
        converter.configure(Map.of("schemas.enable", "false"), false);
    }

    private List<Object> values(List<String> documents) {
        return documents.stream()
                .map(text -> converter
                        .toConnectData("events", text.getBytes(StandardCharsets.UTF_8))
                        .value())
                .toList();
    }

    private List<SourceRecord> roundTrip(List<Object> values, String layout, Map<String, String> more) {
        new SinkArchive(root)
                .with("schemaless", "infer")
                .with("record.layout", layout)
                .with("flush.size", Integer.toString(values.size()))
                .write(
                        PARTITION,
                        IntStream.range(0, values.size())
                                .mapToObj(i -> new SinkRecord("events", 0, null, null, null, values.get(i), i)));
        TaskHarness harness = new TaskHarness(new TestTree(root));
        harness.config.remove("topic");
        more.forEach(harness::with);
        harness.start();
        List<SourceRecord> back = harness.scanTwice();
        harness.stop();
        return back;
    }

    /** Without entries that are null, and with the fractions that share a column with whole numbers. */
    private static Object normal(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> present = new LinkedHashMap<>();
            map.forEach((key, content) -> {
                if (content != null) {
                    present.put(key, normal(content));
                }
            });
            return present;
        } else if (value instanceof List<?> list) {
            List<Object> elements = new ArrayList<>();
            list.forEach(element -> elements.add(normal(element)));
            return elements;
        }
        return value instanceof Number number ? (Object) number.doubleValue() : value;
    }

    @ParameterizedTest
    @ValueSource(strings = {"nested", "flat"})
    void valuesOfMixedTypesComeBackAsTheyWere(String layout) {
        List<Object> values = values(List.of(
                "{\"a\":1}",
                "{\"a\":\"x\"}",
                "{\"a\":{\"b\":[1,\"y\"]}}",
                "{\"a\":true}",
                "{\"a\":\"\\\"q\\\"\"}",
                "{\"b\":[1,\"1\",{\"c\":1.0},[]]}",
                "{\"b\":[null,{\"@int32\":7}]}",
                "{\"in\":{\"a\":\"null\",\"b\":9007199254740993}}",
                "{\"in\":{\"a\":17,\"b\":0.5}}"));

        List<SourceRecord> back = roundTrip(values, layout, Map.of());

        assertThat(back).extracting(SourceRecord::value).isEqualTo(values);
        assertThat(back).extracting(SourceRecord::valueSchema).containsOnlyNulls();
    }

    @Test
    void valuesThatAreNoObjectsComeBackToo() {
        List<Object> values = values(List.of("1", "\"1\"", "[1,\"x\"]", "{\"a\":1}", "true"));

        assertThat(roundTrip(values, "nested", Map.of("mode", "restore")))
                .extracting(SourceRecord::value)
                .isEqualTo(values);
    }

    @Test
    void valuesOfOneTypeComeBackWithoutSchemaAsWell() {
        List<Object> values = values(List.of("{\"a\":1,\"b\":[{\"c\":\"x\"}]}", "{\"a\":2}", "{\"b\":[]}"));

        List<SourceRecord> back = roundTrip(values, "flat", Map.of("mode", "restore"));

        assertThat(back).extracting(SourceRecord::value).isEqualTo(values);
        assertThat(back).extracting(SourceRecord::valueSchema).containsOnlyNulls();
    }

    @Test
    void selectedColumnsAreTheRestOfEachValue() {
        List<Object> values = values(List.of("{\"a\":1,\"b\":2}", "{\"a\":\"x\",\"b\":3}"));

        assertThat(roundTrip(values, "flat", Map.of("mode", "restore", "columns", "a")))
                .extracting(SourceRecord::value)
                .isEqualTo(List.of(Map.of("a", 1L), Map.of("a", "x")));
    }

    @Test
    void newRecordsHaveTheColumns() {
        List<SourceRecord> back =
                roundTrip(values(List.of("{\"a\":1}", "{\"a\":2}")), "flat", Map.of("mode", "rows", "topic", "rows"));

        assertThat(back).extracting(SourceRecord::value).hasOnlyElementsOfType(Struct.class);
    }

    @Test
    @Tag("slow")
    void webhooksComeBackAsTheyWere() throws IOException {
        List<Object> values = values(Files.readAllLines(TestData.shared("data/webhooks.ndjson")));

        List<SourceRecord> back = roundTrip(values, "flat", Map.of());

        assertThat(back).hasSameSizeAs(values);
        for (int i = 0; i < values.size(); i++) {
            assertThat(normal(back.get(i).value())).as("line " + i).isEqualTo(normal(values.get(i)));
        }
    }
}
