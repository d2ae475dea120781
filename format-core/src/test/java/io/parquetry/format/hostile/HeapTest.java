package io.parquetry.format.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.OperatingSystemMXBean;
import io.parquetry.format.TestData;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * All of parquet-testing is read with a small heap, in a separate process: files that need more memory are refused
 * with a message, and the process does not run out of memory, crash or hang. The large file is read with a large
 * heap.
 */
@Tag("thorough")
class HeapTest {
    private static final String LARGE = "data/large_string_map.brotli.parquet";
    private static final long FREE_BYTES_LEAST = 7L << 30;

    @Test
    void allOfParquetTestingIsReadIn256MiB() throws Exception {
        String said = run("256m", ReadFiles.class, TestData.parquetTesting(""));
        System.out.println("in a heap of 256 MiB: " + said.lines().findFirst().orElse(said));
        assertThat(said)
                .contains(TestData.parquetTestingFiles().size() + " files")
                .contains(LARGE + ": refused");
    }

    @Test
    void stringsOfAGigabyteAreReadWithALargeHeap() throws Exception {
        Path large = TestData.parquetTesting(LARGE);
        long free =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getFreeMemorySize();
        assumeThat(free).as("free memory of this machine for a heap of 6 GiB").isGreaterThan(FREE_BYTES_LEAST);
        String said = run("6g", ReadLargeStrings.class, large);
        assertThat(said).isEqualToIgnoringNewLines("1073741824 times a -> 1, 1073741824 times a -> 1");
    }

    /** Runs a class in a separate process, checks its exit code and returns its output. */
    private static String run(String heap, Class<?> main, Path argument) throws IOException, InterruptedException {
        List<String> command = Stream.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heap,
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        argument.toString())
                .toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(said).isZero();
            return said;
        } finally {
            process.destroyForcibly();
        }
    }
}
