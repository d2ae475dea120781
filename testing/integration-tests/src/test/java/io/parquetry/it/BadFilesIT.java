package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.rest.RestartScope;
import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Bad files on a real worker with exactly-once: each row of the good files arrives once, also when the worker is
 * killed; the faults are in reports, in the metrics, and in the message of a failed task.
 */
@ExtendWith(SharedStack.class)
class BadFilesIT {
    private static final int ROWS = 1_000;
    private static final int ROW_GROUPS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final JsonMapper JSON = new JsonMapper();

    private static KafkaStack stack;
    private static Topics topics;

    @BeforeAll
    static void start(KafkaStack shared) {
        stack = shared;
        topics = new Topics(stack.bootstrapServers());
    }

    @AfterAll
    static void close() {
        topics.close();
    }

    private static Map<String, String> config(Path root, String topic) {
        Map<String, String> config = new HashMap<>(Readings.sourceConverters());
        config.put("name", topic);
        config.put("connector.class", "io.parquetry.connect.source.ParquetSourceConnector");
        config.put("tasks.max", "1");
        config.put("storage.url", root.toUri().toString());
        config.put("scan.interval.ms", "200");
        config.put("incomplete.file.timeout.ms", "1000");
        config.put("topic", topic);
        config.put("exactly.once.support", "required");
        return config;
    }

    private static Path write(Path root, String path, int file) {
        NumberedFiles.write(root.resolve(path), file, ROWS, ROW_GROUPS);
        return root.resolve(path);
    }

    /** Changes a byte in a data page of the second row group. */
    private static void flipByte(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
            ColumnChunkMetadata chunk =
                    reader.metadata().rowGroups().get(1).columns().get(1);
            long data = chunk.offsets().firstDataPage();
            long end = chunk.offsets().dictionaryPage().orElse(data)
                    + chunk.bytes().compressed();
            content[(int) ((data + end) / 2)] ^= 0x20;
        }
        Files.write(file, content);
    }

    private static void endWith(Path file, String magic) throws IOException {
        byte[] content = Files.readAllBytes(file);
        System.arraycopy(magic.getBytes(StandardCharsets.US_ASCII), 0, content, content.length - 4, 4);
        Files.write(file, content);
    }

    private static void breakFooter(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        Arrays.fill(content, content.length - 80, content.length - 8, (byte) 0x55);
        Files.write(file, content);
    }

    /** File and row of each committed record of a topic, sorted. */
    private static List<List<Integer>> rows(String topic) {
        return topics.readCommitted(topic).get(0).stream()
                .map(NumberedFiles::row)
                .map(row -> List.of(row[0], row[1]))
                .sorted(Comparator.comparing((List<Integer> row) -> row.get(0)).thenComparing(row -> row.get(1)))
                .toList();
    }

    private static List<List<Integer>> rowsOf(int file, int from, int to) {
        return IntStream.range(from, to).mapToObj(row -> List.of(file, row)).toList();
    }

    @Test
    void theGoodFilesArriveBesideBadOnesOfEveryKindAndTheBadOnesArePutAside() throws IOException {
        Path root = stack.dataDirectory().resolve("every-kind");
        List<List<Integer>> expected = new ArrayList<>();
        for (int file = 0; file < 5; file++) {
            write(root, "in/" + file + "-good.parquet", file);
            expected.addAll(rowsOf(file, 0, ROWS));
        }
        write(root, "in/1-directory.parquet/good.parquet", 5);
        expected.addAll(rowsOf(5, 0, ROWS));
        Path truncated = write(root, "in/0-truncated.parquet", 10);
        Files.write(truncated, Arrays.copyOf(Files.readAllBytes(truncated), (int) Files.size(truncated) / 2));
        flipByte(write(root, "in/2-flipped.parquet", 11));
        expected.addAll(rowsOf(11, 0, ROWS / 4));
        expected.addAll(rowsOf(11, ROWS / 2, ROWS));
        endWith(write(root, "in/2-magic.parquet", 12), "PARX");
        endWith(write(root, "in/3-encrypted.parquet", 13), "PARE");
        breakFooter(write(root, "in/3-footer.parquet", 14));
        Files.createFile(root.resolve("in/4-empty.parquet"));
        topics.create("every-kind", 1);
        Map<String, String> config = config(root, "every-kind");
        config.put("on.bad.file", "quarantine:quarantine");
        config.put("salvage", "true");
        config.put("transaction.boundary", "connector");
        config.put("on.finish", "move:finished");
        assertThat(stack.worker().rest().validate(config).errors()).isEmpty();

        stack.worker().rest().create("every-kind", config);

        AwaitCount.atLeast(expected.size(), () -> rows("every-kind").size(), PATIENCE, "rows of good files");
        AwaitCount.atLeast(
                10, () -> NumberedFiles.below(root.resolve("quarantine")).size(), PATIENCE, "bad files and reports");
        AwaitCount.atLeast(
                6, () -> NumberedFiles.below(root.resolve("finished")).size(), PATIENCE, "finished files");
        assertThat(rows("every-kind")).isEqualTo(expected);
        requireMetrics(expected.size());
        JsonNode report = JSON.readTree(
                root.resolve("quarantine/in/2-flipped.parquet.json").toFile());
        assertThat(report.path("connector").asText()).isEqualTo("every-kind");
        assertThat(report.path("lost").toString())
                .isEqualTo("[{\"firstRow\":" + ROWS / 4 + ",\"lastRow\":" + (ROWS / 2 - 1) + "}]");
        assertThat(report.path("defects").get(0).path("rowGroup").asInt()).isEqualTo(1);
        assertThat(report.path("defects").get(0).path("column").asText()).isEqualTo("row");

        stack.worker().kill();
        stack.worker().start();
        stack.worker().rest().awaitRunning("every-kind", PATIENCE);
        write(root, "in/5-last.parquet", 6);
        expected.addAll(rowsOf(6, 0, ROWS));
        AwaitCount.atLeast(expected.size(), () -> rows("every-kind").size(), PATIENCE, "rows after the kill");
        expected.sort(Comparator.comparing((List<Integer> row) -> row.get(0)).thenComparing(row -> row.get(1)));
        assertThat(rows("every-kind")).isEqualTo(expected);
        stack.worker().rest().delete("every-kind");
    }

    private static void requireMetrics(int rows) {
        try (WorkerBeans beans = WorkerBeans.ofOnlyWorker(stack)) {
            AwaitCount.atLeast(
                    0,
                    () -> -(long) beans.value("every-kind", "files-left"),
                    PATIENCE,
                    "a scan that finds no file left");
            assertThat(beans.value("every-kind", "files-bad-total")).isEqualTo(5);
            assertThat(beans.value("every-kind", "rows-sent-total")).isEqualTo(rows);
            assertThat(beans.value("every-kind", "files-done-total")).isEqualTo(7);
            assertThat(beans.value("every-kind", "files-open")).isZero();
            assertThat(beans.value("every-kind", "rows-left")).isZero();
            assertThat(beans.value("every-kind", "seconds-to-go")).isZero();
            assertThat(beans.value("every-kind", "storage-failing")).isZero();
            assertThat(beans.value("every-kind", "bytes-sent-total")).isGreaterThan(rows * 10L);
        }
    }

    @Test
    void aBadFileFailsTheTaskWithThePlaceAndTheRemedyAndTheRestArrivesWithoutIt() throws IOException {
        Path root = stack.dataDirectory().resolve("fatal");
        write(root, "a.parquet", 0);
        Path bad = write(root, "b.parquet", 1);
        flipByte(bad);
        write(root, "c.parquet", 2);
        topics.create("fatal", 1);
        Map<String, String> unfit = config(root, "fatal");
        unfit.put("filter", "country = 'DE'");
        assertThat(stack.worker().rest().validate(unfit).errors()).containsOnlyKeys("filter");

        Map<String, String> config = config(root, "fatal");
        config.put("transaction.boundary", "connector");
        stack.worker().rest().create("fatal", config);

        assertThat(stack.worker().rest().awaitFailure("fatal", PATIENCE))
                .contains("b.parquet, row group 1, column row, page 0")
                .contains("path.exclude")
                .contains("on.bad.file");
        Files.delete(bad);
        stack.worker().rest().restart("fatal", RestartScope.FAILED_PARTS);
        List<List<Integer>> good = new ArrayList<>(rowsOf(0, 0, ROWS));
        good.addAll(rowsOf(2, 0, ROWS));
        AwaitCount.atLeast(good.size(), () -> rows("fatal").size(), PATIENCE, "rows of the good files");
        assertThat(rows("fatal"))
                .as("nothing of the bad file, though its first row group was given to the worker")
                .isEqualTo(good);
        stack.worker().rest().delete("fatal");
    }
}
