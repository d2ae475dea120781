package io.parquetry.format.file;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.MemoryLimitException;
import io.parquetry.format.TestData;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The files of apache/parquet-testing: the good ones are read to their end, and every entry of every column is what
 * parquet-java finds there; the bad ones are refused with a message that names the defect that their README tells.
 * Which file is which stands in a list, and a file that the list does not have fails the build.
 */
@Tag("slow")
class ParquetTestingFilesTest {
    /** One line of the list. */
    private record Listed(String kind, String name, String defect) {
        static Listed parse(String line) {
            String[] parts = line.split("  ", 3);
            return new Listed(parts[0], parts[1], parts.length > 2 ? parts[2] : "");
        }
    }

    private static Stream<Listed> listed() {
        try (InputStream in = ParquetTestingFilesTest.class.getResourceAsStream("/parquet-testing.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Listed::parse);
        } catch (IOException e) {
            throw new UncheckedIOException("the list of files cannot be read", e);
        }
    }

    /** The names of a kind that are in the folder. */
    private static Stream<String> names(String... kinds) throws IOException {
        Set<String> there = Set.copyOf(TestData.parquetTestingFiles());
        return listed().filter(file -> Set.of(kinds).contains(file.kind()))
                .map(Listed::name)
                .filter(there::contains);
    }

    @Test
    void everyFileOfTheFolderIsListedAndNoOther() throws IOException {
        Set<String> there = new TreeSet<>(TestData.parquetTestingFiles());
        assertThat(unlisted(there)).as("files that no list names").isEmpty();
        assertThat(listed().map(Listed::name)).as("files of the list").allMatch(there::contains);
        System.out.printf("parquet-testing: %d Parquet files, each of them listed%n", there.size());
    }

    @Test
    void aNewFileWouldBeFound() throws IOException {
        Set<String> there = new TreeSet<>(TestData.parquetTestingFiles());
        there.add("data/from_tomorrow.parquet");
        assertThat(unlisted(there)).containsExactly("data/from_tomorrow.parquet");
    }

    private static Set<String> unlisted(Set<String> there) {
        Set<String> unlisted = new TreeSet<>(there);
        unlisted.removeAll(listed().map(Listed::name).collect(toSet()));
        return unlisted;
    }

    @ParameterizedTest
    @MethodSource("filesToJudge")
    void everyColumnIsWhatParquetJavaFinds(String name) throws IOException {
        Path path = TestData.parquetTesting(name);
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(path), ReaderOptions.DEFAULT)) {
            ParquetJavaColumns judge = new ParquetJavaColumns(path);
            for (LeafColumn leaf : reader.schema().leaves()) {
                judge.requireEqual(leaf, reader.column(leaf));
            }
        }
    }

    static Stream<String> filesToJudge() throws IOException {
        return names("judged");
    }

    @ParameterizedTest
    @MethodSource("filesToRead")
    void aGoodFileHasAsManyRecordsAsItsFooterSays(String name) throws IOException {
        Path file = TestData.parquetTesting(name);
        long rows;
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
            rows = reader.metadata().rows();
        }
        assertThat(readAll(file, ReaderOptions.DEFAULT)).isEqualTo(rows);
    }

    /** Some variants are refused on purpose; ShreddedVariantTest has the list of those. */
    static Stream<String> filesToRead() throws IOException {
        return names("judged", "read").filter(name -> !name.startsWith("shredded_variant/"));
    }

    @Test
    void aPageBeyondTheLimitIsRefusedBeforeItTakesMemory() {
        ReaderOptions small = ReaderOptions.builder()
                .memoryBytesMax(1 << 28)
                .recordEntriesMax(1 << 20)
                .build();
        Path file = TestData.parquetTesting("data/large_string_map.brotli.parquet");
        assertThatThrownBy(() -> readAll(file, small))
                .isInstanceOf(MemoryLimitException.class)
                .hasMessageContaining("dictionary page: the dictionary needs 1073741828 bytes of memory")
                .hasMessageContaining("this reader takes up to 268435456 together");
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void aBadFileIsRefusedByItsDefect(String name, String defect) {
        Path file = TestData.parquetTesting(name);
        assertThat(defect).isNotBlank();
        assertThatThrownBy(() -> readAll(file, ReaderOptions.DEFAULT))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(defect);
    }

    static Stream<Arguments> badFiles() throws IOException {
        Set<String> there = Set.copyOf(TestData.parquetTestingFiles());
        return listed().filter(file -> file.kind().equals("refused") && there.contains(file.name()))
                .map(file -> Arguments.of(file.name(), file.defect()));
    }

    @ParameterizedTest
    @MethodSource("encryptedFiles")
    void anEncryptedFileIsRefusedByName(String name) {
        Path file = TestData.parquetTesting(name);
        assertThatThrownBy(() -> readAll(file, ReaderOptions.DEFAULT))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("unsupported: encrypted");
    }

    static Stream<String> encryptedFiles() throws IOException {
        return names("encrypted");
    }

    @ParameterizedTest
    @MethodSource("checksums")
    void aWrongChecksumIsFoundWhenAskedFor(String name) throws IOException {
        Path file = TestData.parquetTesting(name);
        ReaderOptions verify = ReaderOptions.builder()
                .checksums(ReaderOptions.Checksums.VERIFY)
                .build();
        if (name.contains("-corrupt-")) {
            assertThatThrownBy(() -> readAll(file, verify))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("checksum");
        } else {
            assertThat(readAll(file, verify)).isPositive();
        }
    }

    static Stream<String> checksums() throws IOException {
        return names("judged").filter(name -> name.endsWith("-checksum.parquet"));
    }

    @Test
    void dictionaryIndexesWithoutBitsAreRead() throws IOException {
        assertThat(readAll(TestData.parquetTesting("bad_data/ARROW-GH-43605.parquet"), ReaderOptions.DEFAULT))
                .isEqualTo(21186);
    }

    private static long readAll(Path file, ReaderOptions options) throws IOException {
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), options)) {
            RecordCursor<Map<String, Object>> records = reader.records(PlainRecords.builder());
            long rows = 0;
            while (records.next()) {
                rows++;
            }
            return rows;
        }
    }
}
