package io.parquetry.cli.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.Main;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An interrupted run leaves no file, neither the output nor the copy of the input. */
class InterruptedRunTest {
    private static final long WAIT_SECONDS = 60;

    @TempDir
    private Path directory;

    private static Process start(Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    @ParameterizedTest
    @CsvSource({"from-json, '{\"a\":1}'", "from-csv, a"})
    void temporaryFilesAreDeleted(String command, String line) throws Exception {
        Process run = start(command, "-", directory.resolve("out.parquet"));
        try (OutputStream in = run.getOutputStream()) {
            in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
            // The new file, and the copy of its input.
            await(run, 2);
            interrupt(run);
        } finally {
            run.destroyForcibly();
        }
        assertThat(names()).isEmpty();
    }

    @Test
    @Tag("thorough")
    void aSortLeavesNothing() throws Exception {
        Path rows = directory.resolveSibling(directory.getFileName() + ".csv");
        Path in = directory.resolveSibling(directory.getFileName() + ".parquet");
        Path out = directory.resolve("out.parquet");
        try {
            Files.write(rows, (Iterable<String>) IntStream.rangeClosed(0, 500_000)
                    .mapToObj(i -> i == 0 ? "id,text" : (i * 7919L) % 500_009 + ",some text " + i)::iterator);
            assertThat(start("from-csv", rows, in).waitFor()).isZero();
            Process run = start("rewrite", "--sort", "id", in, out);
            try {
                // The new file, and the rows in sorted row groups.
                await(run, 2);
                interrupt(run);
            } finally {
                run.destroyForcibly();
            }
            assertThat(names()).isEmpty();
        } finally {
            Files.deleteIfExists(rows);
            Files.deleteIfExists(in);
        }
    }

    private static void interrupt(Process run) throws InterruptedException {
        run.destroy();
        assertThat(run.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(run.exitValue()).isNotZero();
    }

    private void await(Process run, int files) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
        while (names().size() < files && !run.waitFor(20, TimeUnit.MILLISECONDS) && System.nanoTime() < deadline) {}
        assertThat(names()).as("files of the run").hasSize(files).allMatch(name -> name.startsWith("."));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
