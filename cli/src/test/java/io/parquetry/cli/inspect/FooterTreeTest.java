package io.parquetry.cli.inspect;

import static io.parquetry.cli.CommandLineRun.golden;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnChunkMetadata.ChunkBytes;
import io.parquetry.format.metadata.ColumnChunkMetadata.Indexes;
import io.parquetry.format.metadata.ColumnChunkMetadata.PageOffsets;
import io.parquetry.format.metadata.ColumnChunkMetadata.Range;
import io.parquetry.format.metadata.ColumnOrder;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.GeospatialStatistics;
import io.parquetry.format.metadata.GeospatialStatistics.BoundingBox;
import io.parquetry.format.metadata.KeyValue;
import io.parquetry.format.metadata.PageEncodingStats;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.SizeStatistics;
import io.parquetry.format.metadata.SortingColumn;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.metadata.Statistics.Bound;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The contract of the tree that {@code meta} prints: it has each field that is set in the footer, and no other. */
class FooterTreeTest {
    private static final MessageType SCHEMA = MessageType.parse("message m { optional int32 id; }");

    @Test
    void everyFieldIsPrinted() throws Exception {
        ObjectNode facts = FooterTree.of(everything());

        assertThat(new ObjectMapper().readTree(facts.toString()))
                .isEqualTo(new ObjectMapper().readTree(golden("everything.meta.json")));
    }

    @Test
    void absentFieldsAreLeftOut() {
        FileMetadata footer =
                FileMetadata.builder().version(1).schema(SCHEMA).rows(0).build();

        assertThat(FooterTree.of(footer).fieldNames())
                .toIterable()
                .containsExactly("version", "num_rows", "schema", "columns", "row_groups");
    }

    @Test
    void longTextIsCutInTheOutline() {
        KeyValue note = new KeyValue("long", Optional.of("x".repeat(101)));
        FileMetadata footer = FileMetadata.builder()
                .version(1)
                .schema(SCHEMA)
                .rows(0)
                .keyValues(List.of(note))
                .build();
        StringWriter text = new StringWriter();
        new JsonOutline(new PrintWriter(text)).print(FooterTree.of(footer));

        assertThat(text.toString())
                .contains("key_value_metadata[0]: key long, value " + "x".repeat(100) + "... (101 characters)");
    }

    private static FileMetadata everything() {
        RowGroupMetadata rowGroup = RowGroupMetadata.builder()
                .columns(List.of(chunk()))
                .uncompressedBytes(900)
                .rows(10)
                .sortingColumns(List.of(new SortingColumn(0, true, false), new SortingColumn(7, false, true)))
                .fileOffset(OptionalLong.of(4))
                .compressedBytes(OptionalLong.of(800))
                .ordinal(OptionalInt.of(0))
                .build();
        return FileMetadata.builder()
                .version(2)
                .schema(SCHEMA)
                .rows(10)
                .rowGroups(List.of(rowGroup))
                .keyValues(List.of(new KeyValue("k", Optional.of("v")), new KeyValue("bare", Optional.empty())))
                .createdBy(Optional.of("somebody version 1.0"))
                .columnOrders(List.of(ColumnOrder.IEEE_754_TOTAL))
                .build();
    }

    private static ColumnChunkMetadata chunk() {
        Statistics statistics = Statistics.builder()
                .min(Optional.of(new Bound(new byte[] {1, 0, 0, 0}, Optional.of(true))))
                .max(Optional.of(new Bound(new byte[] {2, 0, 0, 0}, Optional.of(false))))
                .nulls(OptionalLong.of(3))
                .distinct(OptionalLong.of(2))
                .nans(OptionalLong.of(0))
                .legacyMin(Optional.of(new Bound(new byte[] {(byte) 0xAB}, Optional.empty())))
                .legacyMax(Optional.of(new Bound(new byte[] {3, 0, 0, 0}, Optional.empty())))
                .build();
        BoundingBox box = new BoundingBox(
                1, 2, 3, 4, OptionalDouble.of(5), OptionalDouble.of(6), OptionalDouble.of(7), OptionalDouble.of(8.5));
        return ColumnChunkMetadata.builder()
                .filePath(Optional.of("other.parquet"))
                .type(PhysicalType.INT32)
                .path(List.of("id"))
                .encodingIds(List.of(8, 3, 77))
                .codecId(99)
                .entries(10)
                .bytes(new ChunkBytes(900, 800))
                .offsets(new PageOffsets(40, OptionalLong.of(4), OptionalLong.of(30)))
                .statistics(Optional.of(statistics))
                .sizeStatistics(Optional.of(new SizeStatistics(OptionalLong.of(5), List.of(10L), List.of(3L, 7L))))
                .geospatialStatistics(Optional.of(new GeospatialStatistics(Optional.of(box), List.of(1, 3))))
                .pageEncodings(List.of(new PageEncodingStats(2, 0, 1), new PageEncodingStats(9, 8, 1)))
                .keyValues(List.of(new KeyValue("of", Optional.of("chunk"))))
                .indexes(new Indexes(
                        Optional.of(new Range(900, 10)),
                        Optional.of(new Range(910, 11)),
                        OptionalLong.of(880),
                        OptionalInt.of(20)))
                .build();
    }
}
