package io.parquetry.cli.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.RandomSchemas;
import io.parquetry.format.variant.Variant;
import io.parquetry.format.variant.VariantEncoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code from-json} with the same schema reads the output of {@code cat} into the same records. */
class JsonRoundTripTest {
    private static final int SCHEMAS = 30;
    private static final int RECORDS = 25;

    @TempDir
    private Path directory;

    private Path write(String name, MessageType schema, List<Map<String, Object>> records) throws IOException {
        Path file = directory.resolve(name);
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(file), schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            for (Map<String, Object> each : records) {
                writer.write(each);
            }
            writer.finish();
        }
        return file;
    }

    private static List<Object> read(Path file) throws IOException {
        List<Object> records = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
            while (cursor.next()) {
                records.add(RandomRecords.comparable(cursor.record()));
            }
        }
        return records;
    }

    /** With the command line: the schema of the file, or as text. */
    private Path roundTrip(Path file, boolean schemaAsText) throws IOException {
        CommandLineRun printed = CommandLineRun.of("cat", file);
        assertThat(printed.err()).isEmpty();
        Path json = Files.writeString(directory.resolve(file.getFileName() + ".ndjson"), printed.out());
        Object schema = schemaAsText ? CommandLineRun.of("schema", file).out() : file;
        Path back = directory.resolve("back-" + file.getFileName());
        CommandLineRun run = CommandLineRun.of("from-json", "--schema", schema, "--codec", "snappy", json, back);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return back;
    }

    /** FLOAT16 has a test of its own ({@code Float16TextTest}), since NaN has many forms there. */
    @Test
    void recordsOfAnySchemaComeBackTheSame() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < SCHEMAS; i++) {
            MessageType schema =
                    new RandomSchemas(random, type -> !type.isAnnotated(LogicalType.FLOAT16)).message(3, 5);
            List<Map<String, Object>> records = new RandomRecords(random).records(schema, RECORDS);
            Path file = write("f" + i, schema, records);

            Path back = roundTrip(file, random.nextBoolean());

            assertThat(read(back)).as("seed %d, schema %d: %s", seed, i, schema).isEqualTo(read(file));
            assertThat(CommandLineRun.of("schema", back)).isEqualTo(CommandLineRun.of("schema", file));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\": [1, 2.50,  null], \"b\":\"\\u00e9 \\\" }\"}",
                "[ ]",
                "\"a string\"",
                "12345678901234567890.10",
                "true",
                "1e400",
                "{\"same\":1,\"same\":2}"
            })
    void jsonIsEmbeddedUnchanged(String json) throws IOException {
        MessageType schema = MessageType.parse("message m { required binary j (JSON); }");
        Path file = write("json", schema, List.of(Map.of("j", json)));

        assertThat(CommandLineRun.of("cat", file).out()).isEqualTo("{\"j\":" + json + "}" + System.lineSeparator());
        assertThat(read(roundTrip(file, true))).isEqualTo(read(file));
    }

    @Test
    void aJsonNullComesBackWhereTheColumnCannotBeNull() throws IOException {
        MessageType schema = MessageType.parse("message m { required binary j (JSON); }");
        Path file = write("null", schema, List.of(Map.of("j", "null")));

        assertThat(read(roundTrip(file, true))).isEqualTo(read(file));
    }

    @Test
    void jsonOfSeveralLinesIsPrintedOnOne() throws IOException {
        MessageType schema = MessageType.parse("message m { optional binary j (JSON); }");
        Path file = write("lines", schema, List.of(Map.of("j", "{\n  \"a\": 1\r\n}")));

        assertThat(CommandLineRun.of("cat", file).out()).isEqualTo("{\"j\":{   \"a\": 1  }}" + System.lineSeparator());
    }

    @Test
    void invalidJsonIsPrintedAsText() throws IOException {
        MessageType schema = MessageType.parse("message m { optional binary j (JSON); }");
        Path file = write("bad", schema, List.of(Map.of("j", "{not json"), Map.of("j", "")));

        assertThat(CommandLineRun.of("cat", file).out().lines())
                .containsExactly("{\"j\":\"{not json\"}", "{\"j\":\"\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"b\":[true,null,\"x\",{\"a\":-128,\"c\":128}],\"z\":{}}",
                "123456789012345678901234567890.12345678",
                "1.50",
                "1.0E10",
                "\"\u00e4\"",
                "null",
                "[[],[[]]]",
                "-9223372036854775808"
            })
    void variantsComeBackAsTheSameJson(String json) throws IOException {
        Path in = Files.writeString(directory.resolve("v.ndjson"), "{\"v\":" + json + "}\n");
        Path out = directory.resolve("v.parquet");
        String schema =
                "message m { required group v (VARIANT(1)) { required binary metadata; required binary value; } }";

        CommandLineRun run = CommandLineRun.of("from-json", "--schema", schema, in, out);

        assertThat(run.err()).isEmpty();
        assertThat(CommandLineRun.of("cat", out).out()).isEqualTo(Files.readString(in, StandardCharsets.UTF_8));
        assertThat(CommandLineRun.of("verify", out).exitCode()).isZero();
    }

    /** VariantShredding.md, "Objects": readers may take a variant without typed value for no object. */
    @Test
    void partsOfAVariantGoToTheirColumns() throws IOException {
        Path in = Files.writeString(
                directory.resolve("v.ndjson"),
                "{\"v\":{\"more\":1,\"name\":\"a\"}}\n{\"v\":{}}\n{\"v\":{\"name\":2}}\n{\"v\":\"text\"}\n");
        Path out = directory.resolve("v.parquet");
        String schema = "message m { required group v (VARIANT(1)) { required binary metadata; optional binary value;"
                + " optional group typed_value { required group name { optional binary value;"
                + " optional binary typed_value (STRING); } } } }";

        CommandLineRun run = CommandLineRun.of("from-json", "--schema", schema, in, out);

        assertThat(run.err()).isEmpty();
        assertThat(CommandLineRun.of("cat", out).out()).isEqualTo(Files.readString(in, StandardCharsets.UTF_8));
        assertThat(CommandLineRun.of("levels", "--json", "-c", "v.typed_value.name.typed_value", out)
                        .out()
                        .lines()
                        .map(line -> line.substring(line.indexOf("\"value\""))))
                .containsExactly(
                        "\"value\":\"a\",\"r\":0,\"d\":2}",
                        "\"value\":null,\"r\":0,\"d\":1}",
                        "\"value\":null,\"r\":0,\"d\":1}",
                        "\"value\":null,\"r\":0,\"d\":0}");
    }

    @Test
    void theNamesOfAVariantAreSortedAsBytes() {
        byte[] metadata = VariantEncoder.ofMetadata(List.of("b", "a", "b"));

        assertThat(metadata).containsExactly(0x11, 2, 0, 1, 2, 'a', 'b');
        assertThat(new Variant(VariantEncoder.ofMetadata(List.of()), VariantEncoder.ofNull()).toJson())
                .isEqualTo("null");
    }
}
