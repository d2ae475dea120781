package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four tasks send four files of 1,000 text columns each in a process with a heap of 256 MiB, in which the files do not
 * fit side by side: every row arrives once and in order.
 */
@Tag("thorough")
class WideFilesTest {
    private static final int PARTITIONS = 4;
    private static final int FILES = 4;
    private static final int COLUMNS = 1_000;
    private static final int ROWS_OF_FILE = 400;
    private static final int TEXT_LENGTH = 40;

    @TempDir
    static Path directory;

    /** Files in whose streams the offsets alternate, or follow each other. */
    private static void writeFiles(String layout) throws IOException {
        SchemaBuilder builder = SchemaBuilder.struct();
        for (int i = 0; i < COLUMNS; i++) {
            builder.field("text" + i, Schema.OPTIONAL_STRING_SCHEMA);
        }
        Schema schema = builder.build();
        Random random = new Random(11);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            for (int file = 0; file < FILES; file++) {
                List<SinkRecord> records = new ArrayList<>();
                for (int row = 0; row < ROWS_OF_FILE; row++) {
                    long offset = layout.equals("merged") ? (long) row * FILES + file : file * ROWS_OF_FILE + row;
                    records.add(record(schema, partition, offset, random));
                }
                write(directory.resolve(layout), partition, file, records);
            }
        }
    }

    private static void write(Path root, int partition, int file, List<SinkRecord> records) throws IOException {
        long first = records.get(0).kafkaOffset();
        long last = records.get(records.size() - 1).kafkaOffset();
        String name = new DataFileName("wide", partition, first, last, 0).format();
        Path path = root.resolve("topics/wide/path=" + file).resolve(name);
        Files.createDirectories(path.getParent());
        RecordLayout layout = RecordLayout.of(records.get(0), RecordMetadata.KAFKA, ColumnTypes.DEFAULT);
        try (ParquetWriter<SinkRecord> writer = ParquetWriter.create(
                LocalOutputFile.create(path), layout.schema(), layout.walker(), WriterOptions.DEFAULT)) {
            for (SinkRecord record : records) {
                writer.write(record);
            }
            layout.keyValueMetadata().forEach(writer::putKeyValue);
            writer.finish();
        }
    }

    private static SinkRecord record(Schema schema, int partition, long offset, Random random) {
        Struct value = new Struct(schema);
        byte[] text = new byte[TEXT_LENGTH];
        for (int i = 0; i < COLUMNS; i++) {
            random.nextBytes(text);
            for (int j = 0; j < text.length; j++) {
                text[j] = (byte) (32 + (text[j] & 63));
            }
            value.put("text" + i, new String(text, StandardCharsets.US_ASCII));
        }
        return new SinkRecord(
                "wide",
                partition,
                Schema.STRING_SCHEMA,
                "k" + offset,
                schema,
                value,
                offset,
                1_000 + offset,
                TimestampType.CREATE_TIME);
    }

    @Test
    void filesThatAreMergedAreSentInOrder() throws Exception {
        run("merged");
    }

    @Test
    void filesOneAfterAnotherAreSentInOrder() throws Exception {
        run("separate");
    }

    /**
     * A task with two partitions must have eight files open, which are twice what open files may hold. That is two
     * fifths of the heap, which the collector for one core makes a little smaller than that for several.
     */
    @Test
    void streamsThatMustBeOpenSideBySideAndDoNotFitAreRefused() throws Exception {
        String said = said("merged", 1, "replay.speed=1000000");

        assertThat(said)
                .contains("cannot open topics/wide/path=")
                .containsPattern("all open files may hold (99|103) MiB \\(open\\.files\\.memory\\.bytes\\)")
                .doesNotContain("OutOfMemoryError");
    }

    private static void run(String layout) throws IOException, InterruptedException {
        assertThat(said(layout, 0)).contains("rows=" + PARTITIONS * FILES * ROWS_OF_FILE + " ");
    }

    private static String said(String layout, int exit, String... keys) throws IOException, InterruptedException {
        if (Files.notExists(directory.resolve(layout))) {
            writeFiles(layout);
        }
        Path output = directory.resolve(layout + keys.length + ".txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeapSource.class.getName(),
                directory.resolve(layout).toString(),
                Integer.toString(PARTITIONS),
                Integer.toString(FILES * ROWS_OF_FILE)));
        command.addAll(Arrays.asList(keys));

        Process child = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();

        try {
            assertThat(child.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            child.destroyForcibly();
        }
        String said = Files.readString(output, StandardCharsets.UTF_8);
        String last = said.strip().lines().reduce((one, next) -> next).orElse("");
        System.out.println(layout + " " + Arrays.toString(keys) + ": " + last);
        assertThat(child.exitValue()).as(said).isEqualTo(exit);
        return said;
    }
}
