package io.parquetry.cli.write;

import static io.parquetry.cli.CommandLineRun.FILES;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.cli.CommandLineRun;
import io.parquetry.cli.inspect.SampleFiles;
import io.parquetry.format.TestData;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of {@code rewrite}: the rows are the same but for what was asked for, the file is good, its metadata are
 * true, and no file is lost.
 */
class RewriteCommandTest {
    @TempDir
    private Path directory;

    private Path out;

    @BeforeEach
    void nameOutput() {
        out = directory.resolve("out.parquet");
    }

    private CommandLineRun rewrite(Object... arguments) {
        List<Object> line = new ArrayList<>(List.of("rewrite"));
        line.addAll(List.of(arguments));
        line.add(out);
        return CommandLineRun.of(line.toArray());
    }

    private void assertRewritten(Object... arguments) {
        CommandLineRun run = rewrite(arguments);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(CommandLineRun.of("verify", out).out()).startsWith("OK ");
    }

    private List<JsonNode> objects(String command) throws IOException {
        return new ObjectMapper()
                .readerFor(JsonNode.class)
                .<JsonNode>readValues(CommandLineRun.of(command, "--json", out).out())
                .readAll();
    }

    private List<String> rows() {
        return CommandLineRun.of("cat", out).out().lines().toList();
    }

    /** A file with a schema, from JSON lines. */
    private Path written(String name, String fields, String... lines) throws IOException {
        Path json = Files.writeString(directory.resolve(name + ".ndjson"), String.join("\n", lines));
        Path file = directory.resolve(name + ".parquet");
        assertThat(CommandLineRun.of("from-json", "--schema", "message m { " + fields + " }", json, file)
                        .err())
                .isEmpty();
        return file;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data/alltypes_plain.snappy.parquet",
                "data/nested_maps.snappy.parquet",
                "data/nulls.snappy.parquet",
                "data/list_columns.parquet",
                "data/delta_byte_array.parquet",
                "data/fixed_length_decimal.parquet",
                "data/float16_nonzeros_and_nans.parquet",
                "data/old_list_structure.parquet",
                "data/data_index_bloom_encoding_stats.parquet",
                "data/byte_stream_split.zstd.parquet"
            })
    void rowsAreKeptBitByBit(String name) {
        Path file = TestData.parquetTesting(name);

        assertRewritten("--codec", "gzip", file);
        boolean int96 = CommandLineRun.of("schema", file).out().contains("int96");
        assertThat(CommandLineRun.of("diff", file, out).exitCode()).isEqualTo(int96 ? 1 : 0);
        if (!int96) {
            assertThat(CommandLineRun.of("diff", file, out).out()).isEmpty();
        } else {
            assertThat(rows())
                    .isEqualTo(CommandLineRun.of("cat", file)
                            .out()
                            .lines()
                            .map(row -> row.replaceAll("(timestamp_col\":\"[^\"]*)\"", "$1Z\""))
                            .toList());
        }
    }

    @Test
    void codecLevelRowGroupsAndEncodingsAreChosen() throws IOException {
        Path file = SampleFiles.manyPages(directory.resolve("many.parquet"));

        assertRewritten(
                "--codec",
                "zstd",
                "--level",
                "9",
                "--encoding",
                "id=delta_binary_packed",
                "--encoding",
                "word=delta_byte_array",
                "--encoding",
                "at=byte_stream_split",
                "--bloom",
                "id",
                file);
        List<JsonNode> chunks = objects("dump");
        assertThat(chunks).hasSize(3);
        assertThat(chunks).allMatch(chunk -> chunk.get("codec").asText().equals("ZSTD"));
        assertThat(chunks.get(0).get("encodings").toString()).contains("DELTA_BINARY_PACKED");
        assertThat(chunks.get(1).get("encodings").toString()).contains("DELTA_BYTE_ARRAY");
        assertThat(chunks.get(2).get("encodings").toString()).contains("BYTE_STREAM_SPLIT");
        String meta = CommandLineRun.of("meta", out).out();
        assertThat(meta.split("bloom_filter_offset", -1))
                .as("of id, and kept of word")
                .hasSize(3);
        assertThat(CommandLineRun.of("diff", file, out).out()).isEmpty();
    }

    @Test
    void anUnknownCodecIsRefusedWithItsPlace() throws IOException {
        Path in = written("in", "required int64 n;", "{\"n\": 1}");
        String content = Files.readString(in, StandardCharsets.ISO_8859_1);
        String pathAndCodec = "\u0018\u0001n\u0015";
        int codec = content.lastIndexOf(pathAndCodec) + pathAndCodec.length();
        Files.writeString(
                in,
                content.substring(0, codec) + (char) (60 << 1) + content.substring(codec + 1),
                StandardCharsets.ISO_8859_1);

        assertThat(rewrite(in).err())
                .contains("in.parquet, row group 0, column n: unsupported: compression codec number 60");
    }

    @Test
    void columnsKeepTheirCodec() throws IOException {
        Path file = SampleFiles.manyPages(directory.resolve("many.parquet"));

        assertRewritten(file);
        assertThat(objects("dump"))
                .allMatch(chunk -> chunk.get("codec").asText().equals("UNCOMPRESSED"));
    }

    @Test
    void columnsAndRowsAreLeftOut() throws IOException {
        Path file = written(
                "in",
                "required int32 id; optional group g { optional int32 a; optional int32 b; } optional int32 z;",
                "{\"id\":1,\"g\":{\"a\":1,\"b\":2},\"z\":3}",
                "{\"id\":2,\"g\":{\"a\":3},\"z\":3}");

        assertRewritten("--drop", "g.a,z", "--where", "id > 1", file);
        assertThat(rows()).containsExactly("{\"id\":2,\"g\":{\"b\":null}}");
        assertRewritten("--columns", "g", "--drop", "g.b", "--force", file);
        assertThat(rows()).containsExactly("{\"g\":{\"a\":1}}", "{\"g\":{\"a\":3}}");
        assertThat(rewrite("--drop", "id,g,z", "--force", file).err()).contains("--drop leaves no column");
        assertThat(rewrite("--drop", "none", "--force", file).err()).startsWith("parquetry rewrite: " + file + ": ");
    }

    @Test
    void valuesAreMasked() throws Exception {
        Path file = written(
                "in",
                "required int32 id; optional binary email (STRING); required binary name (STRING);"
                        + " optional int32 day (DATE); optional group l (LIST) { repeated group list {"
                        + " optional binary element (STRING); } }",
                "{\"id\":1,\"email\":\"a@b.c\",\"name\":\"Zoë\",\"day\":\"2024-02-29\",\"l\":[\"x\",null]}",
                "{\"id\":2,\"name\":\"Adam\"}");

        assertRewritten(
                "--mask",
                "email=hash",
                "--mask",
                "name=null",
                "--mask",
                "day=constant:1970-01-01",
                "--mask",
                "l.list.element=constant:a=b",
                file);
        String hash = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest("a@b.c".getBytes(StandardCharsets.UTF_8)));
        assertThat(rows())
                .containsExactly(
                        "{\"id\":1,\"email\":\"" + hash + "\",\"name\":null,\"day\":\"1970-01-01\","
                                + "\"l\":[\"a=b\",null]}",
                        "{\"id\":2,\"email\":null,\"name\":null,\"day\":null,\"l\":null}");
        assertThat(Files.readString(out, StandardCharsets.ISO_8859_1))
                .as("no value is left in pages, bounds or dictionaries")
                .doesNotContain("Adam")
                .doesNotContain("a@b.c");

        Path key = Files.writeString(directory.resolve("key"), "secret");
        assertRewritten("--mask", "email=hash", "--mask-key-file", key, "--force", file);
        assertThat(rows().get(0)).doesNotContain(hash).containsPattern("\"email\":\"[0-9a-f]{64}\"");
        assertThat(rewrite("--mask", "id=hash", "--force", file).err())
                .contains("column id is INT32; a hash takes the place of text");
        assertThat(rewrite("--mask", "day=constant:soon", "--force", file).err())
                .contains("--mask: column day: there is \"soon\", but it takes a date");
        assertThat(rewrite("--mask", "mail=null", "--force", file).err()).contains("has no column mail to mask");
        assertThat(rewrite("--mask", "email=x", "--force", file).exitCode()).isEqualTo(2);
    }

    @Test
    void rowsAreSortedOverAllRowGroups() throws IOException {
        Random random = new Random(1);
        List<Path> files = new ArrayList<>();
        for (int file = 0; file < 3; file++) {
            String[] lines = new String[2_000];
            for (int i = 0; i < lines.length; i++) {
                String name = random.nextInt(10) == 0 ? "null" : "\"n" + random.nextInt(50) + "\"";
                lines[i] = "{\"name\":" + name + ",\"x\":" + random.nextInt(1_000) / 8.0 + ",\"at\":"
                        + (file * 2_000 + i) + "}";
            }
            files.add(written(
                    "part" + file, "optional binary name (STRING); required double x; required int32 at;", lines));
        }
        Path all = Files.createDirectory(directory.resolve("all"));
        for (Path file : files) {
            Files.move(file, all.resolve(file.getFileName()));
        }

        assertRewritten("--sort", "name, x desc", "--row-group-bytes", "8192", all);
        List<JsonNode> sorted = new ObjectMapper()
                .readerFor(JsonNode.class)
                .<JsonNode>readValues(String.join("\n", rows()))
                .readAll();
        assertThat(sorted).hasSize(6_000);
        for (int i = 1; i < sorted.size(); i++) {
            assertThat(order(sorted.get(i - 1), sorted.get(i))).as("row %s", i).isNegative();
        }
        assertThat(CommandLineRun.of("dump", out).out().split("row group ")).hasSizeGreaterThan(3);
        assertThat(CommandLineRun.of("meta", out).out()).contains("sorting_columns");
        assertThat(names()).as("nothing temporary is left").allMatch(name -> !name.startsWith("."));
    }

    /** By name with nulls last, x descending, and where they are equal as they came. */
    private static int order(JsonNode left, JsonNode right) {
        if (left.get("name").isNull() != right.get("name").isNull()) {
            return left.get("name").isNull() ? 1 : -1;
        }
        int byName = left.get("name").asText().compareTo(right.get("name").asText());
        int byX = Double.compare(right.get("x").asDouble(), left.get("x").asDouble());
        return byName != 0
                ? byName
                : byX != 0
                        ? byX
                        : Integer.compare(
                                left.get("at").asInt(), right.get("at").asInt());
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void keyValuesStayWhereTheyAreTrue() throws IOException {
        Path file = directory.resolve("in.parquet");
        MessageType schema = MessageType.parse("message m { required int32 a; required int32 b; }");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(file), schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(Map.of("a", 1, "b", 2));
            writer.putKeyValue("owner", "me");
            writer.putKeyValue("ARROW:schema", "a and b");
            writer.putKeyValue("parquetry.records", "1");
            writer.finish();
        }

        assertThat(rewrite(file).err()).isEmpty();
        assertThat(CommandLineRun.of("meta", out).out()).contains("owner", "ARROW:schema", "parquetry.records");
        assertThat(rewrite("--drop", "b", "--force", file).err())
                .isEqualTo("left out of the key-value metadata, as no longer true: ARROW:schema\n");
        assertThat(CommandLineRun.of("meta", out).out())
                .contains("owner", "parquetry.records")
                .doesNotContain("ARROW");
        assertThat(rewrite("--where", "a > 7", "--force", file).err()).contains("parquetry.records");
        assertThat(rows()).isEmpty();
    }

    @Test
    void noFileIsLost() throws IOException {
        Path in = Files.copy(FILES.resolve("simple.parquet"), directory.resolve("in.parquet"));
        Path link = Files.createSymbolicLink(directory.resolve("link.parquet"), in);
        byte[] before = Files.readAllBytes(in);

        out = in;
        assertThat(rewrite(in).err()).contains(in + ": is one of the files that are read");
        assertThat(rewrite("--force", in).err()).contains(in + ": is one of the files that are read");
        assertThat(rewrite("--force", directory).err()).contains(in + ": is one of the files that are read");
        out = link;
        assertThat(rewrite("--force", in).err()).contains(link + ": is one of the files that are read");
        out = Files.writeString(directory.resolve("key"), "secret");
        assertThat(rewrite("--mask", "text=hash", "--mask-key-file", out, "--force", in)
                        .err())
                .contains("key: is one of the files that are read");
        assertThat(out).hasContent("secret");
        out = Files.writeString(directory.resolve("taken"), "mine");
        assertThat(rewrite(in).err())
                .contains("taken: exists already and is not overwritten; name a new file, or give --force");
        assertThat(out).hasContent("mine");
        assertThat(Files.readAllBytes(in)).isEqualTo(before);

        byte[] damaged = Arrays.copyOf(before, before.length);
        damaged[60] ^= 0x55;
        Path bad = Files.write(directory.resolve("bad.parquet"), damaged);
        assertThat(rewrite("--force", bad).exitCode()).isEqualTo(1);
        assertThat(rewrite("--force", "--sort", "text", bad).exitCode()).isEqualTo(1);
        assertThat(out).hasContent("mine");
        assertThat(names()).allMatch(name -> !name.startsWith("."));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void noDeviceIsReplacedAndALinkLeadsToTheSameFile() throws Exception {
        Path in = FILES.resolve("simple.parquet");
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        for (Path device : List.of(pipe, Files.createSymbolicLink(directory.resolve("link"), pipe))) {
            out = device;
            assertThat(rewrite("--force", in).err()).contains(device + ": is a device or pipe, which is not replaced");
            assertThat(CommandLineRun.of("cat", device).err())
                    .contains(device + ": is a device or pipe, which cannot be read in parts; send it to stdin");
        }
        assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther())
                .isTrue();

        Path old = Files.writeString(directory.resolve("old"), "mine");
        out = Files.createSymbolicLink(directory.resolve("link-to-old"), old);
        assertThat(rewrite("--force", in).exitCode()).isZero();
        assertThat(out).isSymbolicLink();
        assertThat(CommandLineRun.of("diff", in, old).out()).isEmpty();
    }

    @Test
    void aFileThatAMetadataFileNamesIsNotReplaced() throws IOException {
        Path table = Files.createDirectories(directory.resolve("table"));
        out = Files.createDirectories(table.resolve("day=0")).resolve("part.parquet");
        Files.createDirectories(table.resolve("day=1"));
        for (String name : List.of("_metadata", "day=0/part.parquet", "day=1/part.parquet")) {
            Files.copy(FILES.resolve("table").resolve(name), table.resolve(name));
        }

        assertThat(rewrite("--force", table.resolve("_metadata")).err())
                .contains(out + ": is one of the files that are read");
        assertThat(out).hasSameBinaryContentAs(FILES.resolve("table/day=0/part.parquet"));
    }

    @Test
    void aNameMayBeAsLongAsTheFileSystemAllows() throws IOException {
        Path in = SampleFiles.manyPages(directory.resolve("in.parquet"));
        out = directory.resolve("n".repeat(247) + ".parquet");

        assertThat(rewrite("--sort", "id", in).exitCode()).isZero();
        assertThat(CommandLineRun.of("diff", "--key", "id", in, out).exitCode()).isZero();
    }

    @Test
    void aColumnWithoutOrderIsNamedWithItsType() throws IOException {
        Path record = Files.writeString(directory.resolve("record.json"), "{}");
        Path in = directory.resolve("in.parquet");
        CommandLineRun.of("from-json", "--schema", "message m { optional int32 u (UNKNOWN); }", record, in);

        assertThat(rewrite("--sort", "u", in).err())
                .contains("rows cannot be sorted by column u: its type INT32 (UNKNOWN) has no order");
    }

    @Test
    void wrongArgumentsAreNamed() throws IOException {
        Path in = SampleFiles.manyPages(directory.resolve("in.parquet"));

        assertThat(CommandLineRun.of("rewrite").exitCode()).isEqualTo(2);
        assertThat(CommandLineRun.of("rewrite", in).err()).contains("Missing required parameter: 'OUT'");
        assertThat(rewrite(directory.resolve("none.parquet")).err()).contains("there is no such file");
        assertThat(rewrite("--encoding", "id=zip", in).err())
                .contains("there is no encoding 'zip'; the encodings are dictionary, plain, delta_binary_packed");
        assertThat(rewrite("--encoding", "id=delta_byte_array", in).err())
                .contains("the file cannot be written so: column id of type INT32 cannot be written with encoding");
        assertThat(rewrite("--sort", "at", in).err()).contains("rows cannot be sorted by column at");
        assertThat(rewrite("--sort", "no", in).err()).contains("column no, which the schema does not have");
        assertThat(rewrite("--bloom", "no", in).err()).contains("column no, which the schema does not have");
        assertThat(rewrite("--level", "99", "--codec", "zstd", in).exitCode()).isNotZero();
        assertThat(rewrite("--where", "id >", in).exitCode()).isEqualTo(2);
        assertThat(rewrite(in, FILES.resolve("simple.parquet")).exitCode()).isEqualTo(2);
        assertThat(names()).containsExactly("in.parquet");
    }

    @Test
    void aFileWithoutRowsIsRewritten() throws IOException {
        Path none = written("none", "required int32 id;", "");

        assertRewritten("--sort", "id", none);
        assertThat(rows()).isEmpty();
    }

    @Test
    void aShreddedVariantOfAnotherWriterIsKept() {
        Path file = Path.of("src/test/resources/files/iceberg-shredded-variant.parquet");

        assertRewritten(file);
        assertThat(rows()).isEqualTo(List.of("{\"id\":1,\"var\":\"iceberg\"}"));
        assertThat(CommandLineRun.of("schema", out)).isEqualTo(CommandLineRun.of("schema", file));
    }

    /** The format does not say how the zeros of both signs compare; here -0 is before +0. */
    @ParameterizedTest
    @ValueSource(strings = {"float", "double", "fixed_len_byte_array(2)"})
    void aColumnAfterZerosOfBothSignsIsSorted(String type) throws IOException {
        String annotation = type.startsWith("fixed") ? " (FLOAT16)" : "";
        Path file = written(
                "zeros",
                "optional " + type + " x" + annotation + "; optional int32 n;",
                "{\"x\":0.0,\"n\":1}",
                "{\"x\":-0.0,\"n\":2}",
                "{\"x\":-0.0,\"n\":null}");

        assertRewritten("--sort", "x, n", file);
        assertThat(rows()).containsExactly("{\"x\":-0.0,\"n\":2}", "{\"x\":-0.0,\"n\":null}", "{\"x\":0.0,\"n\":1}");
    }

    @Test
    void partsOfAShreddedVariantGoToTheirColumnsAgain() throws IOException {
        Path file = written(
                "shredded",
                "required int64 id; optional group v (VARIANT(1)) { required binary metadata; optional binary value;"
                        + " optional group typed_value { required group name { optional binary value; optional binary"
                        + " typed_value (STRING); } required group size { optional binary value; optional int32"
                        + " typed_value (INTEGER(8,true)); } required group price { optional binary value; optional"
                        + " int32 typed_value (DECIMAL(9,2)); } required group tags { optional binary value; optional"
                        + " group typed_value (LIST) { repeated group list { required group element { optional binary"
                        + " value; optional binary typed_value (STRING); } } } } } }",
                "{\"id\":1,\"v\":{\"name\":\"a\",\"size\":3,\"price\":1.25,\"tags\":[\"x\",\"y\"],\"more\":true}}",
                "{\"id\":2,\"v\":{\"name\":5,\"size\":\"large\",\"tags\":[1,\"z\"]}}",
                "{\"id\":3,\"v\":null}",
                "{\"id\":4,\"v\":[1,2]}",
                "{\"id\":5}");

        assertRewritten("--sort", "id desc", file);
        List<String> sorted = new ArrayList<>(rows());
        Collections.reverse(sorted);
        assertThat(sorted)
                .isEqualTo(CommandLineRun.of("cat", file).out().lines().toList());
        assertThat(CommandLineRun.of("schema", out)).isEqualTo(CommandLineRun.of("schema", file));
        assertThat(CommandLineRun.of("levels", "-c", "v.typed_value.name.typed_value", out)
                        .out())
                .as("the typed column has the value")
                .contains("\"a\"");
        assertThat(rewrite("--mask", "v.typed_value.name.typed_value=null", "--force", file)
                        .err())
                .contains("is a part of a variant");
    }

    /** What a user drops or masks must not be in the file. */
    @Test
    void aColumnThatTheRestNeedsIsNotKeptInSilence() throws IOException {
        Path file = written(
                "maps",
                "optional group m (MAP) { repeated group key_value { required binary key (STRING); optional int32"
                        + " value; } } optional group l (LIST) { repeated group list { required int32 element; } }"
                        + " optional group s (LIST) { repeated group list { optional group element { required int32"
                        + " x; } } }",
                "{\"m\":{\"a\":1},\"l\":[1],\"s\":[{\"x\":1}]}");

        assertThat(rewrite("--drop", "m.key_value.key", file).err())
                .contains("--drop: column m.key_value.key is the key of a map or a part of a variant");
        for (String column : List.of("m.key_value.key", "l.list.element")) {
            assertThat(rewrite("--mask", column + "=null", file).err())
                    .isEqualTo("parquetry rewrite: --mask: column " + column + " is in a list or map that cannot have"
                            + " nulls in it; use constant:VALUE, or --drop for the list or map\n");
        }
        assertRewritten("--drop", "m", "--mask", "l.list.element=constant:7", "--mask", "s.list.element.x=null", file);
        assertThat(rows()).containsExactly("{\"l\":[7],\"s\":[{\"x\":null}]}");
    }

    @Test
    void aHashOfBytesIsHexadecimal() throws Exception {
        Path file = written("bytes", "required binary raw;", "{\"raw\":\"AAE=\"}");
        String hash =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(new byte[] {0, 1}));

        assertRewritten("--mask", "raw=hash", file);

        String expected = Base64.getEncoder().encodeToString(hash.getBytes(StandardCharsets.US_ASCII));
        assertThat(rows()).isEqualTo(List.of("{\"raw\":\"" + expected + "\"}"));
    }

    /** Of Spark in its legacy mode; see HybridCalendarTest. */
    @Test
    void datesOfTheJulianCalendarAreWrittenAnew() throws IOException {
        Path file = directory.resolve("spark.parquet");
        try (InputStream old = TestData.class.getResourceAsStream("/hybrid-calendar/spark-micros.parquet")) {
            Files.copy(old, file);
        }

        CommandLineRun run = rewrite(file);

        assertThat(run.err()).contains("as no longer true: ").contains("org.apache.spark.legacyDateTime");
        assertThat(rows())
                .isEqualTo(CommandLineRun.of("cat", file).out().lines().toList())
                .startsWith("{\"id\":1,\"day\":\"0001-01-01\",\"at\":\"0001-01-01T00:00:00.000000Z\"}");
        assertThat(CommandLineRun.of("meta", out).out()).doesNotContain("legacyDateTime");
        assertThat(CommandLineRun.of("diff", file, out)).isEqualTo(new CommandLineRun(0, "", ""));
        assertThat(CommandLineRun.of("merge", out, file, directory.resolve("merged.parquet"))
                        .err())
                .contains("one of them counts days before 1582-10-15 by the Julian calendar in column day");
        assertThat(CommandLineRun.of("merge", file, file, directory.resolve("merged.parquet"))
                        .exitCode())
                .isZero();
    }
}
