package io.parquetry.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Sinks are measured in real workers of this checkout; a wrong option is reported before anything starts. */
class InWorkerTest {
    private static final String CHECKOUT = "--checkout=" + Path.of("..", "..");

    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new InWorker())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(errors))
                .execute(arguments);
    }

    @Test
    @Tag("thorough")
    void eachSinkReadsTheWholeTopicInAWorkerOfItsOwn() {
        Path plugin = Path.of("..", "..", "plugin", "target", "plugin-path");
        assumeTrue(Files.isDirectory(plugin), "mvn package makes " + plugin);
        assertThat(run(CHECKOUT, "--records=2400", "--paths=2", "--rounds=2")).isZero();
        assertThat(errors.toString()).isEmpty();
        assertThat(out.toString())
                .contains("2,400 records of a: flights", "CPU seconds of the worker's process")
                .containsPattern("(?m)^empty sink +\\d+\\.\\d\\d +0\\.00 ")
                .containsPattern("(?m)^Parquetry +\\d+\\.\\d\\d ");
    }

    @Test
    void aWrongOptionIsReportedWithWhatIsAllowed(@TempDir Path empty) {
        assertThat(run(CHECKOUT, "--data=g")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run(CHECKOUT, "--records=11")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run("--checkout=" + empty)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString())
                .contains("--data is g; it must be one of a, b, c, d, e, f, h, i, j")
                .contains("--records is 11; it must be at least 12 times --paths")
                .contains("a checkout with " + empty.resolve("demo/kafka/target/kafka-libs"));
    }
}
