package io.parquetry.cli.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A rewritten file has bloom filters where the file before has some and where this writer makes any. */
class ColumnChoicesTest {
    private static final MessageType SCHEMA =
            MessageType.parse("message m { required boolean truth; required int32 id; }");

    @Test
    void aFilterOfTruthValuesIsNotKept() throws IOException {
        FileMetadata file = withFilters(written());
        ColumnChoices choices = new ColumnChoices();

        choices.keepBloomFilters(file, SCHEMA.leaves());

        WriterOptions.Builder options = WriterOptions.builder();
        choices.addTo(options);
        assertThat(options.build().columns()).containsOnlyKeys("id");
    }

    private static FileMetadata written() throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("truths.parquet");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(Map.of("truth", true, "id", 1));
            writer.finish();
        }
        try (ParquetReader reader = ParquetReader.open(out.toInputFile(), ReaderOptions.DEFAULT)) {
            return reader.metadata();
        }
    }

    /** As arrow-rs writes it, where filters are asked for without naming columns. */
    private static FileMetadata withFilters(FileMetadata file) {
        RowGroupMetadata group = file.rowGroups().get(0);
        List<ColumnChunkMetadata> chunks = group.columns().stream()
                .map(chunk -> chunk.toBuilder()
                        .indexes(new ColumnChunkMetadata.Indexes(
                                Optional.empty(), Optional.empty(), OptionalLong.of(4), OptionalInt.empty()))
                        .build())
                .toList();
        return file.toBuilder()
                .rowGroups(List.of(group.toBuilder().columns(chunks).build()))
                .build();
    }
}
