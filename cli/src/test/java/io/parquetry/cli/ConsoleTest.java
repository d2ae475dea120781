package io.parquetry.cli;

import static io.parquetry.cli.CommandLineRun.FILES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.parquetry.cli.console.CliConsole;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@link CliConsole}: UTF-8 in every locale, and no output is lost without a word but to a closed pipe. */
class ConsoleTest {
    private static final Path FULL = Path.of("/dev/full");

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void writesUtf8() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CliConsole console = CliConsole.of(bytes);
        console.print("zoë");
        console.flush();

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("zoë");
    }

    @Test
    void throwsWhatCannotBeWritten() throws IOException {
        CliConsole console = CliConsole.of(brokenPipe());
        console.print("x");

        assertThatThrownBy(console::flush)
                .isInstanceOfSatisfying(
                        CliConsole.WriteException.class,
                        e -> assertThat(e.readerIsGone()).isTrue());
    }

    private int run(OutputStream out, Object... arguments) {
        String[] texts = new String[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i].toString();
        }
        return Main.run(CliConsole.of(out), CliConsole.of(err), texts);
    }

    @Test
    void aCommandWhoseReaderIsGoneEndsQuietly() throws IOException {
        Path simple = FILES.resolve("simple.parquet");

        assertThat(run(brokenPipe(), "cat", simple)).isZero();
        assertThat(run(brokenPipe(), "cat", "--format", "csv", simple)).isZero();
        assertThat(run(brokenPipe(), "rewrite", simple, "-")).isZero();
        assertThat(err.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cat",
                "dump",
                "schema",
                "levels",
                "meta",
                "pages",
                "verify",
                "head",
                "tail",
                "sample",
                "count",
                "columns",
                "dictionary",
                "bloom",
                "--help"
            })
    void aCommandWhoseOutputIsOnAFullDiskFails(String command) throws IOException {
        assumeThat(FULL).exists();
        try (OutputStream full = new FileOutputStream(FULL.toFile())) {
            int code =
                    command.equals("--help") ? run(full, command) : run(full, command, FILES.resolve("simple.parquet"));

            assertThat(code).isEqualTo(1);
        }
        assertThat(err.toString(StandardCharsets.UTF_8))
                .hasLineCount(1)
                .startsWith("parquetry: the output cannot be written: No space left on device");
    }

    @Test
    void aFileThatIsWrittenToAFullDiskFails() throws IOException {
        assumeThat(FULL).exists();
        for (String command : List.of("merge", "rewrite")) {
            err.reset();
            Path in = FILES.resolve("simple.parquet");
            try (OutputStream full = new FileOutputStream(FULL.toFile())) {
                assertThat(run(full, command, in, "-")).isEqualTo(1);
            }
            assertThat(err.toString(StandardCharsets.UTF_8))
                    .startsWith("parquetry: the output cannot be written: No space left on device");
        }
    }

    @Test
    void diffKeepsItsVerdictWhateverBecomesOfItsOutput() throws IOException {
        Path simple = FILES.resolve("simple.parquet");

        assertThat(run(brokenPipe(), "diff", simple, simple)).isZero();
        assertThat(run(brokenPipe(), "diff", simple, FILES.resolve("nested.parquet")))
                .isEqualTo(1);
    }

    @Test
    void verifyKeepsItsVerdictWhateverBecomesOfItsOutput() throws IOException {
        Path bad = Files.writeString(directory.resolve("bad.parquet"), "this is no Parquet file");

        assertThat(run(brokenPipe(), "verify", bad)).isEqualTo(1);
        assertThat(run(brokenPipe(), "verify", FILES.resolve("simple.parquet"))).isZero();
        assertThat(Main.run(CliConsole.of(brokenPipe()), CliConsole.of(brokenPipe()), "verify", bad.toString()))
                .isEqualTo(1);
    }

    @Test
    void aFailureWithoutAReaderOfItsMessageIsAFailure() throws IOException {
        assertThat(Main.run(
                        CliConsole.of(OutputStream.nullOutputStream()), CliConsole.of(brokenPipe()), "cat", "no/such"))
                .isEqualTo(1);
    }

    private static OutputStream brokenPipe() throws IOException {
        Pipe pipe = Pipe.open();
        pipe.source().close();
        return Channels.newOutputStream(pipe.sink());
    }
}
