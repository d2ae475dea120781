package io.parquetry.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.format.hostile.DeviatingFiles;
import io.parquetry.format.hostile.DeviatingFiles.DeviatingFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are read although they deviate from the format are called what they are. */
class VerifiedDeviationsTest {
    /** What {@code verify} says of each file, FILE in the place of its path. */
    private static final Map<String, String> REPORTS = new TreeMap<>(Map.ofEntries(
            Map.entry(
                    "v2-rows-and-nulls",
                    "BAD  FILE, row group 0, column a, page 0: the page header says 4 rows, the page has 3"),
            Map.entry(
                    "v2-negative-nulls",
                    "OK   FILE: 3 rows, 1 column, 1 page (row group 0, column a: the number of nulls is below 0 in the"
                            + " header of 1 page)"),
            Map.entry(
                    "bytes-behind-values",
                    "BAD  FILE, row group 0, column a: total_compressed_size is 51, but the pages with their headers"
                            + " have 46 bytes"),
            Map.entry(
                    "root-column",
                    "BAD  FILE: in the footer the root of the schema is a column of type BOOLEAN, although it has"
                            + " fields"),
            Map.entry(
                    "key-value-types",
                    "BAD  FILE: in the footer a value of the key-value metadata is no text and is not read; a key of"
                            + " the key-value metadata is no text and is not read"),
            Map.entry(
                    "three-column-orders",
                    "BAD  FILE: in the footer there are 3 column orders, but the schema has 2 columns"),
            Map.entry("group-without-fields", "OK   FILE: 1 row, 1 column, 1 page (group e has no fields)"),
            Map.entry("deep-schema", "OK   FILE: 1 row, 1 column, 1 page"),
            Map.entry(
                    "two-of-one-name",
                    "OK   FILE: 1 row, 4 columns, 4 pages (a group has several fields named 'a'; one of them is read"
                            + " as a_2; and 1 more deviation)"),
            Map.entry("decimal-without-bytes", "OK   FILE: 2 rows, 1 column, 1 page"),
            Map.entry(
                    "uint8-minus-one",
                    "BAD  FILE, row group 0, column n, page 0: the value -1 does not fit INTEGER(8,false), with which"
                            + " it is annotated"),
            Map.entry(
                    "int8-two-hundred",
                    "BAD  FILE, row group 0, column n, page 0: the value 200 does not fit INTEGER(8,true), with which"
                            + " it is annotated"),
            Map.entry("converted-times", "OK   FILE: 1 row, 2 columns, 2 pages"),
            Map.entry("page-without-values", "OK   FILE: 2 rows, 1 column, 2 pages"),
            Map.entry("rows-without-columns", "OK   FILE: 3 rows, 0 columns, 0 pages"),
            Map.entry("repeated-null-list", "OK   FILE: 3 rows, 1 column, 1 page"),
            Map.entry("dictionary-encoding", "OK   FILE: 3 rows, 1 column, 2 pages"),
            Map.entry(
                    "indexes-without-runs",
                    "OK   FILE: 4 rows, 2 columns, 6 pages (row group 0, column a: 2 pages with dictionary indexes of 0"
                            + " bits and without a run, which other readers refuse; and 1 more deviation)"),
            Map.entry(
                    "compressed-anyway",
                    "OK   FILE: 2 rows, 1 column, 1 page (row group 0, column a: the header of 1 page says that it is not"
                            + " compressed, but states two sizes; and 1 more deviation)"),
            Map.entry(
                    "empty-annotations",
                    "BAD  FILE: in the footer a field has an annotation that says nothing, and is read as without one"),
            Map.entry(
                    "dictionary-behind-pages",
                    "BAD  FILE, row group 0, column a: total_compressed_size is 61, but the pages with their headers"
                            + " have 40 bytes"),
            Map.entry("dictionary-among-pages", "OK   FILE: 3 rows, 1 column, 3 pages"),
            Map.entry(
                    "chunks-without-path",
                    "BAD  FILE: in the footer a column chunk does not say its path, and is read as that of the column"
                            + " in its place")));

    @TempDir
    private Path directory;

    static List<DeviatingFile> files() {
        return DeviatingFiles.all();
    }

    @ParameterizedTest
    @MethodSource("files")
    void theDeviationIsReported(DeviatingFile file) throws IOException {
        Path path = Files.write(directory.resolve(file.name() + ".parquet"), file.stored());

        CommandLineRun run = CommandLineRun.of("verify", path);

        assertThat(run.out().strip()).isEqualTo(REPORTS.get(file.name()).replace("FILE", path.toString()));
        assertThat(run.exitCode()).isEqualTo(run.out().startsWith("OK") ? 0 : 1);
    }

    @Test
    void aPageHeaderThatStatesTooManyBytesIsARemark() {
        Path path = Path.of("src/test/resources/files/gzip-two-bytes-more.parquet");

        assertThat(CommandLineRun.of("cat", path).out().lines()).containsExactly("{\"n\":1}", "{\"n\":2}", "{\"n\":3}");
        assertThat(CommandLineRun.of("verify", path).out().strip())
                .isEqualTo("OK   " + path + ": 3 rows, 1 column, 1 page (row group 0, column n: page headers state 2"
                        + " bytes more than the pages have; levels and values are complete; and 1 more"
                        + " deviation)");
    }

    /** Of a list with a value and a null group, a null list and an empty list, the null group counts twice. */
    @Test
    void theNullsThatDuckDbCountsInListsAreARemark() {
        Path path = Path.of("src/test/resources/files/duckdb-nulls-of-lists.parquet");

        assertThat(CommandLineRun.of("verify", path).out().strip())
                .isEqualTo("OK   " + path + ": 3 rows, 1 column, 1 page (row group 0, column l.list.element.x: the"
                        + " statistics count 4 nulls, the lists have 3)");
    }

    @Test
    void theUnusedValuesOfAnEnumThatDuckDbCountsAreARemark() {
        Path path = Path.of("src/test/resources/files/duckdb-enum.parquet");

        assertThat(CommandLineRun.of("verify", path).out().strip())
                .isEqualTo("OK   " + path + ": 2 rows, 1 column, 2 pages (row group 0, column e: the statistics count"
                        + " 3 distinct values, those of the dictionary, the pages have 1)");
    }

    /** The header of a page of version 2 counts only the null group; the second of two equal texts has no bytes. */
    @Test
    void theBytesThatArrowCountsAreARemark() {
        Path path = Path.of("src/test/resources/files/arrow-counts.parquet");

        assertThat(CommandLineRun.of("verify", path).out().strip())
                .isEqualTo("OK   " + path + ": 3 rows, 2 columns, 2 pages (row group 0, column s: the size statistics"
                        + " count 10 bytes of values, there are 20)");
    }

    @Test
    void pagesThatReadersSkipAreARemark() throws IOException {
        Path one = Files.write(directory.resolve("one.parquet"), DeviatingFiles.withIndexPage());
        Path three = Files.write(directory.resolve("three.parquet"), DeviatingFiles.withIndexPages());

        assertThat(CommandLineRun.of("verify", one).out().strip())
                .isEqualTo("OK   " + one + ": 1 row, 1 column, 1 page (row group 0, column a: 1 page without values,"
                        + " which readers skip)");
        assertThat(CommandLineRun.of("verify", three).out().strip())
                .isEqualTo("OK   " + three + ": 2 rows, 1 column, 2 pages (row group 0, column a: 3 pages without"
                        + " values, which readers skip)");
        assertThat(CommandLineRun.of("cat", three).out().lines()).containsExactly("{\"a\":1}", "{\"a\":2}");
    }

    @Test
    void aNameOfTwoLinesDoesNotMakeTwo() throws IOException {
        String content = new String(DeviatingFiles.withIndexPage(), StandardCharsets.ISO_8859_1);
        Path file = Files.writeString(
                directory.resolve("lines.parquet"),
                content.replace("\u0018\u0001a", "\u0018\u0001\n"),
                StandardCharsets.ISO_8859_1);

        assertThat(CommandLineRun.of("verify", file).out())
                .isEqualTo("OK   " + file + ": 1 row, 1 column, 1 page (row group 0, column; : 1 page without values,"
                        + " which readers skip)\n");
    }

    @Test
    void anUnknownCodecIsNamedWithItsPlace() throws IOException {
        Path file = Files.write(directory.resolve("file.parquet"), DeviatingFiles.withUnknownCodec());

        assertThat(CommandLineRun.of("verify", file).out().strip())
                .isEqualTo("BAD  " + file + ", row group 0, column a: unsupported: compression codec number 99");
    }

    @Test
    void rowsWithoutColumnsAreReadAndMergedButNotWritten() throws IOException {
        Path file = Files.write(
                directory.resolve("file.parquet"),
                DeviatingFiles.named("rows-without-columns").stored());
        Path merged = directory.resolve("merged.parquet");

        assertThat(CommandLineRun.of("merge", file, file, merged).exitCode()).isZero();
        assertThat(CommandLineRun.of("cat", merged).out().lines()).containsExactly("{}", "{}", "{}", "{}", "{}", "{}");
        assertThat(CommandLineRun.of("tail", "--limit", "1", merged).out().strip())
                .isEqualTo("{}");
        assertThat(CommandLineRun.of("count", merged).out().strip()).isEqualTo("6");
        assertThat(CommandLineRun.of("rewrite", file, directory.resolve("rewritten.parquet"))
                        .err())
                .contains("Parquet needs at least one column");
    }

    @Test
    void aDecimalWithoutBytesIsPrintedAsZero() throws IOException {
        Path path = Files.write(
                directory.resolve("file.parquet"),
                DeviatingFiles.named("decimal-without-bytes").stored());

        assertThat(CommandLineRun.of("cat", path).out().lines())
                .containsExactly("{\"d\":\"0.00\"}", "{\"d\":\"3.00\"}");
    }

    @Test
    void everyFileHasAReport() {
        assertThat(REPORTS.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        files().stream().map(DeviatingFile::name).toList());
    }
}
