package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.parquetry.format.UsageException;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Readers that follow one another share the memory that pages are read into, and none ever sees another's pages. */
class ReaderMemoryTest {
    private static final int ROWS = 4_000;
    private static final int TEXT_LENGTH = 100;
    private static final MessageType SCHEMA =
            MessageType.parse("message m { required int64 id; required binary text (STRING); }");

    private static String text(long seed, long id) {
        Random random = new Random(seed << 32 ^ id);
        byte[] letters = new byte[TEXT_LENGTH];
        for (int i = 0; i < TEXT_LENGTH; i++) {
            letters[i] = (byte) ('a' + random.nextInt(26));
        }
        return new String(letters, StandardCharsets.US_ASCII);
    }

    private static byte[] write(long seed, CompressionCodec codec) throws IOException {
        WriterOptions options = WriterOptions.builder()
                .codec(codec)
                .dictionary(WriterOptions.Dictionary.NEVER)
                .build();
        MemoryOutputFile out = new MemoryOutputFile("rows");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options)) {
            for (long id = 0; id < ROWS; id++) {
                writer.write(Map.of("id", id, "text", text(seed, id)));
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    private static ParquetReader open(byte[] file) throws IOException {
        return ParquetReader.open(new MemoryInputFile("rows", file), ReaderOptions.DEFAULT);
    }

    private static Map<?, ?> rowOf(byte[] file, long row) throws IOException {
        try (ParquetReader reader = open(file)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder(), row);
            assertThat(cursor.next()).isTrue();
            return cursor.record();
        }
    }

    @Test
    void theNextReaderTakesTheMemoryOfTheOneBefore() throws IOException {
        byte[] file = write(1, CompressionCodec.ZSTD);
        rowOf(file, 0);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(thread);
        Map<?, ?> record = rowOf(file, 0);
        assertThat(threads.getThreadAllocatedBytes(thread) - before).isLessThan(ROWS * TEXT_LENGTH);
        assertThat(record.get("text")).isEqualTo(text(1, 0));
    }

    @Test
    void aCursorEndsWithItsReader() throws IOException {
        ParquetReader reader = open(write(1, CompressionCodec.SNAPPY));
        RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
        assertThat(cursor.next()).isTrue();
        Object first = cursor.record();
        reader.close();
        assertThat(cursor.record()).isEqualTo(first);
        assertThatThrownBy(cursor::next)
                .isInstanceOf(UsageException.class)
                .hasMessage("rows: the reader that this cursor is of has been closed");
    }

    @Test
    void cursorsOfOneReaderGoOnBesideEachOther() throws IOException {
        byte[] file = write(1, CompressionCodec.SNAPPY);
        try (ParquetReader reader = open(file)) {
            RecordCursor<Map<String, Object>> one = reader.records(PlainRecords.builder());
            RecordCursor<Map<String, Object>> other = reader.records(PlainRecords.builder(), ROWS / 2);
            for (long id = 0; other.next(); id++) {
                rowOf(file, id);
                assertThat(one.next()).isTrue();
                assertThat(one.record()).isEqualTo(Map.of("id", id, "text", text(1, id)));
                assertThat(other.record()).isEqualTo(Map.of("id", id + ROWS / 2, "text", text(1, id + ROWS / 2)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.parquetry.format.metadata.CompressionCodec#written")
    void readersOfManyThreadsSeeTheirOwnRows(CompressionCodec codec) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (long seed = 0; seed < 4; seed++) {
                byte[] file = write(seed, codec);
                long own = seed;
                done.add(threads.submit(() -> {
                    Random random = new Random(own);
                    for (int i = 0; i < 100; i++) {
                        long row = random.nextInt(ROWS);
                        assertThat(rowOf(file, row)).isEqualTo(Map.of("id", row, "text", text(own, row)));
                    }
                    return null;
                }));
            }
            for (Future<?> each : done) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
