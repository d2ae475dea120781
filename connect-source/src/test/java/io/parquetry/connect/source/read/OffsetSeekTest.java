package io.parquetry.connect.source.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.merge.ParquetMerger;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnChunkMetadata.Range;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An offset is looked for in its row group and page, not from the first row of the file on. */
class OffsetSeekTest {
    private static final WriterOptions SMALL_PAGES =
            WriterOptions.builder().pageRowsMax(100).build();

    private static MemoryInputFile file(long firstOffset, int rows, WriterOptions options) throws IOException {
        MessageType schema = MessageType.parse("message m { required group _kafka { required int64 offset; } }");
        MemoryOutputFile out = new MemoryOutputFile("file");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (int row = 0; row < rows; row++) {
                writer.write(Map.of("_kafka", Map.of("offset", firstOffset + row)));
            }
            writer.finish();
        }
        return out.toInputFile();
    }

    private static long row(MemoryInputFile file, long offset) throws IOException {
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            return OffsetSeek.row(reader, offset);
        }
    }

    /** Ten row groups of 1,000 rows: those with even numbers have one page and no index, the others ten pages. */
    @ParameterizedTest
    @CsvSource({"0, 0", "999, 0", "1000, 1000", "1999, 1900", "2999, 2000", "9050, 9000", "9950, 9900", "20000, 10000"})
    void rowGroupsOfSmallerOffsetsArePassed(long offset, long row) throws IOException {
        MemoryOutputFile merged = new MemoryOutputFile("merged");
        try (ParquetMerger merger = ParquetMerger.create(merged, ParquetMerger.KeyValues.FIRST_DECIDES)) {
            for (int i = 0; i < 10; i++) {
                merger.append(file(i * 1_000, 1_000, i % 2 == 0 ? WriterOptions.DEFAULT : SMALL_PAGES));
            }
            merger.finish();
        }

        assertThat(row(merged.toInputFile(), offset)).isEqualTo(row);
    }

    @Test
    void aFileOfSmallerOffsetsHasNoRowToSend() throws IOException {
        assertThat(row(file(0, 5_000, WriterOptions.DEFAULT), 20_000)).isEqualTo(5_000);
    }

    @Test
    void aDamagedIndexCostsOnlyTheSeek() throws IOException {
        MemoryInputFile file = file(0, 1_000, SMALL_PAGES);
        byte[] bytes = new byte[(int) file.length()];
        file.readFully(0, bytes, 0, bytes.length);
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            ColumnChunkMetadata chunk =
                    reader.metadata().rowGroups().get(0).columns().get(0);
            Range index = chunk.indexes().columnIndex().orElseThrow();
            Arrays.fill(bytes, (int) index.offset(), (int) index.offset() + index.length(), (byte) 0);
        }

        assertThat(row(new MemoryInputFile("damaged", bytes), 500)).isZero();
    }
}
