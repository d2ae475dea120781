package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.WriterOptions.Direction;
import io.parquetry.format.file.WriterOptions.Nulls;
import io.parquetry.format.file.WriterOptions.SortedBy;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.SortingColumn;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Options of single columns stand above those of the file. What does not fit the schema or a type is refused before the
 * first byte, with what is allowed; the output is closed and empty then.
 */
class ColumnOptionsTest {
    private static final MessageType SCHEMA = new MessageType(
            "order",
            List.of(
                    PrimitiveType.of("id", Repetition.REQUIRED, PhysicalType.INT64),
                    GroupType.of(
                            "buyer",
                            Repetition.OPTIONAL,
                            List.of(
                                    PrimitiveType.of(
                                            "name", Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING),
                                    PrimitiveType.of("paid", Repetition.REQUIRED, PhysicalType.BOOLEAN)))));

    private static FileMetadata write(WriterOptions options) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options)) {
            for (long id = 0; id < 1000; id++) {
                Map<String, Object> buyer = new HashMap<>();
                buyer.put("name", "buyer " + id % 3);
                buyer.put("paid", id % 2 == 0);
                writer.write(Map.of("id", id, "buyer", buyer));
            }
            return writer.finish();
        }
    }

    @Test
    void theOrderOfRowsIsWrittenDownInEveryRowGroup() throws IOException {
        FileMetadata file = write(WriterOptions.builder()
                .sortedBy(List.of(
                        new SortedBy("buyer.name", Direction.DESCENDING, Nulls.FIRST),
                        new SortedBy("id", Direction.ASCENDING, Nulls.LAST)))
                .rowGroupBytesMax(2000)
                .build());

        assertThat(file.rowGroups()).hasSizeGreaterThan(1);
        assertThat(file.rowGroups())
                .allSatisfy(group -> assertThat(group.sortingColumns())
                        .containsExactly(new SortingColumn(1, true, true), new SortingColumn(0, false, false)));
    }

    @Test
    void optionsThatDoNotFitAreRefusedBeforeTheFirstByte() {
        ColumnOptions runs = ColumnOptions.builder().encoding(Encoding.RLE).build();
        ColumnOptions dictionary =
                ColumnOptions.builder().encoding(Encoding.RLE_DICTIONARY).build();
        ColumnOptions level = ColumnOptions.builder().compressionLevel(23).build();
        ColumnOptions lz4 = ColumnOptions.builder().codec(CompressionCodec.LZ4).build();

        assertRefused(
                WriterOptions.builder().column("buyer", runs),
                "options are given for column buyer, which the schema does not have; its columns are"
                        + " [id, buyer.name, buyer.paid]");
        assertRefused(
                WriterOptions.builder().column("id", runs),
                "column id of type INT64 cannot be written with encoding RLE; allowed are"
                        + " [PLAIN, DELTA_BINARY_PACKED, BYTE_STREAM_SPLIT]");
        assertRefused(
                WriterOptions.builder().column("buyer.name", dictionary),
                "column buyer.name of type BYTE_ARRAY cannot be written with encoding RLE_DICTIONARY; allowed are"
                        + " [PLAIN, DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY], and dictionaries have their own option");
        assertRefused(
                WriterOptions.builder().column("id", level),
                "column id: compression level 23 is not one of ZSTD; it must be -7 to 22");
        assertRefused(
                WriterOptions.builder().sortedBy(List.of(new SortedBy("at", Direction.ASCENDING, Nulls.LAST))),
                "rows are said to be sorted by column at, which the schema does not have; its columns are"
                        + " [id, buyer.name, buyer.paid]");
        assertThatThrownBy(() -> write(WriterOptions.builder().column("id", lz4).build()))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("LZ4");
    }

    private static void assertRefused(WriterOptions.Builder options, String message) {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        assertThatThrownBy(() -> ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options.build()))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
        assertThat(out.position()).isZero();
    }
}
