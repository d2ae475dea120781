package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.UsageException;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reading from a row on touches neither the row groups nor, where there is an offset index, the pages before it. */
class RowSkippingTest {
    private static final int ROWS = 40_000;
    private static final MessageType SCHEMA = MessageType.parse("""
            message m {
              required int64 id;
              required fixed_len_byte_array(100) noise;
              optional group list (LIST) { repeated group list { optional double element; } }
            }""");

    private static byte[] oneRowGroup;
    private static byte[] manyRowGroups;

    @BeforeAll
    static void write() throws IOException {
        oneRowGroup = write(1L << 30);
        manyRowGroups = write(1L << 18);
    }

    private static byte[] write(long rowGroupBytesMax) throws IOException {
        Random random = new Random(1);
        WriterOptions options = WriterOptions.builder()
                .codec(CompressionCodec.UNCOMPRESSED)
                .rowGroupBytesMax(rowGroupBytesMax)
                .dictionary(WriterOptions.Dictionary.NEVER)
                .pageRowsMax(500)
                .build();
        MemoryOutputFile out = new MemoryOutputFile("rows");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options)) {
            for (long id = 0; id < ROWS; id++) {
                byte[] noise = new byte[100];
                random.nextBytes(noise);
                List<Object> list = new ArrayList<>();
                for (int left = random.nextInt(8); left > 0; left--) {
                    list.add(random.nextDouble());
                }
                writer.write(Map.of("id", id, "noise", noise, "list", list));
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    /** Counts the bytes that are read. */
    private static final class Counting implements InputFile {
        private final MemoryInputFile file;
        private long bytes;

        Counting(byte[] file) {
            this.file = new MemoryInputFile("rows", file);
        }

        @Override
        public String name() {
            return file.name();
        }

        @Override
        public long length() {
            return file.length();
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
            bytes += length;
            file.readFully(position, buffer, offset, length);
        }

        @Override
        public void close() {}
    }

    private static void requireRows(byte[] bytes, long firstRow, long bytesMax) throws IOException {
        Counting file = new Counting(bytes);
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder(), firstRow);
            long row = firstRow;
            while (cursor.next()) {
                assertThat(cursor.row()).isEqualTo(row);
                assertThat(cursor.record().get("id")).isEqualTo(row);
                row++;
            }
            assertThat(row).isEqualTo(ROWS);
        }
        assertThat(file.bytes).as("bytes read from row %s on", firstRow).isLessThan(bytesMax);
    }

    @Test
    void theFileHasTheRightForm() throws IOException {
        try (ParquetReader one = ParquetReader.open(new MemoryInputFile("one", oneRowGroup), ReaderOptions.DEFAULT);
                ParquetReader many =
                        ParquetReader.open(new MemoryInputFile("many", manyRowGroups), ReaderOptions.DEFAULT)) {
            assertThat(one.metadata().rowGroups()).hasSize(1);
            assertThat(many.metadata().rowGroups()).hasSizeGreaterThan(10);
        }
    }

    @Test
    void pagesBeforeTheRowAreNotRead() throws IOException {
        long whole = oneRowGroup.length;
        requireRows(oneRowGroup, 0, whole * 11 / 10);
        requireRows(oneRowGroup, ROWS / 2 + 3, whole * 6 / 10);
        requireRows(oneRowGroup, ROWS - 1, whole / 10);
    }

    @Test
    void rowGroupsBeforeTheRowAreNotRead() throws IOException {
        long whole = manyRowGroups.length;
        requireRows(manyRowGroups, ROWS / 2 + 3, whole * 6 / 10);
        requireRows(manyRowGroups, ROWS - 1, whole / 10);
    }

    @Test
    void aCursorMayBeginAtTheEndAndNoFurther() throws IOException {
        requireRows(oneRowGroup, ROWS, oneRowGroup.length / 10);
        try (ParquetReader reader =
                ParquetReader.open(new MemoryInputFile("rows", oneRowGroup), ReaderOptions.DEFAULT)) {
            assertThatThrownBy(() -> reader.records(PlainRecords.builder(), ROWS + 1))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("rows: cannot begin at row 40001; the file has rows 0 to 40000");
        }
    }
}
