package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ReaderOptions.ReadAhead;
import io.parquetry.format.file.WriterOptions.PageVersion;
import io.parquetry.format.host.FileWithTail;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Projection;
import io.parquetry.format.schema.Repetition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Without reading ahead the records are the same, and less memory is held, no more than was estimated. */
class ReadAheadTest {
    private static final int ROWS = 3_000;

    private static byte[] file(CompressionCodec codec, PageVersion version) throws IOException {
        MessageType schema = new MessageType(
                "row",
                List.of(
                        PrimitiveType.of("n", Repetition.REQUIRED, PhysicalType.INT64),
                        PrimitiveType.of("word", Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING),
                        PrimitiveType.of("text", Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING),
                        GroupType.list(
                                "numbers",
                                Repetition.OPTIONAL,
                                PrimitiveType.of("element", Repetition.OPTIONAL, PhysicalType.INT32))));
        WriterOptions options = WriterOptions.builder()
                .codec(codec)
                .pageVersion(version)
                .pageRowsMax(700)
                .build();
        Random random = new Random(5);
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (long n = 0; n < ROWS; n++) {
                byte[] text = new byte[60];
                random.nextBytes(text);
                List<Integer> numbers = random.ints(n % 9, 0, 50).boxed().toList();
                writer.write(Map.of("n", n, "word", "w" + n % 40, "text", Arrays.toString(text), "numbers", numbers));
                if (n == 2_000) {
                    writer.flushRowGroup();
                }
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    private record Read(List<Map<String, Object>> records, long heldBytesMost, MemoryEstimate estimate) {}

    private static Read read(byte[] file, ReadAhead readAhead, long firstRow) throws IOException {
        ReaderOptions options = ReaderOptions.builder().readAhead(readAhead).build();
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("memory", file), ReaderOptions.DEFAULT)
                .with(options)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder(), firstRow);
            List<Map<String, Object>> records = new ArrayList<>();
            long most = 0;
            while (cursor.next()) {
                records.add(cursor.record());
                most = Math.max(most, reader.heldBytes());
            }
            return new Read(records, most, reader.memoryEstimate(Projection.ALL));
        }
    }

    @ParameterizedTest
    @CsvSource({"ZSTD, V1", "ZSTD, V2", "SNAPPY, V1", "UNCOMPRESSED, V1", "UNCOMPRESSED, V2"})
    void theRecordsAreTheSameWithLessMemory(CompressionCodec codec, PageVersion version) throws IOException {
        byte[] file = file(codec, version);

        Read usual = read(file, ReadAhead.USUAL, 0);
        Read least = read(file, ReadAhead.LEAST, 0);

        assertThat(least.records()).hasSize(ROWS).isEqualTo(usual.records());
        assertThat(read(file, ReadAhead.LEAST, 1_234).records())
                .isEqualTo(usual.records().subList(1_234, ROWS));
        assertThat(least.heldBytesMost()).isLessThan(usual.heldBytesMost());
        assertThat(usual.heldBytesMost()).isLessThan(2 * usual.estimate().pageBytes());
        assertThat(least.heldBytesMost()).isLessThan(2 * least.estimate().pageBytes());
        assertThat(least.estimate().bytes()).isLessThan(usual.estimate().bytes());
    }

    @Test
    void whatTheOpenFileHoldsIsEstimatedToo() throws IOException {
        byte[] file = file(CompressionCodec.ZSTD, PageVersion.V1);
        InputFile memory = new MemoryInputFile("memory", file);
        InputFile holding = new InputFile() {
            @Override
            public String name() {
                return memory.name();
            }

            @Override
            public long length() {
                return memory.length();
            }

            @Override
            public long heldBytesMax() {
                return 1_234_567;
            }

            @Override
            public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
                memory.readFully(position, buffer, offset, length);
            }

            @Override
            public void close() {}
        };
        byte[] tail = Arrays.copyOfRange(file, file.length - FileWithTail.BYTES_MIN, file.length);

        MemoryEstimate plain = ParquetReader.open(memory, ReaderOptions.DEFAULT).memoryEstimate(Projection.ALL);
        MemoryEstimate more = ParquetReader.open(new FileWithTail(holding, tail), ReaderOptions.DEFAULT)
                .memoryEstimate(Projection.ALL);

        assertThat(more.objectBytes() - plain.objectBytes()).isEqualTo(1_234_567);
        assertThat(more.pageBytes()).isEqualTo(plain.pageBytes());
    }
}
