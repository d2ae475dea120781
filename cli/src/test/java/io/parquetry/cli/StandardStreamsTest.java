package io.parquetry.cli;

import static io.parquetry.cli.CommandLineRun.FILES;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.console.CliConsole;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@code -}: stdin in the place of a file that is read, stdout in that of a file that is written. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class StandardStreamsTest {
    private static final Path NESTED = FILES.resolve("nested.parquet");

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(byte[] input, Object... arguments) {
        String[] texts = new String[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i].toString();
        }
        InputStream original = System.in;
        System.setIn(new ByteArrayInputStream(input));
        try {
            return Main.run(CliConsole.of(out), CliConsole.of(err), texts);
        } finally {
            System.setIn(original);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "schema", "cat", "head", "tail", "sample", "count", "columns", "levels", "dump", "meta", "pages",
                "verify"
            })
    void stdinIsReadLikeAFile(String command) throws IOException {
        CommandLineRun ofFile = CommandLineRun.of(command, NESTED);

        assertThat(run(Files.readAllBytes(NESTED), command, "-"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(ofFile.out().replace(NESTED.toString(), "-"));
    }

    @Test
    void aFaultOfStdinIsASentence() {
        assertThat(run("a,b\n1,2\n".getBytes(StandardCharsets.UTF_8), "cat", "-"))
                .isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).startsWith("parquetry cat: stdin: ");
        err.reset();
        assertThat(run(new byte[0], "head", "-")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).startsWith("parquetry head: stdin: ");
    }

    @Test
    void filesAreWrittenToStdout() throws IOException {
        byte[] json = "{\"a\":1}\n{\"a\":2}\n".getBytes(StandardCharsets.UTF_8);

        assertThat(run(json, "from-json", "-", "-")).as(err.toString()).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("2 rows, 1 column, " + out.size() + " bytes\n");
        Path written = Files.write(directory.resolve("written.parquet"), out.toByteArray());
        assertThat(CommandLineRun.of("verify", written).exitCode()).isZero();
        assertThat(CommandLineRun.of("cat", written).out()).isEqualTo("{\"a\":1}\n{\"a\":2}\n");

        out.reset();
        assertThat(run(Files.readAllBytes(written), "merge", "-", written, "-")).isZero();
        Path merged = Files.write(directory.resolve("merged.parquet"), out.toByteArray());
        assertThat(CommandLineRun.of("count", merged).out()).isEqualTo("4\n");
    }

    @Test
    void aFailureLeavesNoFooterOnStdout() {
        byte[] json = "{\"a\":1}\n{\"a\":\n".getBytes(StandardCharsets.UTF_8);

        assertThat(run(json, "from-json", "--schema", "message m { required int32 a; }", "-", "-"))
                .isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).contains("stdin, line 2");
        assertThat(out.size()).as("the magic at the begin at most").isLessThanOrEqualTo(4);
    }

    @Test
    void aDirectoryIsMerged() throws IOException {
        Files.copy(NESTED, directory.resolve("a.parquet"));
        Files.copy(NESTED, directory.resolve("b.parquet"));

        assertThat(CommandLineRun.of("merge", directory, directory.resolve("out"))
                        .out())
                .endsWith(": 6 rows in 2 row groups from 2 files\n");
    }
}
