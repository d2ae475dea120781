package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.RowSettings;
import io.parquetry.connect.source.config.SelectionSettings;
import io.parquetry.connect.source.config.ValueSchemaSettings;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows of foreign files get schemas with names that a registry accepts and, with {@code schema.merge=union}, one schema for
 * all files, whichever task sends them and whenever it was started.
 */
class SchemaMergeTest {
    private static final String OLD = "message spark_schema { required int32 id; optional binary name (STRING); }";
    private static final String NEW =
            "message spark_schema { required int64 id; optional group at { required double x; } }";

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;
    private long changedMs = 1_000_000;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    /** Writes a file with a later modification time than the files before. */
    private void put(String path, String schema, Map<String, Object> row) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, MessageType.parse(schema), PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(row);
            writer.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        tree.put(path, out.toByteArray());
        changedMs += 1_000;
        Files.setLastModifiedTime(directory.resolve(path), FileTime.fromMillis(changedMs));
    }

    private void oldAndNew() throws IOException {
        put("old.parquet", OLD, Map.of("id", 7, "name", "seven"));
        put("a/new.parquet", NEW, Map.of("id", 1L << 40, "at", Map.of("x", 0.5)));
    }

    private TaskHarness union() {
        harness = new TaskHarness(tree).with(ValueSchemaSettings.SCHEMA_MERGE, "union");
        return harness;
    }

    @Test
    void allRowsHaveTheUnionAsTheirSchema() throws IOException {
        oldAndNew();
        union().with(ValueSchemaSettings.SCHEMA_NAME_TEMPLATE, "${topic}.Value").start();

        List<SourceRecord> sent = harness.scanTwice();

        Schema schema = sent.get(0).valueSchema();
        assertThat(schema.name()).isEqualTo("strange.Value");
        assertThat(schema.fields()).extracting(Field::name).containsExactly("id", "name", "at");
        assertThat(schema.field("id").schema()).isEqualTo(Schema.INT64_SCHEMA);
        assertThat(schema.field("at").schema().name()).isEqualTo("strange.Value.at");
        Struct later = (Struct) sent.get(0).value();
        Struct earlier = (Struct) sent.get(1).value();
        assertThat(later.get("id")).isEqualTo(1L << 40);
        assertThat(later.getStruct("at").get("x")).isEqualTo(0.5);
        assertThat(later.get("name")).isNull();
        assertThat(earlier.get("id")).isEqualTo(7L);
        assertThat(earlier.get("name")).isEqualTo("seven");
        assertThat(earlier.get("at")).isNull();
        assertThat(sent.get(1).valueSchema()).isSameAs(schema);
        later.validate();
        earlier.validate();
    }

    /** As pandas writes a column in which no row has a value. */
    @Test
    void aColumnOfNullsWithoutATypeHasThatOfAnotherFile() throws IOException {
        put("old.parquet", "message m { required int32 id; optional int32 name (UNKNOWN); }", Map.of("id", 7));
        put("new.parquet", OLD, Map.of("id", 8, "name", "eight"));
        union().start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(sent)
                .extracting(record -> ((Struct) record.value()).get("name"))
                .containsExactlyInAnyOrder("eight", null);
        assertThat(sent.get(0).valueSchema()).isEqualTo(sent.get(1).valueSchema());
        assertThat(sent.get(0).valueSchema().field("name").schema()).isEqualTo(Schema.OPTIONAL_STRING_SCHEMA);
    }

    /** A column of nulls, with the field that other files have there, and a row of each. */
    static List<Arguments> columnsOfNullsAnywhere() {
        String list = "optional group it (LIST) { repeated group list { optional %s element%s; } }";
        String map = "optional group it (MAP) { repeated group key_value { required binary key (STRING);"
                + " optional %s value%s; } }";
        String structs = "optional group it (LIST) { repeated group list { optional group element {"
                + " required int32 a; optional %s b%s; } } }";
        Map<String, Object> nullInMap = new HashMap<>();
        nullInMap.put("k", null);
        return List.of(
                arguments("optional group it { optional %s b%s; }", Map.of(), Map.of("b", "text"), "Struct{}"),
                arguments(
                        "optional group it { optional int32 a; optional %s b%s; }",
                        Map.of("a", 1), Map.of("b", "text"), "Struct{a=1}"),
                arguments(list, List.of(), List.of("text"), "[]"),
                arguments(list, Arrays.asList(null, null), List.of("text"), "[null, null]"),
                arguments(map, nullInMap, Map.of("k", "text"), "{k=null}"),
                arguments(structs, List.of(Map.of("a", 1)), List.of(Map.of("a", 1, "b", "text")), "[Struct{a=1}]"),
                arguments("optional %s it%s;", null, "text", "null"));
    }

    @ParameterizedTest
    @MethodSource
    void columnsOfNullsAnywhere(String column, Object nulls, Object text, String ofNulls) throws IOException {
        String untyped = "message m { " + column.formatted("int32", " (UNKNOWN)") + " }";
        String typed = "message m { " + column.formatted("binary", " (STRING)") + " }";
        put("nulls.parquet", untyped, nulls == null ? Map.of() : Map.of("it", nulls));
        put("texts.parquet", typed, Map.of("it", text));
        String asSpark = "message m { " + column.formatted("boolean", " (UNKNOWN)") + " }";
        put("spark.parquet", asSpark, nulls == null ? Map.of() : Map.of("it", nulls));
        TaskHarness alone = new TaskHarness(tree).with(DiscoverySettings.PATH_INCLUDE, "texts.parquet");
        alone.start();
        Schema expected = alone.scanTwice().get(0).valueSchema();
        union().start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(sent).hasSize(3).allSatisfy(record -> {
            assertThat(record.valueSchema()).isEqualTo(expected);
            ((Struct) record.value()).validate();
        });
        assertThat(sent)
                .extracting(record -> String.valueOf(((Struct) record.value()).get("it")))
                .filteredOn(value -> !value.contains("text"))
                .containsExactly(ofNulls, ofNulls);
    }

    @Test
    void aColumnOfNullsStaysWhereTheKeyOrTheTimestampIsTakenFromIt() throws IOException {
        String types = "message m { required int32 id; optional int32 name (UNKNOWN); optional int32 at (UNKNOWN); }";
        put("nulls.parquet", types, Map.of("id", 7));
        union().with(RowSettings.KEY_COLUMNS, "id,name")
                .with(RowSettings.TIMESTAMP_COLUMN, "at")
                .start();

        SourceRecord sent = harness.scanTwice().get(0);

        assertThat(sent.key()).hasToString("Struct{id=7}");
        assertThat(sent.keySchema().field("name").schema().parameters())
                .as("marks of columns of nulls")
                .isNull();
        assertThat(sent.timestamp()).isNull();
    }

    @Test
    void aFileWithTwoFieldsOfOneNameHasAUnion() throws IOException {
        String types = "message m { optional int32 x; optional int32 y; optional int32 name (UNKNOWN); }";
        put("twins.parquet", types, Map.of("x", 1, "y", 2));
        Path twins = directory.resolve("twins.parquet");
        String content = Files.readString(twins, StandardCharsets.ISO_8859_1);
        Files.writeString(twins, content.replace("\u0018\u0001y", "\u0018\u0001x"), StandardCharsets.ISO_8859_1);
        union().start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(sent).hasSize(1);
        assertThat(((Struct) sent.get(0).value()).get("x_1")).isEqualTo(2);
    }

    @Test
    void everyTaskHasTheSameUnionEvenAfterARestart() throws IOException {
        oldAndNew();
        put("b/other.parquet", "message m { required float f; }", Map.of("f", 1f));
        List<Schema> schemas = new ArrayList<>();
        List<SourceRecord> sent = new ArrayList<>();
        for (int task = 0; task < 3; task++) {
            union().assignment(task, 3).start();
            List<SourceRecord> ofTask = harness.scanTwice();
            ofTask.forEach(record -> schemas.add(record.valueSchema()));
            sent.addAll(ofTask);
        }
        put("c.parquet", OLD, Map.of("id", 8, "name", "eight"));
        union();
        sent.forEach(harness.context::commit);
        harness.start();
        List<SourceRecord> afterRestart = harness.scanTwice();
        afterRestart.forEach(record -> schemas.add(record.valueSchema()));

        assertThat(afterRestart).hasSize(1);
        assertThat(schemas).hasSize(4).allMatch(schemas.get(0)::equals);
    }

    @Test
    void filesWithoutAUnionFailTheTaskBeforeTheFirstRow() throws IOException {
        oldAndNew();
        put("b/text.parquet", "message m { required binary id (STRING); }", Map.of("id", "x"));
        union().start();

        assertThatThrownBy(harness::scan)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("b/text.parquet")
                .hasMessageContaining("old.parquet")
                .hasMessageContaining("field id is INT32 in one schema and STRING in another")
                .hasMessageContaining("schema.merge=per-file");
    }

    @Test
    void aLaterFileThatFitsWidensTheSchema() throws IOException {
        put("old.parquet", OLD, Map.of("id", 7, "name", "seven"));
        union().start();
        assertThat(harness.scanTwice().get(0).valueSchema().fields()).hasSize(2);
        put("new.parquet", NEW, Map.of("id", 8L));

        Struct value = (Struct) harness.scanTwice().get(0).value();

        assertThat(value.schema().fields()).extracting(Field::name).containsExactly("id", "name", "at");
    }

    @Test
    void aLaterFileThatDoesNotFitIsABadFile() throws IOException {
        put("old.parquet", OLD, Map.of("id", 7, "name", "seven"));
        union().start();
        assertThat(harness.scanTwice()).hasSize(1);
        put("bad.parquet", "message m { required binary id (STRING); }", Map.of("id", "x"));
        assertThat(harness.scan()).isEmpty();

        assertThatThrownBy(harness::scan)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("bad.parquet")
                .hasMessageContaining("no union with the schema of old.parquet: field id is INT32");
    }

    @Test
    void ifBadFilesAreSkippedAFileWithoutAUnionIsABadFileFromTheStart() throws IOException {
        put("old.parquet", OLD, Map.of("id", 7, "name", "seven"));
        put("bad.parquet", "message m { required binary id (STRING); }", Map.of("id", "x"));
        union().with(FailureSettings.ON_BAD_FILE, "skip").start();

        assertThat(harness.scanTwice())
                .extracting(record -> ((Struct) record.value()).get("id"))
                .containsExactly(7);
    }

    @Test
    void topicsHaveTheirOwnUnions() throws IOException {
        put("ids/a.parquet", OLD, Map.of("id", 7, "name", "seven"));
        put("texts/a.parquet", "message m { required binary id (STRING); }", Map.of("id", "x"));
        union().with(RowSettings.TOPIC, "${path.1}").start();

        assertThat(harness.scanTwice())
                .extracting(record -> record.valueSchema().field("id").schema().type())
                .containsExactly(Schema.Type.INT32, Schema.Type.STRING);
    }

    @Test
    void columnsThatAreNotSentNeedNoUnion() throws IOException {
        put("a.parquet", "message m { required int32 id; required int32 x; }", Map.of("id", 1, "x", 1));
        put("b.parquet", "message m { required int64 id; required binary x; }", Map.of("id", 2L, "x", new byte[1]));
        union().with(SelectionSettings.COLUMNS, "id").start();

        assertThat(harness.scanTwice())
                .extracting(record -> ((Struct) record.value()).get("id"))
                .containsExactly(1L, 2L);
    }

    @Test
    void perFileEachFileKeepsItsSchemaUnderItsName() throws IOException {
        oldAndNew();
        harness.with(ValueSchemaSettings.SCHEMA_NAME_TEMPLATE, "lake.${schema}.${file}")
                .start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(sent.get(0).valueSchema().name()).isEqualTo("lake.spark_schema.new");
        assertThat(sent.get(0).valueSchema().field("at").schema().name()).isEqualTo("lake.spark_schema.new.at");
        assertThat(sent.get(1).valueSchema().name()).isEqualTo("lake.spark_schema.old");
        assertThat(((Struct) sent.get(1).value()).schema().fields()).hasSize(2);
    }

    @Test
    void schemasThatFilesStoreAreNotChanged() {
        tree.orders("orders", 0, "a", 1);
        union().with(ValueSchemaSettings.SCHEMA_NAME_TEMPLATE, "${topic}.Value").start();

        assertThat(harness.scanTwice().get(0).valueSchema().name()).isEqualTo("Order");
    }
}
