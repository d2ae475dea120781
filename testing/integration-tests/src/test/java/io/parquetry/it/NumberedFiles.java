package io.parquetry.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Foreign files whose rows have the number of the file and of the row. */
final class NumberedFiles {
    private static final Pattern VALUE = Pattern.compile("\\{\"file\":(\\d+),\"row\":(\\d+),\"text\":\"t(\\d+)\"}");
    private static final MessageType SCHEMA = new MessageType(
            "row",
            List.of(
                    PrimitiveType.of("file", Repetition.REQUIRED, PhysicalType.INT32),
                    PrimitiveType.of("row", Repetition.REQUIRED, PhysicalType.INT32),
                    PrimitiveType.of("text", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING)));

    private NumberedFiles() {}

    /** Writes a file. */
    static void write(Path path, int file, int rows, int rowGroups) {
        try {
            Files.createDirectories(path.getParent());
            try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                    LocalOutputFile.create(path), SCHEMA, PlainRecords.walker(), WriterOptions.DEFAULT)) {
                for (int row = 0; row < rows; row++) {
                    writer.write(Map.of("file", file, "row", row, "text", "t" + (file * 31L + row)));
                    if ((row + 1) % (rows / rowGroups) == 0) {
                        writer.flushRowGroup();
                    }
                }
                writer.finish();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + path, e);
        }
    }

    /** File and row of a record whose value is JSON without a schema. */
    static int[] row(ConsumerRecord<byte[], byte[]> record) {
        Matcher value = VALUE.matcher(new String(record.value(), UTF_8));
        assertThat(value.matches()).as(new String(record.value(), UTF_8)).isTrue();
        int file = Integer.parseInt(value.group(1));
        int row = Integer.parseInt(value.group(2));
        assertThat(Long.parseLong(value.group(3))).isEqualTo(file * 31L + row);
        return new int[] {file, row};
    }

    /** The files below a directory, sorted; empty where the directory does not exist. */
    static List<Path> below(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> tree = Files.walk(directory)) {
            return tree.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + directory, e);
        }
    }
}
