package io.parquetry.cli.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.Main;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An interrupted run leaves no file, neither the output nor the copy of the input. */
class InterruptedRunTest {
    private static final long WAIT_SECONDS = 60;

    @TempDir
    private Path directory;

    @Test
    void temporaryFilesAreDeleted() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process run = new ProcessBuilder(
                        java.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "from-json",
                        "-",
                        directory.resolve("out.parquet").toString())
                .redirectErrorStream(true)
                .start();
        try (OutputStream in = run.getOutputStream()) {
            in.write("{\"a\":1}\n".getBytes(StandardCharsets.UTF_8));
            in.flush();
            // The new file, and the copy of its input.
            await(run, 2);

            run.destroy();
            assertThat(run.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            run.destroyForcibly();
        }
        assertThat(run.exitValue()).isNotZero();
        assertThat(names()).isEmpty();
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
