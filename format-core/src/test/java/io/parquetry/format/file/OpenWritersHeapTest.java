package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.io.OutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thousand open files cost little while they are idle, and what they say that they hold is what they hold. */
@Tag("slow")
class OpenWritersHeapTest {
    private static final int WRITERS = 1_000;
    private static final int COLUMNS = 50;

    private static MessageType schema() {
        List<Type> fields = new ArrayList<>();
        for (int i = 0; i < COLUMNS; i++) {
            String name = "column" + i;
            fields.add(
                    switch (i % 5) {
                        case 0 -> PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.INT64);
                        case 1 -> PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.DOUBLE);
                        case 2 -> PrimitiveType.of(name, Repetition.REQUIRED, PhysicalType.INT32);
                        default ->
                            PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING);
                    });
        }
        return new MessageType("record", fields);
    }

    private static Map<String, Object> record(Random random) {
        Map<String, Object> record = new HashMap<>();
        for (int i = 0; i < COLUMNS; i++) {
            record.put(
                    "column" + i,
                    switch (i % 5) {
                        case 0 -> (Object) random.nextLong();
                        case 1 -> random.nextDouble();
                        case 2 -> random.nextInt(100);
                        case 3 -> "state " + random.nextInt(5);
                        default -> "value " + random.nextInt(1 << 20);
                    });
        }
        return record;
    }

    @Test
    void aThousandIdleFilesOfFiftyColumnsHoldLessThan64MiB() throws IOException {
        Random random = new Random(3);
        MessageType schema = schema();
        long before = usedBytes();
        List<ParquetWriter<Map<String, ?>>> open = new ArrayList<>();
        long counted = 0;
        for (int i = 0; i < WRITERS; i++) {
            ParquetWriter<Map<String, ?>> writer = writer(schema);
            for (int row = 0; row < 10; row++) {
                writer.write(record(random));
            }
            counted += writer.retainedBytes();
            open.add(writer);
        }
        long held = usedBytes() - before;
        assertThat(held).as("held").isLessThan(64L << 20);
        assertThat(counted).as("counted").isCloseTo(held, Percentage.withPercentage(20));
        close(open);
    }

    /** With ten rows a page there are no indexes, with five there are. */
    @ParameterizedTest
    @ValueSource(ints = {10, 5})
    void whatFinishedRowGroupsLeaveBehindIsCounted(int pageRows) throws IOException {
        WriterOptions options = WriterOptions.builder().pageRowsMax(pageRows).build();
        Random random = new Random(3);
        MessageType schema = schema();
        long before = usedBytes();
        List<ParquetWriter<Map<String, ?>>> open = new ArrayList<>();
        long counted = 0;
        for (int i = 0; i < WRITERS / 20; i++) {
            ParquetWriter<Map<String, ?>> writer = writer(schema, options);
            for (int row = 0; row < 200; row++) {
                writer.write(record(random));
                if (row % 10 == 9) {
                    writer.flushRowGroup();
                }
            }
            counted += writer.retainedBytes();
            open.add(writer);
        }
        long held = usedBytes() - before;
        assertThat(counted).as("counted").isCloseTo(held, Percentage.withPercentage(20));
        close(open);
    }

    @Test
    void boundsOfHugeValuesAreCounted() throws IOException {
        MessageType schema = new MessageType(
                "record", List.of(PrimitiveType.of("raw", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY)));
        // Large arrays take whole regions of the heap: a little less than a whole number of them.
        byte[] huge = new byte[(4 << 20) - (16 << 10)];
        // Buffers that all files of a thread share grow with the first file, and are no file's.
        try (ParquetWriter<Map<String, ?>> first = writer(schema)) {
            writeHuge(first, huge);
            first.finish();
        }
        // Several, so that what other tests of this process leave to be collected meanwhile is small beside them.
        List<ParquetWriter<Map<String, ?>>> open = new ArrayList<>();
        long before = usedBytes();
        long counted = 0;
        for (int i = 0; i < 6; i++) {
            ParquetWriter<Map<String, ?>> writer = writer(schema);
            writeHuge(writer, huge);
            counted += writer.retainedBytes();
            open.add(writer);
        }
        long held = usedBytes() - before;
        assertThat(counted).as("counted").isCloseTo(held, Percentage.withPercentage(10));
        for (ParquetWriter<Map<String, ?>> writer : open) {
            writer.flushRowGroup();
            assertThat(writer.rowGroupBytes()).isZero();
        }
        close(open);
    }

    private static void writeHuge(ParquetWriter<Map<String, ?>> writer, byte[] huge) throws IOException {
        for (int row = 0; row < 4; row++) {
            new Random(row).nextBytes(huge);
            writer.write(Map.of("raw", huge));
        }
    }

    private static ParquetWriter<Map<String, ?>> writer(MessageType schema) throws IOException {
        return writer(schema, WriterOptions.DEFAULT);
    }

    private static ParquetWriter<Map<String, ?>> writer(MessageType schema, WriterOptions options) throws IOException {
        return ParquetWriter.create(new Nowhere(), schema, PlainRecords.walker(), options);
    }

    private static void close(List<ParquetWriter<Map<String, ?>>> writers) throws IOException {
        for (ParquetWriter<Map<String, ?>> writer : writers) {
            writer.close();
        }
    }

    /** What is left after collecting a few times. */
    private static long usedBytes() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    /** Counts bytes and keeps none. */
    private static final class Nowhere implements OutputFile {
        private long position;

        @Override
        public String name() {
            return "nowhere";
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void write(byte[] buffer, int offset, int length) {
            position += length;
        }

        @Override
        public void close() {}
    }
}
