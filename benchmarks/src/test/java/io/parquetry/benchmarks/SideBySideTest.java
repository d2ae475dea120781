package io.parquetry.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The program runs from its options to its tables, leaves nothing behind, and says what is wrong with an option. */
class SideBySideTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter problems = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new SideBySide())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(problems))
                .execute(arguments);
    }

    @Test
    void everyQuestionGetsItsTableAndNoFileIsLeft() throws Exception {
        int code = run(
                "--data=a,b",
                "--codec=snappy",
                "--only=write,read,growth,sink,source",
                "--rows=50",
                "--rounds=1",
                "--warmups=0",
                "--dir=" + folder);
        assertThat(problems.toString()).isEmpty();
        assertThat(code).isZero();
        assertThat(out.toString())
                .contains("write a: flights, 50 rows, SNAPPY", "read a: flights", "growth a: flights, 5 rows")
                .contains("write b: orders", "read b: orders", "growth b: orders")
                .contains("sink a: flights, 50 rows, SNAPPY", "the engine alone", "the sink, 10 open paths")
                .contains("source a: flights, 50 rows, SNAPPY", "the source, mode=rows", "the source, mode=restore")
                .contains("parquet-java, from Structs through Avro", "DuckDB, 1 thread");
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
    void anOptionThatCannotBeIsNamedWithWhatIsAllowed() {
        assertThat(run("--data=x")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(problems.toString()).contains("--data is x; it must be one of [a, b, c, d, e]");
        assertThat(run("--rounds=0")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(problems.toString()).contains("--rounds is 0; it must be at least 1");
        assertThat(run("--dir=" + folder.resolve("none"))).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(problems.toString()).contains("it must be a folder that is there");
        assertThat(run("--codec=lzo")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(problems.toString()).contains("UNCOMPRESSED, SNAPPY, ZSTD");
    }
}
