package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file many times as large as the heap is sent completely: the task, in a process of its own with a heap of 128 MiB, reads it
 * page by page. The build takes 192 MiB of file for it, {@code -Psource-at-length} 3 GiB.
 */
class LargeFileTest {
    private static final long MEBIBYTES = Long.getLong("large.file.mebibytes", 192);
    private static final int ROW_BYTES = 1_000;

    @TempDir
    Path directory;

    @Test
    void aFileLargerThanTheHeapIsSentCompletely() throws Exception {
        long rows = (MEBIBYTES << 20) / ROW_BYTES;
        write(directory.resolve("large.parquet"), rows);
        long fileBytes = Files.size(directory.resolve("large.parquet"));
        assertThat(fileBytes).isGreaterThan(MEBIBYTES << 20);
        Path output = directory.resolve("output.txt");

        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();

        assertThat(child.waitFor(15, TimeUnit.MINUTES)).isTrue();
        String said = Files.readString(output, StandardCharsets.UTF_8);
        System.out.printf(
                "a file of %,d bytes with a heap of 128 MiB: %s%n",
                fileBytes, said.strip().lines().reduce((first, last) -> last).orElse(""));
        assertThat(child.exitValue()).as(said).isZero();
        assertThat(said).contains(rows + " rows");
    }

    private static void write(Path file, long rows) throws IOException {
        MessageType schema = new MessageType(
                "row",
                List.of(
                        PrimitiveType.of("n", Repetition.REQUIRED, PhysicalType.INT64),
                        PrimitiveType.of("bytes", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY)));
        WriterOptions options = WriterOptions.builder()
                .codec(CompressionCodec.UNCOMPRESSED)
                .rowGroupBytesMax(64 << 20)
                .build();
        Random random = new Random(7);
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(LocalOutputFile.create(file), schema, PlainRecords.walker(), options)) {
            for (long n = 0; n < rows; n++) {
                byte[] bytes = new byte[ROW_BYTES];
                random.nextBytes(bytes);
                writer.write(Map.of("n", n, "bytes", bytes));
            }
            writer.finish();
        }
    }

    /** Reads all records of a directory, discards them, and returns how many there were. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) throws InterruptedException {
            ParquetSourceTask task = new ParquetSourceTask();
            task.initialize(new FakeContext());
            task.start(Map.of(
                    "storage.url", arguments[0], "topic", "t", "scan.interval.ms", "50", "batch.max.records", "2000"));
            long rows = 0;
            long begun = System.nanoTime();
            for (int idle = 0; idle < 20; idle++) {
                List<SourceRecord> batch = task.poll();
                if (batch != null && !batch.isEmpty()) {
                    rows += batch.size();
                    idle = 0;
                }
            }
            task.stop();
            System.out.println(rows + " rows in " + (System.nanoTime() - begun) / 1_000_000 + " ms");
        }
    }
}
