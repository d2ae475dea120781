package io.parquetry.cli.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.format.metadata.CompressionCodec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract of {@code from-json}: a complete file, or none and one message with the line and the field. */
class FromJsonCommandTest {
    @TempDir
    private Path directory;

    private Path in(String text) throws IOException {
        return Files.writeString(directory.resolve("in.ndjson"), text);
    }

    private Path out() {
        return directory.resolve("out.parquet");
    }

    private void assertNoFileLeft() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactly("in.ndjson");
        }
    }

    @Test
    void theSchemaIsInferredAndTheFileIsGood() throws IOException {
        Path in = in("\uFEFF{\"id\":1,\"at\":{\"x\":0.5}}\r\n\n  \n{\"id\":2,\"name\":\"b\"}");

        CommandLineRun run = CommandLineRun.of("from-json", in, out());

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith(out() + ": 2 rows, 3 columns, ");
        assertThat(CommandLineRun.of("cat", out()).out().lines())
                .containsExactly(
                        "{\"id\":1,\"at\":{\"x\":0.5},\"name\":null}", "{\"id\":2,\"at\":null,\"name\":\"b\"}");
        assertThat(CommandLineRun.of("verify", out()).exitCode()).isZero();
    }

    @Test
    void standardInputIsReadTwiceThroughACopy() throws IOException {
        in("");
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("{\"a\":1}\n{\"a\":2.5}\n".getBytes(StandardCharsets.UTF_8)));
        try {
            assertThat(CommandLineRun.of("from-json", "-", out()).err()).isEmpty();
        } finally {
            System.setIn(before);
        }
        assertThat(CommandLineRun.of("cat", out()).out().lines()).containsExactly("{\"a\":1.0}", "{\"a\":2.5}");
        Files.delete(out());
        assertNoFileLeft();
    }

    @Test
    void theSchemaMayBeTextAFileOrAParquetFile() throws IOException {
        Path in = in("{\"id\":\"7.5\"}\n");
        String schema = "message m { required int32 id (DECIMAL(5,2)); }";
        Path file = Files.writeString(directory.resolve("schema.txt"), schema);
        Path first = directory.resolve("first.parquet");

        assertThat(CommandLineRun.of("from-json", "--schema", schema, in, first).err())
                .isEmpty();
        for (Path given : new Path[] {file, first}) {
            CommandLineRun run = CommandLineRun.of("from-json", "--force", "--schema", given, in, out());
            assertThat(run.err()).isEmpty();
            assertThat(CommandLineRun.of("cat", out()).out().strip()).isEqualTo("{\"id\":\"7.50\"}");
        }
        assertThat(CommandLineRun.of("from-json", "--force", "--schema", directory.resolve("no"), in, out())
                        .err())
                .contains("there is no such file");
        assertThat(CommandLineRun.of("from-json", "--force", "--schema", in, in, out())
                        .err())
                .startsWith("parquetry from-json: " + in + ": ");
    }

    /** As a shell gives it with {@code <(...)}. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void theSchemaMayComeThroughAPipe() throws Exception {
        Path in = in("{\"id\":7}\n");
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Process schema = new ProcessBuilder(
                        "sh", "-c", "echo 'message m { required int32 id; }' > \"$0\"", pipe.toString())
                .start();

        CommandLineRun run = CommandLineRun.of("from-json", "--schema", pipe, in, out());

        assertThat(run.err()).isEmpty();
        assertThat(CommandLineRun.of("schema", out()).out()).contains("required int32 id;");
        assertThat(schema.waitFor()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int32 x | \"a\" | field x: there is \"a\", but it takes a whole number, -2147483648 to 2147483647",
                "int32 x | 2147483648 | field x: there is 2147483648, but it takes a whole number",
                "int32 x | 1.5 | field x: there is 1.5, but it takes a whole number",
                "int32 x | null | field x: ",
                "int32 x (INTEGER(8,true)) | 128 | a whole number, -128 to 127",
                "int32 x (INTEGER(16,false)) | -1 | a whole number, 0 to 65535",
                "int64 x (INTEGER(64,false)) | 18446744073709551616 | a whole number, 0 to 18446744073709551615",
                "int32 x (DATE) | \"2024-02-30\" | a date such as \"2024-02-29\"",
                "int64 x (TIMESTAMP(MILLIS,true)) | \"2024-01-01T00:00:00.1234Z\" | it has more digits than MILLIS",
                "int64 x (TIMESTAMP(NANOS,true)) | \"9999-01-01T00:00:00Z\" | that its unit can count from 1970",
                "int64 x (TIMESTAMP(MICROS,false)) | \"2024-01-01T00:00:00Z\" | it is local and has no zone",
                "int32 x (TIME(MILLIS,true)) | \"24:00:00Z\" | a time such as",
                "int32 x (DECIMAL(5,2)) | 1000 | a decimal of up to 5 digits, 2 of them after the point",
                "int32 x (DECIMAL(5,2)) | 1e999999999 | a decimal of up to 5 digits",
                "int32 x (DECIMAL(5,2)) | \"1.234\" | a decimal of up to 5 digits",
                "double x | \"1.5\" | a number, \"NaN\", \"Infinity\" or \"-Infinity\"",
                "double x | -1e309 | there is -1e309, but it takes a number that 64 bits hold, or \"-Infinity\"",
                "float x | 3.5e38 | there is 3.5e38, but it takes a number that 32 bits hold, or \"Infinity\"",
                "fixed_len_byte_array(2) x (FLOAT16) | 65520 | a number that 16 bits hold, or \"Infinity\"",
                "int32 x (UNKNOWN) | 1 | there is 1, but it takes null, the only value of UNKNOWN",
                "boolean x | 1 | but it takes true or false",
                "binary x | \"***\" | but it takes base64",
                "fixed_len_byte_array(3) x | \"AAAA AAAA\" | base64 of 3 bytes",
                "fixed_len_byte_array(16) x (UUID) | \"1-1-1-1-1\" | a UUID such as",
                "fixed_len_byte_array(12) x (INTERVAL) | \"P1Y\" | an interval such as",
                "group x { required int32 a; } | [1] | field x: there is an array, but it takes an object",
                "group x { required int32 a; } | {\"b\":1} | field x.b: the schema has no such field; its fields are a",
                "group x { required int32 a; } | {\"a\":1,\"a\":2} | field x.a: the field is there twice",
                "group x (LIST) { repeated group list { required int32 element; } } | [1,\"b\"] | field x[1]: there is",
                "group x (MAP) { repeated group key_value { required binary key (STRING); optional int32 value; } }"
                        + " | [{\"key\":\"a\",\"value\":1,\"value\":2}] | field x[0].value: the field is there twice",
                "group x (MAP) { repeated group key_value { required binary key (STRING); } } | {\"a\":1}"
                        + " | field x[0]: there is 1, but it takes null",
                "binary x (STRING) | \"\\ud800\" | field x: ",
                "group x (VARIANT(1)) { required binary metadata; required binary value; } | {\"a\":1,\"a\":2}"
                        + " | field x.a: the field is there twice",
                "group x (VARIANT(1)) { required binary metadata; required binary value; } | [1e309]"
                        + " | there is 1e309, but it takes a number that 64 bits hold",
                "group x (VARIANT(1)) { required binary metadata; required binary value; } | \"\\ud800\""
                        + " | field x: the text has an unpaired surrogate at position 0"
            })
    void aValueThatDoesNotFitIsReportedWithLineAndField(String column, String value, String message)
            throws IOException {
        String good = "{}\n";
        Path in = in(good + "{\"x\":" + value + "}\n" + good);
        String repetition = value.equals("null") ? "required " : "optional ";
        if (value.equals("null")) {
            in("\n{\"x\":" + value + "}\n");
        }

        CommandLineRun run = CommandLineRun.of(
                "from-json",
                "--schema",
                "message m { " + repetition + column + (column.endsWith("}") ? "" : ";") + " }",
                in,
                out());

        assertThat(run.err())
                .startsWith("parquetry from-json: " + in + ", line 2: field x")
                .contains(message)
                .hasLineCount(1);
        assertThat(run.exitCode()).isEqualTo(1);
        assertNoFileLeft();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":1 | for Object; there must be one record per line, as jq -c . writes them",
                "{\"a\":NaN} | line 2: column 9: Non-standard token 'NaN'; JSON has no such number: write \"NaN\", ",
                "{\"a\":1}{\"a\":2} | line 2: has more text after its record",
                "{\"a\":1} // one | column 9: Unexpected character ('/' (code 47)): maybe a (non-standard) comment?",
                "[1] | line 2: there is an array, but it takes an object with the fields of a record on each line, as jq",
                "{'a':1} | line 2: column 2: "
            })
    void aLineThatIsNoRecordIsReportedWithItsNumber(String line, String message) throws IOException {
        Path in = in("{\"a\":1}\n" + line + "\n");

        CommandLineRun run = CommandLineRun.of("from-json", in, out());

        assertThat(run.err())
                .contains(in + ", line 2: ")
                .contains(message)
                .doesNotContain("StreamRead", "ReadFeature", "ALLOW_")
                .hasLineCount(1);
        assertNoFileLeft();
    }

    @ParameterizedTest
    @CsvSource({"[, ], 5000, nesting depth", "1, 1, 5000, Number value length"})
    void aLineBeyondTheLimitsOfTheParserIsReportedWithItsNumber(String left, String right, int times, String message)
            throws IOException {
        Path in = in("{\"a\":1}\n{\"a\":" + left.repeat(times) + right.repeat(times) + "}\n");

        CommandLineRun run = CommandLineRun.of("from-json", in, out());

        assertThat(run.err())
                .startsWith("parquetry from-json: " + in + ", line 2: ")
                .contains(message)
                .doesNotContain("StreamRead")
                .hasLineCount(1);
        assertThat(run.exitCode()).isEqualTo(1);
        assertNoFileLeft();
    }

    @Test
    void aFileIsOverwrittenOnlyWithForce() throws IOException {
        Path in = in("{\"a\":1}\n");
        Files.writeString(out(), "precious");

        assertThat(CommandLineRun.of("from-json", in, out()).err()).contains("exists already");
        assertThat(out()).hasContent("precious");

        Path bad = Files.writeString(directory.resolve("bad.ndjson"), "oops");
        assertThat(CommandLineRun.of("from-json", "--force", bad, out()).exitCode())
                .isEqualTo(1);
        assertThat(out()).as("trouble leaves it").hasContent("precious");

        assertThat(CommandLineRun.of("from-json", "--force", in, out()).exitCode())
                .isZero();
        assertThat(CommandLineRun.of("cat", out()).out().strip()).isEqualTo("{\"a\":1}");
    }

    @Test
    void optionsAreChecked() throws IOException {
        Path in = in("{\"a\":1}\n");

        assertThat(CommandLineRun.of("from-json", "--codec", "zip", in, out()).err())
                .contains("--codec is zip; it must be one of "
                        + CompressionCodec.names(CompressionCodec.written()).toLowerCase(Locale.ROOT));
        assertThat(CommandLineRun.of("from-json", "--level", "99", in, out()).err())
                .contains("from-json: ")
                .doesNotContain("unexpected");
        assertThat(CommandLineRun.of("from-json", "--page-bytes", "0", in, out())
                        .exitCode())
                .isEqualTo(2);
        CommandLineRun fine = CommandLineRun.of(
                "from-json",
                "--codec",
                "gzip",
                "--level",
                "9",
                "--page-bytes",
                "1000",
                "--row-group-bytes",
                "100000",
                in,
                out());
        assertThat(fine.err()).isEmpty();
        assertThat(CommandLineRun.of("dump", out()).out()).contains("GZIP");
    }

    @Test
    void theInputIsNotReplaced() throws IOException {
        Path file = directory.resolve("text");
        Path link = directory.resolve("link");
        for (String command : List.of("from-json", "from-csv")) {
            Files.writeString(file, "{\"a\":1}\n");
            Files.deleteIfExists(link);
            Files.createLink(link, file);
            for (Path output : List.of(file, link)) {
                CommandLineRun run = CommandLineRun.of(command, "--force", file, output);
                assertThat(run.exitCode()).as(command).isEqualTo(1);
                assertThat(run.err()).contains(output + ": is one of the files that are read");
            }
            assertThat(file).hasContent("{\"a\":1}\n");
        }
    }

    @Test
    void theFileThatGivesTheSchemaIsNotReplaced() throws IOException {
        Path schema = Files.writeString(directory.resolve("schema"), "message m { optional int32 a; }");
        Path in = in("{\"a\":1}\n");
        CommandLineRun run = CommandLineRun.of("from-json", "--force", "--schema", schema, in, schema);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains(schema + ": is one of the files that are read");
        assertThat(schema).hasContent("message m { optional int32 a; }");
    }

    @Test
    void anEmptyInputNeedsASchema() throws IOException {
        Path in = in("\n");

        assertThat(CommandLineRun.of("from-json", in, out()).err()).contains("give one with --schema");
        assertNoFileLeft();
        assertThat(CommandLineRun.of("from-json", "--schema", "message m { optional int32 a; }", in, out())
                        .out())
                .contains("0 rows, 1 column");
    }
}
