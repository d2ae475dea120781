package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Names that differ in case only are one column to Spark: there is a warning by default, and files without such
 * columns with {@code names.case}.
 */
class NamesCaseTest {
    private static final TopicPartition PARTITION = new TopicPartition("people", 0);
    private static final String TWINS = "differ in case only";

    private Published published;
    private FakeWorker worker;

    private static Struct struct(Object... fields) {
        SchemaBuilder schema = SchemaBuilder.struct();
        for (int i = 0; i < fields.length; i += 2) {
            Object value = fields[i + 1];
            schema.field(
                    (String) fields[i],
                    value instanceof Struct inner
                            ? inner.schema()
                            : value instanceof List<?> list
                                    ? SchemaBuilder.array(((Struct) list.get(0)).schema())
                                            .build()
                                    : value instanceof Map<?, ?> map
                                            ? SchemaBuilder.map(
                                                            Schema.STRING_SCHEMA,
                                                            ((Struct) map.values()
                                                                            .iterator()
                                                                            .next())
                                                                    .schema())
                                                    .build()
                                            : value instanceof Long
                                                    ? Schema.OPTIONAL_INT64_SCHEMA
                                                    : Schema.OPTIONAL_STRING_SCHEMA);
        }
        Struct struct = new Struct(schema.optional().build());
        for (int i = 0; i < fields.length; i += 2) {
            struct.put((String) fields[i], fields[i + 1]);
        }
        return struct;
    }

    /** Archives the values; returns the lines about twins. */
    private List<String> archive(Map<String, String> more, Object... values) throws IOException {
        List<SinkRecord> records = new ArrayList<>();
        for (Object value : values) {
            Schema schema = value instanceof Struct struct ? struct.schema() : null;
            records.add(new SinkRecord("people", 0, null, null, schema, value, records.size()));
        }
        return archive(more, records);
    }

    private List<String> archive(Map<String, String> more, List<SinkRecord> records) throws IOException {
        Map<String, String> properties = new HashMap<>(Map.of("name", "archive", "storage.url", "memory"));
        properties.putAll(more);
        MemoryDisk disk = new MemoryDisk();
        published = new Published(disk);
        PrintStream before = System.err;
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        System.setErr(new PrintStream(lines, true, StandardCharsets.UTF_8));
        try {
            worker = new FakeWorker(
                            Map.of(PARTITION, FakeWorker.log(records)),
                            properties,
                            new MemoryStorage(disk),
                            new ManualClock())
                    .tolerant()
                    .start();
            worker.drain(2);
            worker.stop();
        } finally {
            System.setErr(before);
        }
        return lines.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(TWINS))
                .toList();
    }

    private List<Map<?, ?>> rows() throws IOException {
        List<Map<?, ?>> rows = new ArrayList<>();
        for (String path : published.paths()) {
            rows.addAll(published.rows(path));
        }
        return rows;
    }

    private List<Long> bad() {
        return worker.reported().stream().map(SinkRecord::kafkaOffset).toList();
    }

    @Test
    void aWarningNamesTheFirstTwoAndIsGivenOnce() throws IOException {
        List<String> warnings = archive(
                Map.of(),
                struct("id", 1L, "ID", "a"),
                struct("id", 2L, "ID", "b", "Id", "c"),
                struct("id", 3L, "ID", "d"));

        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("the columns id and ID differ in case only", "names.case");
        assertThat(bad()).isEmpty();
        assertThat(rows()).hasSize(3);
    }

    @Test
    void fieldsInsideOfStructsListsAndMapsAreFoundAsWell() throws IOException {
        Struct inner = struct("x", 1L, "X", 2L);

        assertThat(archive(Map.of(), struct("in", inner)))
                .singleElement()
                .asString()
                .contains("in.x and in.X");
        assertThat(archive(Map.of(), struct("list", List.of(inner))))
                .singleElement()
                .asString()
                .contains("list.list.element.x and");
        assertThat(archive(Map.of(), struct("map", Map.of("k", inner))))
                .singleElement()
                .asString()
                .contains("map.key_value.value.x and");
    }

    @Test
    void theColumnsOfDirectoriesCount() throws IOException {
        Map<String, String> byCountry = Map.of("path.template", "country=${value.Country}/v1");

        assertThat(archive(byCountry, struct("Country", "de")))
                .singleElement()
                .asString()
                .contains("the column Country and the directories country=...");
        assertThat(archive(Map.of("path.template", "country=${value.country}"), struct("country", "de")))
                .as("the same name has the same values")
                .isEmpty();
    }

    @Test
    void mapKeysAndVariantsAreValues() throws IOException {
        Schema map =
                SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT32_SCHEMA).build();
        Schema schema = SchemaBuilder.struct().field("map", map).build();

        assertThat(archive(Map.of(), new Struct(schema).put("map", Map.of("a", 1, "A", 2))))
                .isEmpty();
        assertThat(archive(Map.of("schemaless", "variant", "variant.shred", "auto"), Map.of("a", 1L, "A", 2L)))
                .isEmpty();
        assertThat(archive(Map.of("schemaless", "json", "names.case", "lower"), Map.of("a", 1L, "A", 2L)))
                .isEmpty();
        assertThat(bad()).isEmpty();
    }

    @Test
    void lowerMakesThemOneColumn() throws IOException {
        List<String> warnings = archive(
                Map.of("names.case", "lower"),
                struct("id", 1L, "In", struct("Deep", "a")),
                struct("ID", 2L, "IN", struct("deep", "b")),
                struct("id", 3L, "ID", 4L));

        assertThat(warnings).isEmpty();
        assertThat(bad()).as("the record that has both").containsExactly(2L);
        assertThat(worker.reasons().get(0))
                .hasMessageContaining("the fields id and ID differ in case only")
                .hasMessageContaining("names.case=keep");
        assertThat(rows())
                .isEqualTo(List.of(
                        Map.of("id", 1L, "in", Map.of("deep", "a")), Map.of("id", 2L, "in", Map.of("deep", "b"))));
    }

    @Test
    void lowerHoldsForValuesWithoutSchema() throws IOException {
        archive(
                Map.of("names.case", "lower", "schemaless", "infer"),
                Map.of("id", 1L, "list", List.of(Map.of("A", true))),
                Map.of("ID", 2L, "List", List.of(Map.of("a", false))),
                Map.of("a", 1L, "A", 2L),
                Map.of("Id", 3L, "LIST", List.of()));

        assertThat(bad()).containsExactly(2L);
        assertThat(rows()).extracting(row -> row.get("id")).isEqualTo(List.of(1L, 2L, 3L));
        assertThat(rows().get(1).get("list")).isEqualTo(List.of(Map.of("a", false)));
    }

    /** A converter gives the schema of the topic's keys also for a key that is null. */
    @Test
    void lowerHoldsForKeysThatAreNull() throws IOException {
        Schema keys = struct("Id", 1L).schema();
        Struct key = new Struct(keys).put("Id", 1L);
        archive(
                Map.of("names.case", "lower", "record.metadata", "kafka"),
                List.of(
                        new SinkRecord("people", 0, keys, key, Schema.STRING_SCHEMA, "a", 0),
                        new SinkRecord("people", 0, keys, null, Schema.STRING_SCHEMA, "b", 1)));

        assertThat(bad()).isEmpty();
        assertThat(published.records())
                .extracting(record -> record.kafka().orElseThrow().keySchema().fields())
                .allSatisfy(fields -> assertThat(fields).extracting(Field::name).containsExactly("id"))
                .hasSize(2);
    }

    @Test
    void placeholdersAndTimestampsAreThoseOfTheRecord() throws IOException {
        archive(
                Map.of(
                        "names.case",
                        "lower",
                        "path.template",
                        "country=${value.Country}",
                        "timestamp.extractor",
                        "field",
                        "timestamp.field",
                        "createdAt",
                        "rotate.interval.ms",
                        "60000"),
                struct("Country", "de", "createdAt", 1_000L));

        assertThat(bad()).isEmpty();
        assertThat(published.paths()).singleElement().asString().contains("country=de");
        assertThat(rows()).containsExactly(Map.of("country", "de", "createdat", 1_000L));
    }

    @Test
    void failRefusesTheRecordThatBringsTheSecondName() throws IOException {
        List<String> warnings = archive(
                Map.of("names.case", "fail"),
                struct("id", 1L),
                struct("id", 2L, "ID", 3L),
                struct("id", 4L),
                struct("Id", 5L));

        assertThat(warnings).isEmpty();
        assertThat(bad()).containsExactly(1L, 3L);
        assertThat(rows()).isEqualTo(List.of(Map.of("id", 1L), Map.of("id", 4L)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "kafka"})
    void failRefusesValuesWithoutSchemaAndNoOther(String metadata) throws IOException {
        archive(
                Map.of("names.case", "fail", "schemaless", "infer", "record.metadata", metadata),
                Map.of("id", 1L),
                Map.of("id", 2L, "ID", 3L),
                Map.of("id", 4L),
                Map.of("Id", 5L),
                Map.of("other", 6L));

        assertThat(bad()).containsExactly(1L, 3L);
        assertThat(rows()).hasSize(3);
    }
}
