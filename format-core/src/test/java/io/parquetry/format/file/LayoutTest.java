package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.WriterOptions.Dictionary;
import io.parquetry.format.file.WriterOptions.EncodingChoice;
import io.parquetry.format.file.WriterOptions.PageVersion;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How values are laid out in a file: its row groups, column chunks and pages, as a table for each set of options. Bytes
 * are those of page bodies as in the file; headers are not in them. A page of version 2 says how many bytes its levels
 * take. {@code indexes} means column index and offset index; rows of pages are from the offset index where there is one.
 */
class LayoutTest {
    private static final String NUMBER = "required int64 x;";
    private static final String OPTIONAL = "optional int32 x;";
    private static final String TEXT = "required binary x (STRING);";

    /** Values of one column with options, and the layout that they have. */
    private record Case(
            String name,
            String fields,
            int rows,
            IntFunction<Map<String, ?>> record,
            UnaryOperator<WriterOptions.Builder> options,
            String layout) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Case of(
            String name,
            String fields,
            int rows,
            IntFunction<Object> value,
            UnaryOperator<WriterOptions.Builder> options,
            String layout) {
        return new Case(name, fields, rows, row -> Collections.singletonMap("x", value.apply(row)), options, layout);
    }

    private static ColumnOptions encoded(Encoding encoding) {
        return ColumnOptions.builder().encoding(encoding).build();
    }

    private static ColumnOptions encodedWithDictionary(Encoding encoding) {
        return encoded(encoding).toBuilder()
                .dictionary(Dictionary.WHERE_IT_PAYS)
                .build();
    }

    static Stream<Case> cases() {
        return Stream.of(
                of("few values, a dictionary", NUMBER, 1000, row -> row % 7L, options -> options, """
                        row group of 1000 rows
                          x UNCOMPRESSED
                            dictionary of 7 entries, 56 B
                            1000 entries, RLE_DICTIONARY, 378 B
                        """),
                of("distinct values, no dictionary", NUMBER, 1000, row -> (long) row, options -> options, """
                        row group of 1000 rows
                          x UNCOMPRESSED
                            1000 entries, PLAIN, 8000 B
                        """),
                of(
                        "no dictionary wanted",
                        NUMBER,
                        1000,
                        row -> row % 7L,
                        options -> options.dictionary(Dictionary.NEVER),
                        """
                        row group of 1000 rows
                          x UNCOMPRESSED
                            1000 entries, PLAIN, 8000 B
                        """),
                of(
                        "no dictionary wanted for the column",
                        NUMBER,
                        1000,
                        row -> row % 7L,
                        options -> options.column(
                                "x",
                                ColumnOptions.builder()
                                        .dictionary(Dictionary.NEVER)
                                        .build()),
                        """
                        row group of 1000 rows
                          x UNCOMPRESSED
                            1000 entries, PLAIN, 8000 B
                        """),
                of(
                        "pages by rows",
                        NUMBER,
                        1000,
                        row -> (long) row,
                        options -> options.pageRowsMax(400).dictionary(Dictionary.NEVER),
                        """
                        row group of 1000 rows
                          x UNCOMPRESSED, indexes
                            400 rows, 400 entries, PLAIN, 3200 B
                            400 rows, 400 entries, PLAIN, 3200 B
                            200 rows, 200 entries, PLAIN, 1600 B
                        """),
                of(
                        "pages by bytes",
                        TEXT,
                        10,
                        row -> "x".repeat(500),
                        options -> options.pageBytesMax(1024).dictionary(Dictionary.NEVER),
                        """
                        row group of 10 rows
                          x UNCOMPRESSED, indexes
                            3 rows, 3 entries, PLAIN, 1512 B
                            3 rows, 3 entries, PLAIN, 1512 B
                            3 rows, 3 entries, PLAIN, 1512 B
                            1 rows, 1 entries, PLAIN, 504 B
                        """),
                of(
                        "row groups by the bytes of their arrays, which double",
                        NUMBER,
                        1000,
                        row -> (long) row,
                        options -> options.rowGroupBytesMax(4096).dictionary(Dictionary.NEVER),
                        """
                        row group of 257 rows
                          x UNCOMPRESSED
                            257 entries, PLAIN, 2056 B
                        row group of 257 rows
                          x UNCOMPRESSED
                            257 entries, PLAIN, 2056 B
                        row group of 257 rows
                          x UNCOMPRESSED
                            257 entries, PLAIN, 2056 B
                        row group of 229 rows
                          x UNCOMPRESSED
                            229 entries, PLAIN, 1832 B
                        """),
                of(
                        "a dictionary that is too large",
                        NUMBER,
                        40_000,
                        row -> row % 2000L,
                        options -> options.dictionaryBytesMax(4096).pageRowsMax(5000),
                        """
                        row group of 40000 rows
                          x UNCOMPRESSED, indexes
                            dictionary of 2000 entries, 16000 B
                            5000 rows, 5000 entries, RLE_DICTIONARY, 6878 B
                            5000 rows, 5000 entries, PLAIN, 40000 B
                            5000 rows, 5000 entries, PLAIN, 40000 B
                            5000 rows, 5000 entries, PLAIN, 40000 B
                            5000 rows, 5000 entries, PLAIN, 40000 B
                            5000 rows, 5000 entries, PLAIN, 40000 B
                            5000 rows, 5000 entries, PLAIN, 40000 B
                            5000 rows, 5000 entries, PLAIN, 40000 B
                        """),
                of(
                        "a page of nulls",
                        OPTIONAL,
                        20,
                        row -> row < 10 ? null : 7,
                        options -> options.pageRowsMax(10),
                        """
                        row group of 20 rows
                          x UNCOMPRESSED, indexes
                            dictionary of 1 entries, 4 B
                            10 rows, 10 entries, PLAIN, 6 B
                            10 rows, 10 entries, RLE_DICTIONARY, 8 B
                        """),
                of(
                        "version 2, whose empty section of values is not compressed",
                        OPTIONAL,
                        3,
                        row -> null,
                        options -> options.pageVersion(PageVersion.V2).codec(CompressionCodec.ZSTD),
                        """
                        row group of 3 rows
                          x ZSTD
                            3 entries, PLAIN, 2 B with 2 B of levels, not compressed
                        """),
                of(
                        "an encoding for one column",
                        NUMBER,
                        1000,
                        row -> (long) row,
                        options -> options.column("x", encoded(Encoding.DELTA_BINARY_PACKED)),
                        """
                        row group of 1000 rows
                          x UNCOMPRESSED
                            1000 entries, DELTA_BINARY_PACKED, 46 B
                        """),
                of(
                        "an encoding beside a dictionary that pays",
                        NUMBER,
                        1000,
                        row -> row % 7L,
                        options -> options.column("x", encodedWithDictionary(Encoding.BYTE_STREAM_SPLIT)),
                        """
                        row group of 1000 rows
                          x UNCOMPRESSED
                            dictionary of 7 entries, 56 B
                            1000 entries, RLE_DICTIONARY, 378 B
                        """),
                of(
                        "an encoding after a dictionary that does not pay",
                        NUMBER,
                        1000,
                        row -> (long) row,
                        options -> options.column("x", encodedWithDictionary(Encoding.DELTA_BINARY_PACKED)),
                        """
                        row group of 1000 rows
                          x UNCOMPRESSED
                            1000 entries, DELTA_BINARY_PACKED, 46 B
                        """),
                of(
                        "the smallest encoding",
                        NUMBER,
                        1000,
                        row -> row * 1000L,
                        options -> options.encoding(EncodingChoice.AUTO),
                        """
                        row group of 1000 rows
                          x UNCOMPRESSED
                            1000 entries, DELTA_BINARY_PACKED, 54 B
                        """),
                new Case(
                        "a column of one page keeps its indexes beside one of several",
                        "required int32 x; required binary y (STRING);",
                        4,
                        row -> Map.of("x", row, "y", "x".repeat(1000)),
                        options -> options.pageBytesMax(1024).dictionary(Dictionary.NEVER),
                        """
                        row group of 4 rows
                          x UNCOMPRESSED, indexes
                            4 rows, 4 entries, PLAIN, 16 B
                          y UNCOMPRESSED, indexes
                            2 rows, 2 entries, PLAIN, 2008 B
                            2 rows, 2 entries, PLAIN, 2008 B
                        """),
                new Case(
                        "codecs of their own, levels of optional and repeated fields",
                        """
                        required boolean a;
                        optional group of { repeated int32 b; }
                        """,
                        100,
                        row -> Map.of("a", row % 2 == 0, "of", Map.of("b", List.of(row % 3, 1))),
                        options -> options.pageVersion(PageVersion.V2)
                                .column(
                                        "a",
                                        ColumnOptions.builder()
                                                .codec(CompressionCodec.SNAPPY)
                                                .build()),
                        """
                        row group of 100 rows
                          a SNAPPY
                            100 entries, PLAIN, 13 B with 0 B of levels, not compressed
                          of.b UNCOMPRESSED
                            dictionary of 3 entries, 12 B
                            200 entries, RLE_DICTIONARY, 81 B with 29 B of levels, not compressed
                        """));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void valuesHaveTheLayout(Case each) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("file");
        MessageType schema = MessageType.parse("message record { " + each.fields + " }");
        WriterOptions options = each.options
                .apply(WriterOptions.builder().codec(CompressionCodec.UNCOMPRESSED))
                .build();
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (int row = 0; row < each.rows; row++) {
                writer.write(each.record.apply(row));
            }
            writer.finish();
        }

        assertThat(layoutOf(out)).isEqualTo(each.layout);
    }

    private static String layoutOf(MemoryOutputFile file) throws IOException {
        StringJoiner lines = new StringJoiner("\n", "", "\n");
        try (ParquetReader reader = ParquetReader.open(file.toInputFile(), ReaderOptions.DEFAULT)) {
            List<RowGroupMetadata> rowGroups = reader.metadata().rowGroups();
            for (int i = 0; i < rowGroups.size(); i++) {
                lines.add("row group of " + rowGroups.get(i).rows() + " rows");
                for (LeafColumn leaf : reader.schema().leaves()) {
                    ColumnChunkMetadata chunk = rowGroups.get(i).columns().get(leaf.ordinal());
                    boolean indexed = chunk.indexes().columnIndex().isPresent();
                    lines.add("  " + chunk.dottedPath() + " " + chunk.codec() + (indexed ? ", indexes" : ""));
                    pages(reader, i, leaf).forEach(lines::add);
                }
            }
        }
        return lines.toString();
    }

    private static List<String> pages(ParquetReader reader, int rowGroup, LeafColumn leaf) throws IOException {
        List<Long> rows = rowsOfPages(reader, rowGroup, leaf);
        List<String> lines = new ArrayList<>();
        int dataPages = 0;
        for (ParquetReader.Page page : reader.pages(rowGroup, leaf)) {
            PageHeader header = page.header();
            if (header.content() instanceof PageHeader.Dictionary dictionary) {
                lines.add("    dictionary of " + dictionary.entries() + " entries, " + header.compressedBytes() + " B");
            } else {
                String ofRows = rows.isEmpty() ? "" : rows.get(dataPages) + " rows, ";
                lines.add("    " + ofRows + header.entries() + " entries, " + described(header));
                dataPages++;
            }
        }
        return lines;
    }

    private static String described(PageHeader header) {
        if (header.content() instanceof PageHeader.DataV2 v2) {
            return Encoding.of(v2.encodingId()) + ", " + header.compressedBytes() + " B with "
                    + (v2.repetitionBytes() + v2.definitionBytes()) + " B of levels"
                    + (v2.compressed() ? "" : ", not compressed");
        }
        PageHeader.DataV1 v1 = (PageHeader.DataV1) header.content();
        return Encoding.of(v1.encodingId()) + ", " + header.compressedBytes() + " B";
    }

    private static List<Long> rowsOfPages(ParquetReader reader, int rowGroup, LeafColumn leaf) throws IOException {
        Optional<OffsetIndex> index = reader.offsetIndex(rowGroup, leaf);
        long end = reader.metadata().rowGroups().get(rowGroup).rows();
        return index.map(pages -> {
                    List<OffsetIndex.PageLocation> at = pages.pages();
                    return IntStream.range(0, at.size())
                            .mapToObj(i -> (i + 1 < at.size() ? at.get(i + 1).firstRow() : end)
                                    - at.get(i).firstRow())
                            .toList();
                })
                .orElse(List.of());
    }
}
