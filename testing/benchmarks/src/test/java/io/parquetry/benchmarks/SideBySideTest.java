package io.parquetry.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The program prints its tables, leaves no file, and reports a wrong option. */
class SideBySideTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new SideBySide())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(errors))
                .execute(arguments);
    }

    @Test
    void everyScenarioGetsItsTableAndNoFileIsLeft() throws Exception {
        int code = run(
                "--data=a,b",
                "--codec=snappy",
                "--only=write,floor,read,read_floor,growth,sink,table,source",
                "--rows=50",
                "--rounds=1",
                "--warmups=0",
                "--dir=" + folder);
        assertThat(errors.toString()).isEmpty();
        assertThat(code).isZero();
        assertThat(out.toString())
                .contains("write a: flights, 50 rows, SNAPPY", "read a: flights", "growth a: flights, 5 rows")
                .contains("floor b: orders", "values taken, pages compressed")
                .contains("read_floor b: orders", "pages decompressed, values made")
                .contains("write b: orders", "read b: orders", "growth b: orders")
                .contains("sink a: flights, 50 rows, SNAPPY", "the engine alone", "the sink, 10 open paths")
                .contains("table a: flights, 50 rows, SNAPPY", "the sink, a table by bucket(1, id)")
                .contains("source a: flights, 50 rows, SNAPPY", "the source, mode=rows", "the source, mode=restore")
                .contains("parquet-java, from Structs through Avro", "DuckDB, 1 thread");
        if (Files.exists(Path.of("/proc/self/status"))) {
            assertThat(out.toString()).containsPattern("most resident memory of this process: [1-9][0-9]+ MiB");
        }
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void anotherBuildOfTheEngineRunsBesideTodays() throws Exception {
        Path build = Path.of(ParquetWriter.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        int code = run(
                "--beside=" + build,
                "--only=write,read",
                "--data=a,b,j",
                "--codec=zstd",
                "--rows=50",
                "--rounds=1",
                "--warmups=0",
                "--dir=" + folder);
        assertThat(errors.toString()).isEmpty();
        assertThat(code).isZero();
        assertThat(out.toString())
                .contains("write b: orders", "read j: trees", "today's build", "the build in " + build);
    }

    @Test
    void aFloorNeedsOneLevel() {
        assertThat(run("--only=floor", "--data=a")).isEqualTo(2);
        assertThat(errors.toString())
                .contains("--codec is", "or ZSTD with a level, such as ZSTD_3, for floor and read_floor");
    }

    @Test
    void aFolderWithoutAnEngineIsNoOtherBuild() {
        assertThat(run("--beside=" + folder.resolve("absent"), "--only=write")).isEqualTo(2);
        assertThat(errors.toString()).contains("--beside is", "it must be a jar or a folder of classes");
        assertThat(run("--beside=" + folder, "--only=sink")).isEqualTo(2);
        assertThat(errors.toString()).contains("--only is [SINK]; it must be write, read or both");
    }

    @Test
    @Tag("thorough")
    void openingNeedsNoDataSet() throws Exception {
        int code = run("--only=footers", "--shared=" + folder, "--rounds=1", "--warmups=0", "--dir=" + folder);
        assertThat(errors.toString()).isEmpty();
        assertThat(code).isZero();
        assertThat(out.toString())
                .contains("open a file of 1,000 columns", "open a file of 12 columns, 1,000 row groups")
                .contains("read a column of a row group", "DuckDB, parquet_file_metadata")
                .doesNotContain("data set");
        assertThat(out.toString().contains("hardwood is left out"))
                .isEqualTo(Runtime.version().feature() < 21);
    }

    @Test
    @Tag("thorough")
    void objectStoresAreMeasuredBesideADirectory() throws Exception {
        int code = run(
                "--data=a",
                "--codec=snappy",
                "--only=stores",
                "--rows=100",
                "--rounds=1",
                "--warmups=0",
                "--dir=" + folder);
        assertThat(errors.toString()).isEmpty();
        assertThat(code).isZero();
        assertThat(out.toString())
                .contains("the sink, 5 files, local disk", "the sink, 5 files, S3 with md5")
                .contains("the sink, 50 files, local disk", "the sink, 50 files, S3 with crc32c")
                .contains("the sink, 5 files, Azure", "the sink, 50 files, Azure");
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void aDataSetWhoseFileIsMissingIsLeftOutByName() {
        assertThat(run("--data=c,d", "--shared=" + folder, "--only=write", "--rounds=1"))
                .isZero();
        assertThat(out.toString()).contains("data set c is left out", "earthquakes.ndjson", "data set d is left out");
    }

    @Test
    void aWrongOptionIsReportedWithTheAllowedValues() {
        assertThat(run("--data=x")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString())
                .contains("--data is x; it must be one of [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o]");
        assertThat(run("--rounds=0")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains("--rounds is 0; it must be at least 1");
        assertThat(run("--dir=" + folder.resolve("none"))).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains("it must be an existing folder");
        assertThat(run("--codec=zip")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains("UNCOMPRESSED, SNAPPY, LZ4_RAW");
    }
}
