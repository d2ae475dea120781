package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.footer.FileLayout;
import io.parquetry.format.internal.footer.TableFiles;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalSiblingFiles;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.io.SiblingFiles;
import io.parquetry.format.judge.ParquetJava;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.Footer;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetOutputFormat.JobSummaryLevel;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A metadata file makes the files that its chunks name one table, and reaches nothing outside of its directory. The
 * summary files are parquet-java's where it can write them, else made of the footers of ours.
 */
class SummaryFilesTest {
    private static final MessageType SCHEMA = MessageType.parse("""
            message table {
              required int64 id;
              optional binary name (STRING);
              optional group tags (LIST) { repeated group list { optional int32 element; } }
            }""");
    private static final int FILES = 3;
    private static final int ROWS_PER_FILE = 500;

    @TempDir
    private Path directory;

    private final List<Map<String, Object>> records =
            new RandomRecords(new Random(3)).records(SCHEMA, FILES * ROWS_PER_FILE);
    private final List<Path> dataFiles = new ArrayList<>();

    /** One file of parquet-java between two of ours, each in a directory of its own. */
    @BeforeEach
    void writeDataFiles() throws IOException {
        for (int i = 0; i < FILES; i++) {
            List<Map<String, Object>> part = records.subList(i * ROWS_PER_FILE, (i + 1) * ROWS_PER_FILE);
            Path file = Files.createDirectories(directory.resolve("dt=2026-01-0" + i))
                    .resolve("part.parquet");
            Files.write(
                    file,
                    i == 1
                            ? ParquetJava.write(part, SCHEMA, builder -> builder.withPageRowCountLimit(50))
                            : ours(part));
            dataFiles.add(file);
        }
    }

    private static byte[] ours(List<Map<String, Object>> records) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("part");
        WriterOptions options = WriterOptions.builder()
                .pageRowsMax(50)
                .rowGroupBytesMax(4096)
                .column(
                        "id",
                        ColumnOptions.builder()
                                .bloomFilter(BloomFilterOptions.ADAPTIVE)
                                .build())
                .build();
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options)) {
            for (Map<String, Object> each : records) {
                writer.write(each);
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    @SuppressWarnings("deprecation") // the only way in which parquet-java still writes them
    private void summarizeWithParquetJava() throws IOException {
        Configuration configuration = new Configuration();
        List<Footer> footers = new ArrayList<>();
        for (Path file : dataFiles) {
            org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
            try (ParquetFileReader reader = ParquetFileReader.open(HadoopInputFile.fromPath(path, configuration))) {
                footers.add(new Footer(path, reader.getFooter()));
            }
        }
        ParquetFileWriter.writeMetadataFile(
                configuration, new org.apache.hadoop.fs.Path(directory.toUri()), footers, JobSummaryLevel.ALL);
    }

    private ParquetReader open(String name) throws IOException {
        Path file = directory.resolve(name);
        return ParquetReader.open(
                LocalInputFile.open(file),
                LocalSiblingFiles.of(file),
                ReaderOptions.builder()
                        .checksums(ReaderOptions.Checksums.VERIFY)
                        .build());
    }

    private static List<Object> read(ParquetReader reader, long firstRow) throws IOException {
        List<Object> found = new ArrayList<>();
        RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder(), firstRow);
        while (cursor.next()) {
            assertThat(cursor.row()).isEqualTo(firstRow + found.size());
            found.add(cursor.record());
        }
        return found;
    }

    @Test
    void aMetadataFileOfParquetJavaIsOneTable() throws IOException {
        summarizeWithParquetJava();

        try (ParquetReader reader = open("_metadata")) {
            assertThat(reader.metadata().rowGroups()).hasSizeGreaterThan(FILES);
            assertThat(reader.metadata().rows()).isEqualTo(records.size());
            assertThat(read(reader, 0)).isEqualTo(records);
            assertThat(read(reader, 777)).isEqualTo(records.subList(777, records.size()));
        }
    }

    @Test
    void columnsPagesIndexesAndFiltersOfATableAreThoseOfItsFiles() throws IOException {
        summarizeWithParquetJava();
        LeafColumn id = SCHEMA.leaves().get(0);

        try (ParquetReader table = open("_metadata")) {
            int rowGroup = 0;
            for (Path file : dataFiles) {
                try (ParquetReader alone = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
                    for (int own = 0; own < alone.metadata().rowGroups().size(); own++, rowGroup++) {
                        assertThat(table.pages(rowGroup, id)).isEqualTo(alone.pages(own, id));
                        assertThat(table.offsetIndex(rowGroup, id)).isEqualTo(alone.offsetIndex(own, id));
                        assertThat(table.columnIndex(rowGroup, id))
                                .usingRecursiveComparison()
                                .isEqualTo(alone.columnIndex(own, id));
                        assertThat(table.bloomFilter(rowGroup, id).map(BloomFilter::bytes))
                                .isEqualTo(alone.bloomFilter(own, id).map(BloomFilter::bytes));
                    }
                }
            }
            ColumnCursor ids = table.column(id);
            for (Map<String, Object> each : records) {
                assertThat(ids.next()).isTrue();
                assertThat(ids.value()).isEqualTo(each.get("id"));
            }
            assertThat(ids.next()).isFalse();
        }
    }

    @Test
    void aCommonMetadataFileIsATableWithoutRows() throws IOException {
        summarizeWithParquetJava();

        try (ParquetReader reader = open("_common_metadata")) {
            assertThat(reader.schema().leaves()).hasSameSizeAs(SCHEMA.leaves());
            assertThat(reader.metadata().rowGroups()).isEmpty();
            assertThat(read(reader, 0)).isEmpty();
        }
    }

    @Test
    void aCommonMetadataFileThatCountsTheRowsOfItsTableHasNone() throws IOException {
        writeFooter(
                "_common_metadata",
                FileMetadata.builder().version(1).schema(SCHEMA).rows(1500).build());

        try (ParquetReader reader = open("_common_metadata")) {
            assertThat(reader.metadata().rows()).isZero();
        }
        assertThatThrownBy(() -> ParquetReader.open(
                        LocalInputFile.open(directory.resolve("_common_metadata")), ReaderOptions.DEFAULT))
                .as("as a data file it contradicts itself")
                .isInstanceOf(CorruptFileException.class);
    }

    @Test
    void aFileThatHasPagesButNoRowGroupHasLostItsRows() throws IOException {
        writeFooter(
                "part.parquet",
                new byte[100],
                FileMetadata.builder().version(1).schema(SCHEMA).rows(1500).build());

        assertThatThrownBy(() -> open("part.parquet"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("the footer says 1500 rows, but its row groups have 0");
    }

    private void writeFooter(String name, FileMetadata footer) throws IOException {
        writeFooter(name, new byte[0], footer);
    }

    private void writeFooter(String name, byte[] pages, FileMetadata footer) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile(name);
        FileLayout.writeMagic(out);
        out.write(pages, 0, pages.length);
        FileLayout.writeFooter(out, footer);
        Files.write(directory.resolve(name), out.toByteArray());
    }

    /** The footer of the first data file, each of its chunks in the file that {@code place} gives for its column. */
    private FileMetadata footerOfFirst(IntFunction<String> place) throws IOException {
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(dataFiles.get(0)), ReaderOptions.DEFAULT)) {
            FileMetadata footer = reader.metadata();
            List<RowGroupMetadata> rowGroups = footer.rowGroups().stream()
                    .map(rowGroup -> rowGroup.toBuilder()
                            .columns(rowGroup.columns().stream()
                                    .map(chunk -> moved(chunk, place.apply(leaf(chunk))))
                                    .toList())
                            .sortingColumns(List.of())
                            .fileOffset(OptionalLong.empty())
                            .compressedBytes(OptionalLong.empty())
                            .ordinal(OptionalInt.empty())
                            .build())
                    .toList();
            return footer.toBuilder()
                    .version(1)
                    .schema(SCHEMA)
                    .rowGroups(rowGroups)
                    .keyValues(List.of())
                    .build();
        }
    }

    private static int leaf(ColumnChunkMetadata chunk) {
        return SCHEMA.leaves().stream().map(LeafColumn::path).toList().indexOf(chunk.path());
    }

    /** The same chunk in another file. */
    static ColumnChunkMetadata moved(ColumnChunkMetadata chunk, String path) {
        return chunk.toBuilder().filePath(Optional.of(path)).build();
    }

    @Test
    void chunksOfOneRowGroupMayLieInDifferentFiles() throws IOException {
        for (int i = 0; i < 3; i++) {
            Files.copy(dataFiles.get(0), directory.resolve("column-" + i));
        }
        writeFooter("_metadata", footerOfFirst(column -> "column-" + column));

        try (ParquetReader reader = open("_metadata")) {
            assertThat(read(reader, 120)).isEqualTo(records.subList(120, ROWS_PER_FILE));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../part.parquet",
                "a/../../part.parquet",
                "a/./b",
                "a//b",
                "a/",
                "/etc/passwd",
                "file:/etc/passwd",
                "http://example.org/x",
                "C:part",
                "a\\b",
                "a\0b",
                "a\nb"
            })
    void pathsThatCouldLeaveTheDirectoryAreRefused(String path) throws IOException {
        writeFooter("_metadata", footerOfFirst(column -> path));

        assertThatThrownBy(() -> open("_metadata"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContainingAll(
                        "_metadata, row group 0, column id",
                        path.replaceAll("\\p{Cntrl}", "?"),
                        "must be relative, and stay in the directory");
    }

    @Test
    void aPathOfEndlessLengthIsRefusedWithItsBeginning() throws IOException {
        writeFooter("_metadata", footerOfFirst(column -> "x".repeat(1 << 20)));

        assertThatThrownBy(() -> open("_metadata"))
                .isInstanceOf(CorruptFileException.class)
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1000));
    }

    @Test
    void linksThatLeadOutOfTheDirectoryAreRefused(@TempDir Path outside) throws IOException {
        Path secret = Files.copy(dataFiles.get(0), outside.resolve("secret.parquet"));
        Files.createSymbolicLink(directory.resolve("link.parquet"), secret);
        Files.createSymbolicLink(directory.resolve("inside.parquet"), dataFiles.get(0));
        writeFooter("_metadata", footerOfFirst(column -> "link.parquet"));
        writeFooter("_inside", footerOfFirst(column -> "inside.parquet"));

        try (ParquetReader reader = open("_metadata")) {
            assertThatThrownBy(() -> read(reader, 0))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessageContainingAll("link.parquet", "outside of " + directory);
        }
        try (ParquetReader reader = open("_inside")) {
            assertThat(read(reader, 0)).isEqualTo(records.subList(0, ROWS_PER_FILE));
        }
    }

    @Test
    void aMissingFileIsToldWithItsPlace() throws IOException {
        writeFooter("_metadata", footerOfFirst(column -> column == 1 ? "gone.parquet" : "dt=2026-01-00/part.parquet"));

        try (ParquetReader reader = open("_metadata")) {
            assertThatThrownBy(() -> read(reader, 0))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("_metadata, row group 0, column name: the column chunk should be in the"
                            + " file gone.parquet, which does not exist");
        }
    }

    @Test
    void chunksBehindTheEndOfTheirFileAreRefused() throws IOException {
        byte[] whole = Files.readAllBytes(dataFiles.get(0));
        byte[] cut = Arrays.copyOf(whole, 200);
        System.arraycopy(FileLayout.MAGIC, 0, cut, cut.length - 4, 4);
        Files.write(directory.resolve("cut.parquet"), cut);
        writeFooter("_metadata", footerOfFirst(column -> "cut.parquet"));

        try (ParquetReader reader = open("_metadata")) {
            assertThatThrownBy(() -> read(reader, 0))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContainingAll(
                            "row group 0", "of the file cut.parquet, but pages are stored from 4 to 192");
        }
    }

    @Test
    void whatIsNoParquetFileIsToldByBothNames() throws IOException {
        Files.writeString(directory.resolve("notes.txt"), "these are only notes");
        writeFooter("_metadata", footerOfFirst(column -> "notes.txt"));

        try (ParquetReader reader = open("_metadata")) {
            assertThatThrownBy(() -> read(reader, 0))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContainingAll("notes.txt (named by ", "_metadata)", "not a Parquet file");
        }
    }

    @Test
    void aBadPageIsToldWithTheFileThatHoldsIt() throws IOException {
        byte[] bytes = Files.readAllBytes(dataFiles.get(0));
        for (int i = 40; i < 80; i++) {
            bytes[i] ^= 0x55;
        }
        Files.write(directory.resolve("bad.parquet"), bytes);
        writeFooter("_metadata", footerOfFirst(column -> "bad.parquet"));

        try (ParquetReader reader = open("_metadata")) {
            assertThatThrownBy(() -> read(reader, 0))
                    .isInstanceOf(ParquetException.class)
                    .hasMessageContainingAll("bad.parquet (named by ", "row group 0, column id");
        }
    }

    @Test
    void withoutAccessToSiblingsChunksInThemAreRefusedByName() throws IOException {
        summarizeWithParquetJava();

        assertThatThrownBy(() ->
                        ParquetReader.open(LocalInputFile.open(directory.resolve("_metadata")), ReaderOptions.DEFAULT))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll("column chunk in another file, dt=2026-01-00/part.parquet", "summary file");
    }

    /** Files in memory, which count how many of them are open. */
    private static final class CountedFiles implements SiblingFiles {
        private final byte[] bytes;
        private final int count;
        private int open;
        private int openMost;

        CountedFiles(byte[] bytes, int count) {
            this.bytes = bytes;
            this.count = count;
        }

        @Override
        public InputFile open(String path) throws IOException {
            if (Integer.parseInt(path) >= count) {
                throw new NoSuchFileException(path);
            }
            open++;
            openMost = Math.max(openMost, open);
            MemoryInputFile file = new MemoryInputFile(path, bytes);
            return new InputFile() {
                @Override
                public String name() {
                    return path;
                }

                @Override
                public long length() {
                    return file.length();
                }

                @Override
                public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
                    file.readFully(position, buffer, offset, length);
                }

                @Override
                public void close() {
                    open--;
                }
            };
        }
    }

    @Test
    void aTableOfManyFilesKeepsFewOpen() throws IOException {
        int count = 3 * TableFiles.OPEN_MAX;
        FileMetadata first = footerOfFirst(column -> "0");
        List<RowGroupMetadata> rowGroups = new ArrayList<>();
        for (int file = 0; file < count; file++) {
            String path = Integer.toString(file);
            RowGroupMetadata only = first.rowGroups().get(0);
            rowGroups.add(only.toBuilder()
                    .columns(only.columns().stream()
                            .map(chunk -> moved(chunk, path))
                            .toList())
                    .sortingColumns(List.of())
                    .fileOffset(OptionalLong.empty())
                    .compressedBytes(OptionalLong.empty())
                    .ordinal(OptionalInt.empty())
                    .build());
        }
        long rows = rowGroups.stream().mapToLong(RowGroupMetadata::rows).sum();
        writeFooter(
                "_metadata",
                first.toBuilder()
                        .version(1)
                        .schema(SCHEMA)
                        .rows(rows)
                        .rowGroups(rowGroups)
                        .keyValues(List.of())
                        .build());
        CountedFiles files = new CountedFiles(Files.readAllBytes(dataFiles.get(0)), count);

        try (ParquetReader reader =
                ParquetReader.open(LocalInputFile.open(directory.resolve("_metadata")), files, ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> front = reader.records(PlainRecords.builder());
            assertThat(front.next()).isTrue();
            assertThat(read(reader, 0)).hasSize((int) rows);
            int left = 1;
            while (front.next()) {
                left++;
            }
            assertThat(left).as("a cursor whose file was closed goes on").isEqualTo((int) rows);
        }
        assertThat(files.openMost).isEqualTo(TableFiles.OPEN_MAX + 1);
        assertThat(files.open).isZero();
    }
}
