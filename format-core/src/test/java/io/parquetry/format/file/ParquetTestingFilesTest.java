package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The files of apache/parquet-testing: the good ones are read to their end, and every entry of every column is what
 * parquet-java finds there; the bad ones are refused with a message that names the defect.
 */
class ParquetTestingFilesTest {
    private static final Path FILES = Path.of(System.getProperty("shared.dir", "absent"), "parquet-testing");

    private static final Map<String, String> DEFECTS = Map.of(
            "bad_data/PARQUET-1481.parquet", "physical type number -7",
            "bad_data/ARROW-RS-GH-6229-DICTHEADER.parquet", "claims the 322 bytes from 129 on",
            "bad_data/ARROW-RS-GH-6229-LEVELS.parquet", "but the footer says 1",
            "bad_data/ARROW-GH-41317.parquet", "timestampWus_no_tz",
            "bad_data/ARROW-GH-41321.parquet", "run-length encoded data ends",
            "bad_data/ARROW-GH-45185.parquet", "the first repetition level is 1",
            "bad_data/ARROW-GH-47662.parquet", "nulls in a required column");

    /** Not read by parquet-java: chunk sizes without the header of the dictionary page; LZ4 without Hadoop's framing. */
    private static final Set<String> NOT_JUDGED =
            Set.of("data/nation.dict-malformed.parquet", "data/non_hadoop_lz4_compressed.parquet");

    /** Its strings have a gigabyte. */
    private static final String BEYOND_THE_LIMIT = "data/large_string_map.brotli.parquet";

    @BeforeEach
    void theFilesAreThere() {
        assumeThat(FILES).as("the files of parquet-testing, in shared.dir").isDirectory();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("filesToJudge")
    void everyColumnIsWhatParquetJavaFinds(String name) throws IOException {
        Path path = FILES.resolve(name);
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(path), ReaderOptions.DEFAULT)) {
            ParquetJavaColumns judge = new ParquetJavaColumns(path);
            for (LeafColumn leaf : reader.schema().leaves()) {
                judge.requireEqual(leaf, reader.column(leaf));
            }
        }
    }

    static Stream<String> filesToJudge() throws IOException {
        return goodFiles("data", "shredded_variant").filter(name -> !NOT_JUDGED.contains(name));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("filesToRead")
    void aGoodFileHasAsManyRecordsAsItsFooterSays(String name) throws IOException {
        long rows;
        try (ParquetReader reader =
                ParquetReader.open(LocalInputFile.open(FILES.resolve(name)), ReaderOptions.DEFAULT)) {
            rows = reader.metadata().rows();
        }
        assertThat(readAll(name, ReaderOptions.DEFAULT)).isEqualTo(rows);
    }

    static Stream<String> filesToRead() throws IOException {
        return goodFiles("data");
    }

    private static Stream<String> goodFiles(String... folders) throws IOException {
        return files(folders).filter(name -> name.endsWith(".parquet") && !name.equals(BEYOND_THE_LIMIT));
    }

    @Test
    void aPageBeyondTheLimitIsRefusedBeforeItTakesMemory() {
        assertThatThrownBy(() -> readAll(BEYOND_THE_LIMIT, ReaderOptions.DEFAULT))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("dictionary page: unsupported: the page has 1073741828 bytes");
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("badFiles")
    void aBadFileIsRefusedByItsDefect(String name, String defect) {
        assertThatThrownBy(() -> readAll(name, ReaderOptions.DEFAULT))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageStartingWith(FILES.resolve(name).toString())
                .hasMessageContaining(defect);
    }

    static Stream<Arguments> badFiles() {
        return DEFECTS.entrySet().stream().map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("encryptedFiles")
    void anEncryptedFileIsRefusedByName(String name) {
        assertThatThrownBy(() -> readAll(name, ReaderOptions.DEFAULT))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("unsupported: encrypted");
    }

    static Stream<String> encryptedFiles() throws IOException {
        return files("data").filter(name -> name.endsWith(".parquet.encrypted"));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("checksums")
    void aWrongChecksumIsFoundWhenAskedFor(String name) throws IOException {
        ReaderOptions verify = new ReaderOptions(ReaderOptions.Checksums.VERIFY);
        if (name.contains("-corrupt-")) {
            assertThatThrownBy(() -> readAll(name, verify))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("checksum");
        } else {
            assertThat(readAll(name, verify)).isPositive();
        }
    }

    static Stream<String> checksums() throws IOException {
        return files("data").filter(name -> name.endsWith("-checksum.parquet"));
    }

    @Test
    void dictionaryIndexesWithoutBitsAreRead() throws IOException {
        assertThat(readAll("bad_data/ARROW-GH-43605.parquet", ReaderOptions.DEFAULT))
                .isEqualTo(21186);
    }

    private static long readAll(String name, ReaderOptions options) throws IOException {
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(FILES.resolve(name)), options)) {
            RecordCursor records = reader.records(PlainRecords.builder());
            long rows = 0;
            while (records.next()) {
                rows++;
            }
            return rows;
        }
    }

    private static Stream<String> files(String... folders) throws IOException {
        Stream<String> names = Stream.of();
        for (String folder : folders) {
            if (Files.isDirectory(FILES.resolve(folder))) {
                try (Stream<Path> walk = Files.walk(FILES.resolve(folder))) {
                    List<String> found = walk.filter(Files::isRegularFile)
                            .map(file -> FILES.relativize(file).toString())
                            .sorted()
                            .toList();
                    names = Stream.concat(names, found.stream());
                }
            }
        }
        return names;
    }
}
