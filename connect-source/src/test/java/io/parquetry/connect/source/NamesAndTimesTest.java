package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.metrics.SourceMetric;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Names that the worker cannot express are bad files, which do not stop the others; and a modification time in the
 * future does not hold a file back.
 */
class NamesAndTimesTest {
    /** A file of this name is written by the shell, as bytes: an umlaut in UTF-8, and a byte that is not UTF-8. */
    private static final String UMLAUT = "$(printf 'm\\303\\274ller.parquet')";

    private static final String NO_UTF8 = "$(printf 'm\\374ller.parquet')";

    @TempDir
    Path directory;

    /** A task of its own over a directory, in a JVM whose locale a test chooses. */
    static final class Worker {
        private Worker() {}

        public static void main(String[] args) throws IOException {
            TaskHarness harness = new TaskHarness(new TestTree(Path.of(args[0]))).with("on.bad.file", args[1]);
            harness.start();
            try {
                int sent = 0;
                for (int i = 0; i < 4; i++) {
                    sent += harness.scan().size();
                }
                TrackingKit kit = new TrackingKit(Path.of(args[0]), "on.bad.file", args[1]);
                kit.scanTwice();
                System.out.println("sent " + sent + ", bad " + kit.metrics.value(SourceMetric.FILES_BAD));
            } catch (ConnectException e) {
                System.out.println("failed: " + e.getMessage());
            }
        }
    }

    private String inJvm(String locale, String onBadFile) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Worker.class.getName(),
                directory.toString(),
                onBadFile);
        builder.environment().put("LC_ALL", locale);
        Path output = Files.createTempFile("worker", ".out");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String text = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
        Files.delete(output);
        return text;
    }

    private void writeWithName(String name) throws IOException, InterruptedException {
        Files.write(directory.resolve("whole.parquet"), TestTree.foreign(3));
        int failed = new ProcessBuilder("sh", "-c", "cp whole.parquet \"" + name + "\"")
                .directory(directory.toFile())
                .start()
                .waitFor();
        assertThat(failed).isZero();
    }

    @EnabledOnOs(OS.LINUX)
    @ParameterizedTest
    @CsvSource({"umlaut, C", "bytes, C", "bytes, C.UTF-8"})
    void aFileWhoseNameCannotBeExpressedIsPassedOverOnceAndTheOthersAreSent(String name, String locale)
            throws IOException, InterruptedException {
        writeWithName(name.equals("umlaut") ? UMLAUT : NO_UTF8);

        List<String> lines = inJvm(locale, "skip").lines().toList();

        assertThat(lines).contains("sent 3, bad 1");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileWhoseNameCannotBeExpressedDelaysNoOtherAlsoWhereBadFilesFailTheTask()
            throws IOException, InterruptedException {
        writeWithName(UMLAUT);

        assertThat(inJvm("C", "fail")).contains("sent 3, bad 1");
        assertThat(inJvm("C.UTF-8", "fail")).contains("sent 6, bad 0");
    }

    @Test
    void aFileThatWasModifiedInTheFutureIsAsOldAsItIsUnchanged() throws IOException {
        TestTree tree = new TestTree(directory);
        tree.put("a.parquet", TestTree.foreign(3));
        Files.setLastModifiedTime(
                directory.resolve("a.parquet"), FileTime.fromMillis(System.currentTimeMillis() + 86_400_000L));
        TaskHarness harness = new TaskHarness(tree).with("min.age.ms", "3000");
        harness.start();
        for (int i = 0; i < 3; i++) {
            assertThat(harness.scan()).isEmpty();
        }

        assertThat(harness.scanTwice()).hasSize(3);
    }
}
