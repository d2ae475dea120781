package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.TestData;
import io.parquetry.format.file.SeedCases.Case;
import io.parquetry.format.file.SeedCases.Entry;
import io.parquetry.format.file.SeedCases.Table;
import io.parquetry.format.internal.column.write.BinaryColumnWriter;
import io.parquetry.format.internal.column.write.ColumnChunkWriter;
import io.parquetry.format.internal.column.write.LongColumnWriter;
import io.parquetry.format.internal.footer.FileLayout;
import io.parquetry.format.internal.rowgroup.RowGroupWriter;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.metadata.PageType;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The figures of the articles that this engine starts from, exactly: records give the tables of levels, the tables give
 * the records, and two files of another writer hold what the articles say, byte for byte.
 */
class SeedCasesTest {
    private static final ReaderOptions VERIFY =
            ReaderOptions.builder().checksums(ReaderOptions.Checksums.VERIFY).build();

    static List<Case> cases() {
        return SeedCases.levels();
    }

    // tables of levels

    @ParameterizedTest
    @MethodSource("cases")
    void recordsGiveTheTables(Case seed) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile(seed.name());
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, seed.schema(), PlainRecords.walker(), WriterOptions.DEFAULT)) {
            for (Map<String, Object> each : seed.records()) {
                writer.write(each);
            }
            writer.finish();
        }
        try (ParquetReader reader = ParquetReader.open(out.toInputFile(), VERIFY)) {
            assertThat(reader.schema().leaves()).hasSameSizeAs(seed.columns().keySet());
            for (LeafColumn leaf : reader.schema().leaves()) {
                Table table = seed.columns().get(leaf.dottedPath());
                assertThat(leaf.maxRepetitionLevel()).isEqualTo(table.maxRepetitionLevel());
                assertThat(leaf.maxDefinitionLevel()).isEqualTo(table.maxDefinitionLevel());
                assertThat(entries(reader, leaf)).as(leaf.dottedPath()).isEqualTo(table.entries());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void tablesGiveTheRecords(Case seed) throws IOException {
        InputFile file = fileOfTables(seed);

        try (ParquetReader reader = ParquetReader.open(file, VERIFY)) {
            assertThat(records(reader)).isEqualTo(seed.records());
        }
    }

    /** A file whose columns hold the entries of the tables; no record was taken apart for it. */
    private static InputFile fileOfTables(Case seed) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile(seed.name());
        FileLayout.writeMagic(out);
        WriterOptions options = WriterOptions.builder()
                .codec(CompressionCodec.UNCOMPRESSED)
                .dictionary(WriterOptions.Dictionary.NEVER)
                .build();
        RowGroupWriter rowGroup = new RowGroupWriter(
                seed.schema(), ResolvedOptions.of(seed.schema(), options).columns(), List.of());
        for (LeafColumn leaf : seed.schema().leaves()) {
            for (Entry entry : seed.columns().get(leaf.dottedPath()).entries()) {
                add(rowGroup.column(leaf.ordinal()), entry);
            }
        }
        seed.records().forEach(each -> rowGroup.keepRow());
        FileMetadata footer = FileMetadata.builder()
                .version(1)
                .schema(seed.schema())
                .rows(seed.records().size())
                .rowGroups(FileLayout.writeIndexes(out, List.of(rowGroup.finish(out, 0))))
                .build();
        FileLayout.writeFooter(out, footer);
        return out.toInputFile();
    }

    private static void add(ColumnChunkWriter column, Entry entry) {
        if (entry.value() == null) {
            column.addAbsent(entry.repetitionLevel(), entry.definitionLevel());
        } else if (column instanceof LongColumnWriter longs) {
            longs.add(entry.repetitionLevel(), (Long) entry.value());
        } else {
            ((BinaryColumnWriter) column)
                    .add(entry.repetitionLevel(), ((String) entry.value()).getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void highestLevelsOfListsAreThoseOfTheArticles() {
        for (JsonNode each : SeedCases.json("levels.json").get("maxLevels")) {
            LeafColumn leaf = MessageType.parse(each.get("schema").asText())
                    .leaf(each.get("column").asText());

            assertThat(leaf.maxRepetitionLevel()).isEqualTo(each.get("r").asInt());
            assertThat(leaf.maxDefinitionLevel()).isEqualTo(each.get("d").asInt());
        }
    }

    @Test
    void aNullGameIsRefusedWhereTheGameIsRequired() throws IOException {
        MessageType schema = SeedCases.levels().stream()
                .filter(seed -> seed.name().equals("player-required-game"))
                .findFirst()
                .orElseThrow()
                .schema();
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                new MemoryOutputFile("player"), schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            assertThatThrownBy(() -> writer.write(Map.of("years", Map.of())))
                    .isInstanceOf(InvalidRecordException.class)
                    .hasMessageContaining("years.game");
        }
    }

    // files of another writer

    @ParameterizedTest
    @ValueSource(strings = {"simple.parquet", "nested.parquet"})
    void theFilesHoldEveryFigureOfTheArticles(String name) throws IOException {
        byte[] bytes = SeedCases.bytes(name);
        JsonNode figures = SeedCases.json("files.json").get(name);
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile(name, bytes), VERIFY)) {
            figures.properties().forEach(figure -> {
                switch (figure.getKey()) {
                    case "columns" -> {}
                    case "records" -> assertThat(figure.getValue().asText()).isEqualTo("case deep-nest in levels.json");
                    default ->
                        assertThat(fileFigure(figure.getKey(), bytes, reader.metadata()))
                                .as(figure.getKey())
                                .isEqualTo(figure.getValue().asText());
                }
            });
            for (JsonNode column : figures.get("columns")) {
                LeafColumn leaf = reader.schema().leaf(column.get("path").asText());
                column.properties()
                        .forEach(figure -> assertColumnFigure(reader, leaf, figure.getKey(), figure.getValue()));
            }
        }
    }

    @Test
    void theNestedFileHoldsTheRecordsOfItsCase() throws IOException {
        Case seed = SeedCases.levels().stream()
                .filter(each -> each.name().equals("deep-nest"))
                .findFirst()
                .orElseThrow();
        InputFile file = new MemoryInputFile("nested.parquet", SeedCases.bytes("nested.parquet"));
        try (ParquetReader reader = ParquetReader.open(file, VERIFY)) {
            assertThat(reader.schema()).isEqualTo(seed.schema());
            assertThat(records(reader)).isEqualTo(seed.records());
        }
    }

    private static String fileFigure(String name, byte[] bytes, FileMetadata footer) {
        return switch (name) {
            case "bytes" -> String.valueOf(bytes.length);
            case "footerLength" ->
                String.valueOf(bytes[bytes.length - 8] & 0xFF | (bytes[bytes.length - 7] & 0xFF) << 8);
            case "version" -> String.valueOf(footer.version());
            case "createdBy" -> footer.createdBy().orElseThrow();
            case "rows" -> String.valueOf(footer.rows());
            case "root" -> footer.schema().name();
            default -> throw new AssertionError("no figure of a file: " + name);
        };
    }

    private static void assertColumnFigure(ParquetReader reader, LeafColumn leaf, String name, JsonNode expected) {
        try {
            switch (name) {
                case "pages" -> assertPages(reader.pages(0, leaf), expected);
                case "values", "repetitionLevels", "definitionLevels" -> {
                    List<Object> actual = new ArrayList<>();
                    for (Entry entry : entries(reader, leaf)) {
                        actual.add(
                                switch (name) {
                                    case "values" -> entry.value();
                                    case "repetitionLevels" -> entry.repetitionLevel();
                                    default -> entry.definitionLevel();
                                });
                    }
                    assertThat(actual).as(name).hasToString(listText(expected));
                }
                default ->
                    assertThat(columnFigure(
                                    name,
                                    reader.metadata()
                                            .rowGroups()
                                            .get(0)
                                            .columns()
                                            .get(leaf.ordinal())))
                            .as(name)
                            .isEqualTo(expected.asText());
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String listText(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(each.asText()));
        return texts.toString();
    }

    private static String columnFigure(String name, ColumnChunkMetadata chunk) {
        Statistics statistics = chunk.statistics().orElse(null);
        Object figure = switch (name) {
            case "path" -> chunk.dottedPath();
            case "type" -> chunk.type();
            case "codec" -> chunk.codec();
            case "numValues" -> chunk.entries();
            case "totalCompressedSize" -> chunk.bytes().compressed();
            case "dataPageOffset" -> chunk.offsets().firstDataPage();
            case "minValue" -> text(statistics.min());
            case "maxValue" -> text(statistics.max());
            case "offsetIndexOffset" ->
                chunk.indexes().offsetIndex().orElseThrow().offset();
            case "offsetIndexLength" ->
                chunk.indexes().offsetIndex().orElseThrow().length();
            case "columnIndexOffset" ->
                chunk.indexes().columnIndex().orElseThrow().offset();
            case "columnIndexLength" ->
                chunk.indexes().columnIndex().orElseThrow().length();
            default -> throw new AssertionError("no figure of a column: " + name);
        };
        return figure.toString();
    }

    private static String text(Optional<Statistics.Bound> bound) {
        return new String(bound.orElseThrow().value(), StandardCharsets.UTF_8);
    }

    private static void assertPages(List<ParquetReader.Page> pages, JsonNode expected) {
        assertThat(pages).hasSize(expected.size());
        for (int i = 0; i < pages.size(); i++) {
            PageHeader header = pages.get(i).header();
            expected.get(i)
                    .properties()
                    .forEach(figure -> assertThat(pageFigure(figure.getKey(), header))
                            .as("page %s", figure.getKey())
                            .isEqualTo(figure.getValue().asText()));
        }
    }

    private static String pageFigure(String name, PageHeader header) {
        PageHeader.DataV2 page = (PageHeader.DataV2) header.content();
        Object figure = switch (name) {
            case "type" -> PageType.DATA_PAGE_V2;
            case "compressedPageSize" -> header.compressedBytes();
            case "crc" -> header.crc().orElseThrow();
            case "numValues" -> page.entries();
            case "numNulls" -> page.nulls();
            case "numRows" -> page.rows();
            case "encoding" -> Encoding.of(page.encodingId());
            case "definitionLevelsByteLength" -> page.definitionBytes();
            case "repetitionLevelsByteLength" -> page.repetitionBytes();
            case "isCompressed" -> page.compressed();
            default -> throw new AssertionError("no figure of a page: " + name);
        };
        return figure.toString();
    }

    // the copies

    @ParameterizedTest
    @ValueSource(strings = {"levels.json", "files.json", "simple.parquet", "nested.parquet"})
    void theCopiesInTheTestResourcesAreTheSharedFiles(String name) throws IOException {
        Path shared = TestData.shared("seed-cases/" + name);

        assertThat(SeedCases.bytes(name)).isEqualTo(Files.readAllBytes(shared));
    }

    private static List<Entry> entries(ParquetReader reader, LeafColumn leaf) throws IOException {
        List<Entry> entries = new ArrayList<>();
        ColumnCursor cursor = reader.column(leaf);
        while (cursor.next()) {
            entries.add(
                    new Entry(SeedCases.readable(cursor.value()), cursor.repetitionLevel(), cursor.definitionLevel()));
        }
        return entries;
    }

    private static List<Object> records(ParquetReader reader) throws IOException {
        List<Object> records = new ArrayList<>();
        RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
        while (cursor.next()) {
            records.add(cursor.record());
        }
        return records;
    }
}
