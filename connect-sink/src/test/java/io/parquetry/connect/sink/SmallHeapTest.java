package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.storage.s3.S3ProxyProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker with a heap of 256 MiB writes records of 50 columns to 1,000 paths in random order: it does not run out of
 * memory, keeps to its budget, closes no file for that, and logs what it did. With the profile {@code small-heap}
 * there are a million records, which are then searched in the files.
 */
@Tag("thorough")
class SmallHeapTest {
    private static final int MINUTES_MAX = 60;

    @TempDir
    Path directory;

    @Test
    void aThousandPathsOfFiftyColumnsFitIntoASmallHeap() throws IOException, InterruptedException {
        long records = Long.getLong("small.heap.records", 60_000);
        Path lake = directory.resolve("lake");
        List<String> lines = write(records, Map.of("storage.url", lake.toString()));
        assertThat(lines).anyMatch(line -> line.contains("memory is scarce") && line.contains("spilled"));
        List<Long> rows = rowsOfFiles(lake);
        assertThat(rows.stream().mapToLong(Long::longValue).sum()).isEqualTo(records);
        assertThat(rows.size()).as("files, which are closed by their age only").isBetween(1_000, 5_000);
    }

    /** Files are closed and uploaded while the others are written; with the records of the profile, as it takes minutes. */
    @Test
    @EnabledIfSystemProperty(named = "small.heap.records", matches = "\\d{6,}")
    void theyFitWhereFilesAreUploaded() throws IOException, InterruptedException {
        long records = Long.getLong("small.heap.records");
        long rowsOfFile = records / 1_200;
        try (S3ProxyProcess store = S3ProxyProcess.start(directory, "lake")) {
            Map<String, String> properties = new HashMap<>(store.keys());
            properties.put("storage.url", "s3://lake");
            properties.put("staging.dir", directory.resolve("staging").toString());
            properties.put("flush.size", Long.toString(rowsOfFile));
            write(records, properties);
        }
        List<Long> rows = rowsOfFiles(directory.resolve("data").resolve("lake"));
        assertThat(rows.stream().mapToLong(Long::longValue).sum()).isEqualTo(records);
        assertThat(rows).as("the rows of a file").allMatch(count -> count <= rowsOfFile);
        assertThat(rows.stream().filter(count -> count == rowsOfFile).count())
                .as("files that were closed before the end")
                .isGreaterThan(800);
    }

    /** Returns what the sink said. */
    private List<String> write(long records, Map<String, String> properties) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                SmallHeapSink.class.getName(),
                Long.toString(records)));
        properties.forEach((key, value) -> command.add(key + "=" + value));
        Path output = directory.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(MINUTES_MAX, TimeUnit.MINUTES))
                .as("it finished")
                .isTrue();
        List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as("exit code; it said %s", lines).isZero();
        Map<String, Long> numbers = numbers(lines.get(lines.size() - 1));
        assertThat(numbers.get("limit")).as("a quarter of the heap").isEqualTo(numbers.get("heap") / 4);
        assertThat(numbers.get("most"))
                .as("the most that was held: enough to be a trial, and no more than allowed")
                .isBetween(numbers.get("limit") / 2, numbers.get("limit") + numbers.get("limit") / 20);
        return lines;
    }

    private static Map<String, Long> numbers(String line) {
        Map<String, Long> numbers = new HashMap<>();
        for (String number : line.split(" ")) {
            String[] parts = number.split("=");
            numbers.put(parts[0], Long.parseLong(parts[1]));
        }
        return numbers;
    }

    /** How many records each visible file has. */
    private static List<Long> rowsOfFiles(Path lake) throws IOException {
        Path topics = lake.resolve("topics");
        List<Long> rows = new ArrayList<>();
        if (Files.notExists(topics)) {
            return rows;
        }
        try (Stream<Path> files = Files.walk(topics)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".parquet")).toList()) {
                try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
                    rows.add(reader.metadata().rows());
                }
            }
        }
        return rows;
    }
}
