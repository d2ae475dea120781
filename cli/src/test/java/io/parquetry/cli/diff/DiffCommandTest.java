package io.parquetry.cli.diff;

import static io.parquetry.cli.CommandLineRun.FILES;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.cli.inspect.SampleFiles;
import io.parquetry.format.TestData;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.variant.Variant;
import io.parquetry.format.variant.VariantEncoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of {@code diff}: 0 equal, 1 different, 2 a fault; each difference has its row and its path. */
class DiffCommandTest {
    @TempDir
    private Path directory;

    private Path written(String name, String schema, String... lines) throws IOException {
        Path json = Files.writeString(directory.resolve(name + ".ndjson"), String.join("\n", lines));
        Path file = directory.resolve(name + ".parquet");
        assertThat(CommandLineRun.of("from-json", "--schema", "message m { " + schema + " }", json, file)
                        .err())
                .isEmpty();
        return file;
    }

    private static void assertEqual(Object... arguments) {
        assertThat(diff(arguments)).isEqualTo(new CommandLineRun(0, "", ""));
    }

    private static List<String> differences(Object... arguments) {
        CommandLineRun run = diff(arguments);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(1);
        return run.out().lines().toList();
    }

    private static CommandLineRun diff(Object... arguments) {
        Object[] line = new Object[arguments.length + 1];
        line[0] = "diff";
        System.arraycopy(arguments, 0, line, 1, arguments.length);
        return CommandLineRun.of(line);
    }

    @Test
    void equalRowsInFilesOfAnotherFormAreEqual() throws IOException {
        for (Path file :
                List.of(SampleFiles.allTypes(directory.resolve("types.parquet")), FILES.resolve("nested.parquet"))) {
            Path json = Files.writeString(
                    directory.resolve("in.ndjson"),
                    CommandLineRun.of("cat", file).out());
            Path again = directory.resolve("again.parquet");
            CommandLineRun.of("from-json", "--schema", file, "--codec", "gzip", "--force", json, again);

            assertEqual(file, file);
            assertEqual(file, again);
        }
        // One from Impala with dictionaries, one without.
        Path plain = TestData.parquetTesting("data/alltypes_plain.parquet");
        assertEqual(plain, plain);
        assertThat(differences(plain, TestData.parquetTesting("data/alltypes_dictionary.parquet")))
                .startsWith("rows: A has 8, B has 2", "row 0, id: 4 | 0");
    }

    @Test
    void eachDifferenceHasItsRowAndPath() throws IOException {
        String schema = "optional int32 id; optional group g { optional double x; optional int32 day (DATE); }"
                + " optional group l (LIST) { repeated group list { optional binary element (STRING); } }"
                + " optional group m (MAP) { repeated group key_value { required binary key (STRING);"
                + " optional int32 value; } }";
        Path a = written(
                "a",
                schema,
                "{\"id\":1,\"g\":{\"x\":0.5,\"day\":\"2024-02-29\"},\"l\":[\"a\",\"b\"],\"m\":{\"k\":1}}",
                "{\"id\":2,\"g\":{\"x\":\"NaN\"}}",
                "{\"id\":3,\"l\":[\"a\"],\"m\":{\"k\":1,\"n\":2}}");
        Path b = written(
                "b",
                schema,
                "{\"id\":1,\"g\":{\"x\":0.5,\"day\":\"2024-03-01\"},\"l\":[\"a\",\"c\"],\"m\":{\"k\":2}}",
                "{\"id\":2,\"g\":{\"x\":\"NaN\"}}",
                "{\"l\":[\"a\",null],\"m\":{\"k\":1}}");

        assertThat(differences(a, b))
                .containsExactly(
                        "row 0, g.day: \"2024-02-29\" | \"2024-03-01\"",
                        "row 0, l[1]: \"b\" | \"c\"",
                        "row 0, m[0].value: 1 | 2",
                        "row 2, id: 3 | null",
                        "row 2, l: size 1 | size 2",
                        "row 2, m: size 2 | size 1");
        assertThat(differences("-n", 2, a, b))
                .hasSize(3)
                .last()
                .isEqualTo("stopped after 2 differences; --limit prints more");
        assertThat(differences("--quiet", a, b)).isEmpty();
        assertThat(differences("-c", "g.day", a, b)).hasSize(1);
        assertEqual("-c", "g.x", a, b);
    }

    /** from-json writes one kind of NaN; the file has several, and both zeros. */
    @Test
    void allNansAreEqualAlsoInHalfPrecision() throws IOException {
        Path several = TestData.parquetTesting("data/floating_orders_nan_count.parquet");
        Path json = Files.writeString(
                directory.resolve("one.ndjson"),
                CommandLineRun.of("cat", several).out());
        Path schema = Files.writeString(
                directory.resolve("one.schema"),
                CommandLineRun.of("schema", several).out());
        Path one = directory.resolve("one.parquet");
        assertThat(CommandLineRun.of("from-json", "--schema", schema, json, one).err())
                .isEmpty();

        assertEqual(several, one);
    }

    @Test
    void numbersOfHalfPrecisionDifferByTheirBits() throws IOException {
        String schema = "optional fixed_len_byte_array(2) x (FLOAT16);";
        Path a = written("a", schema, "{\"x\":1.5}", "{\"x\":\"Infinity\"}", "{\"x\":-0.0}");
        Path b = written("b", schema, "{\"x\":2.5}", "{\"x\":\"NaN\"}", "{\"x\":0.0}");

        assertThat(differences(a, b)).hasSize(3);
    }

    /** As JSON, each of the first five pairs is equal. */
    @Test
    void valuesInVariantsDifferByTheirTypes() throws IOException {
        byte[] text = "2024-02-29".getBytes(StandardCharsets.UTF_8);
        Path a = variants(
                "a",
                VariantEncoder.ofDate((int) LocalDate.of(2024, 2, 29).toEpochDay()),
                VariantEncoder.ofFloat(0.1f),
                VariantEncoder.ofFloat(Float.NaN),
                VariantEncoder.ofArray(List.of(VariantEncoder.ofNull(), VariantEncoder.ofBinary(new byte[] {1}, 0, 1))),
                VariantEncoder.ofDecimal4(15, 1),
                VariantEncoder.ofInt(1, Byte.SIZE),
                VariantEncoder.ofDecimal4(15, 1),
                VariantEncoder.ofInt(1, Byte.SIZE),
                VariantEncoder.ofTimestampMicros(1_000, true),
                VariantEncoder.ofTimestampMicros(1_000, false));
        Path b = variants(
                "b",
                VariantEncoder.ofString(text, 0, text.length),
                VariantEncoder.ofDouble(0.1),
                VariantEncoder.ofString(new byte[] {'N', 'a', 'N'}, 0, 3),
                VariantEncoder.ofArray(List.of(
                        VariantEncoder.ofNull(), VariantEncoder.ofString(new byte[] {'A', 'Q', '=', '='}, 0, 4))),
                VariantEncoder.ofDouble(1.5),
                VariantEncoder.ofInt(2, Byte.SIZE),
                VariantEncoder.ofDecimal8(15, 1),
                VariantEncoder.ofInt(1, Long.SIZE),
                VariantEncoder.ofTimestampNanos(1_000_000, true),
                VariantEncoder.ofTimestampNanos(1_000_000, false));

        assertThat(differences(a, b))
                .containsExactly(
                        "row 0, v: \"2024-02-29\", of type DATE | of type STRING",
                        "row 1, v: 0.1, of type FLOAT | of type DOUBLE",
                        "row 2, v: \"NaN\", of type FLOAT | of type STRING",
                        "row 3, v: [null,\"AQ==\"], of type BINARY | of type STRING",
                        "row 4, v: 1.5, of type INT64 | of type DOUBLE",
                        "row 5, v: 1 | 2");
    }

    private Path variants(String name, byte[]... values) throws IOException {
        MessageType schema = MessageType.parse(
                "message m { required group v (VARIANT(1)) { required binary metadata; required binary value; } }");
        Path file = directory.resolve(name + ".parquet");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(file), schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            for (byte[] value : values) {
                writer.write(Map.of("v", new Variant(VariantEncoder.ofMetadata(List.of()), value)));
            }
            writer.finish();
        }
        return file;
    }

    @Test
    void schemasThatDifferAreComparedAsFarAsTheyAgree() throws IOException {
        Path a = written("a", "optional int32 id; optional int64 n; optional int32 old;", "{\"id\":1,\"n\":2}");
        Path b = written("b", "optional double x; required int64 n; optional int64 id;", "{\"id\":1,\"n\":3}");

        assertThat(differences(a, b))
                .containsExactly(
                        "schema: id: optional int32 id | optional int64 id",
                        "schema: n: optional int64 n | required int64 n",
                        "schema: old: only in A, optional int32 old",
                        "schema: x: only in B, optional double x",
                        "row 0, n: 2 | 3");
        assertThat(differences(
                        written("c", "optional int32 p; optional int32 q;", "{}"),
                        written("d", "optional int32 q; optional int32 p;", "{}")))
                .containsExactly("schema: the schema: the fields are in another order, p,q | q,p");
    }

    @Test
    void withAKeyRowsAreFoundWhereverTheyAre() throws IOException {
        String schema = "optional int32 id; optional binary name (STRING); optional group g { optional int32 x; }";
        Path a = written(
                "a",
                schema,
                "{\"id\":1,\"name\":\"one\",\"g\":{\"x\":1}}",
                "{\"id\":2,\"name\":\"two\",\"g\":{\"x\":1}}",
                "{\"id\":3,\"name\":\"three\"}",
                "{\"name\":\"none\"}");
        Path b = written(
                "b",
                schema,
                "{\"name\":\"no id\"}",
                "{\"id\":4,\"name\":\"four\"}",
                "{\"id\":2,\"name\":\"TWO\",\"g\":{\"x\":2}}",
                "{\"id\":1,\"name\":\"one\",\"g\":{\"x\":1}}");

        assertThat(differences("--key", "id", a, b))
                .containsExactly(
                        "id=null, name: \"none\" | \"no id\"",
                        "id=4: only in B",
                        "id=2, name: \"two\" | \"TWO\"",
                        "id=2, g.x: 1 | 2",
                        "id=3: only in A");
        assertThat(differences("-k", "id", "-c", "g.x", a, b))
                .containsExactly("id=4: only in B", "id=2, g.x: 1 | 2", "id=3: only in A");
        assertThat(differences("-k", "g.x, name", "-c", "id", a, b))
                .startsWith("g.x=null, name=\"no id\": only in B", "g.x=null, name=\"four\": only in B");
        assertThat(differences("-k", "id", "-n", 2, a, b))
                .hasSize(3)
                .last()
                .isEqualTo("stopped after 2 differences; --limit prints more");
        assertThat(differences("-k", "id", "--quiet", a, b)).isEmpty();
        assertEqual("-k", "id", a, a);
    }

    @Test
    void rowsOfOneKeyAreComparedInTheirOrder() throws IOException {
        String schema = "required int32 id; required int32 n;";
        Path a = written("a", schema, "{\"id\":1,\"n\":1}", "{\"id\":1,\"n\":2}", "{\"id\":1,\"n\":3}");
        Path b = written("b", schema, "{\"id\":1,\"n\":1}", "{\"id\":1,\"n\":5}");

        assertThat(differences("-k", "id", a, b))
                .containsExactly("rows: A has 3, B has 2", "id=1, n: 2 | 5", "id=1: only in A");
        assertThat(differences("-k", "id", b, a))
                .containsExactly("rows: A has 2, B has 3", "id=1, n: 5 | 2", "id=1: only in B");
    }

    @Test
    void columnsThatAreNoKeysAreRefused() throws IOException {
        Path a = written(
                "a",
                "optional int32 id; optional group l (LIST) { repeated group list { optional int32 element; } }"
                        + " optional group g { optional int32 x; }"
                        + " optional group v (VARIANT(1)) { required binary metadata; required binary value; }",
                "{\"id\":1,\"v\":7}");
        Path b = written("b", "optional int64 id;", "{\"id\":1}");

        assertThat(diff("--key", "ID", a, a))
                .isEqualTo(new CommandLineRun(
                        2,
                        "",
                        "parquetry diff: " + a
                                + ": has no column ID for --key; its columns are id, l.list.element, g.x,"
                                + " v.metadata, v.value\n"));
        assertThat(diff("--key", "g", a, a).err()).contains("has no column g for --key");
        assertThat(diff("--key", "l.list.element", a, a).err()).contains("l.list.element is in a list or map");
        assertThat(diff("--key", "v.value", a, a))
                .isEqualTo(new CommandLineRun(
                        2,
                        "",
                        "parquetry diff: " + a + ": v.value is a part of a variant; --key needs whole values\n"));
        assertThat(diff("--key", "id", a, b).err())
                .isEqualTo("parquetry diff: --key id: is INT32 in A and INT64 in B; a key has one type\n");
        for (String wrong : List.of("", ",", "id,", "\"id")) {
            CommandLineRun run = diff("--key", wrong, a, a);
            assertThat(run.exitCode()).as(wrong).isEqualTo(2);
            assertThat(run.err()).as(wrong).contains("--key: ");
        }
        assertThat(diff(a, a, "--key").exitCode()).isEqualTo(2);
    }

    @Test
    void directoriesAreTables() throws IOException {
        String schema = "required int32 id;";
        Path whole = written("whole", schema, lines(0, 10));
        Path parts = Files.createDirectory(directory.resolve("parts"));
        Files.move(written("one", schema, lines(0, 3)), parts.resolve("1.parquet"));
        Files.move(written("two", schema, lines(3, 10)), parts.resolve("2.parquet"));

        assertEqual(whole, parts);
        Files.move(written("three", schema, lines(10, 11)), parts.resolve("3.parquet"));
        assertThat(differences(whole, parts)).containsExactly("rows: A has 10, B has 11");
        Files.move(written("four", "required int64 id;", lines(0, 1)), parts.resolve("4.parquet"));
        CommandLineRun mixed = diff(whole, parts);
        assertThat(mixed.exitCode()).isEqualTo(2);
        assertThat(mixed.err()).contains("4.parquet: has not the schema of ").hasLineCount(1);
    }

    private static String[] lines(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(id -> "{\"id\":" + id + "}")
                .collect(Collectors.toList())
                .toArray(String[]::new);
    }

    @Test
    void filesWithoutRowsAreCompared() throws IOException {
        Path none = written("none", "required int32 id;", "");
        Path one = written("one", "required int32 id;", lines(0, 1));

        assertEqual(none, none);
        assertThat(differences(none, one)).containsExactly("rows: A has 0, B has 1");
    }

    @Test
    void faultsHaveAnExitCodeOfTheirOwn() throws IOException {
        Path good = FILES.resolve("simple.parquet");
        Path text = Files.writeString(directory.resolve("text.parquet"), "this is no Parquet file");
        byte[] bytes = Files.readAllBytes(good);
        bytes[60] ^= 0x55;
        Path damaged = Files.write(directory.resolve("damaged.parquet"), bytes);

        for (Path bad :
                List.of(text, damaged, directory.resolve("missing"), Files.createFile(directory.resolve("empty")))) {
            CommandLineRun run = diff(good, bad);
            assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
            assertThat(run.err()).startsWith("parquetry diff: " + bad).hasLineCount(1);
        }
        assertThat(diff(good).exitCode()).isEqualTo(2);
        assertThat(diff().exitCode()).isEqualTo(2);
        assertThat(diff("-c", "none", good, good).err()).startsWith("parquetry diff: " + good + ": ");
        assertThat(diff("-n", 0, good, good).exitCode()).isEqualTo(2);
    }

    @Test
    void filesWithTwoFieldsOfOneNameAreCompared() throws IOException {
        Path a = withTwins(written("a", "optional int32 x; optional int32 y;", "{\"x\":1,\"y\":2}"));
        Path b = withTwins(written("b", "optional int32 x; optional int32 y;", "{\"x\":1,\"y\":3}"));

        assertThat(CommandLineRun.of("diff", a, a).exitCode()).isZero();
        assertThat(CommandLineRun.of("diff", a, b).out()).contains("row 0, x_1: 2 | 3");
    }

    /** Names the column y, in schema and paths, x. */
    private static Path withTwins(Path file) throws IOException {
        String content = Files.readString(file, StandardCharsets.ISO_8859_1);
        return Files.writeString(file, content.replace("\u0018\u0001y", "\u0018\u0001x"), StandardCharsets.ISO_8859_1);
    }
}
