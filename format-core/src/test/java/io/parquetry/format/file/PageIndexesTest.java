package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract of a reader about page indexes: it returns them as the file has them, or not at all. */
class PageIndexesTest {
    private static final MessageType SCHEMA = MessageType.parse("message m { required int32 id; }");
    private static final LeafColumn ID = SCHEMA.leaf("id");

    @Test
    void indexesComeAsTheWriterWroteThem() throws IOException {
        try (ParquetReader reader = open(fileOfThreePages())) {
            OffsetIndex offsets = reader.offsetIndex(0, ID).orElseThrow();
            ColumnIndex bounds = reader.columnIndex(0, ID).orElseThrow();

            assertThat(offsets.pages())
                    .extracting(OffsetIndex.PageLocation::firstRow)
                    .containsExactly(0L, 2L, 4L);
            assertThat(bounds.maxs())
                    .containsExactly(new byte[] {1, 0, 0, 0}, new byte[] {3, 0, 0, 0}, new byte[] {4, 0, 0, 0});
            assertThat(bounds.boundaryOrder()).isEqualTo(ColumnIndex.BoundaryOrder.ASCENDING);
        }
    }

    @Test
    void anIndexThatCannotBeReadIsRefusedWithItsPlace() throws IOException {
        byte[] file = fileOfThreePages();
        try (ParquetReader reader = open(file)) {
            ColumnChunkMetadata.Range range = reader.metadata()
                    .rowGroups()
                    .get(0)
                    .columns()
                    .get(0)
                    .indexes()
                    .columnIndex()
                    .orElseThrow();
            Arrays.fill(file, (int) range.offset(), (int) range.offset() + range.length(), (byte) 0xFF);
        }
        try (ParquetReader reader = open(file)) {
            assertThatThrownBy(() -> reader.columnIndex(0, ID))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("row group 0, column id: ");
        }
    }

    private static ParquetReader open(byte[] file) throws IOException {
        return ParquetReader.open(new MemoryInputFile("memory", file), ReaderOptions.DEFAULT);
    }

    private static byte[] fileOfThreePages() throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        WriterOptions options = WriterOptions.builder().pageRowsMax(2).build();
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options)) {
            for (int id = 0; id < 5; id++) {
                writer.write(Map.of("id", id));
            }
            writer.finish();
        }
        return out.toByteArray();
    }
}
