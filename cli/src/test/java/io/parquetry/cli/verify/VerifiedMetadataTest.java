package io.parquetry.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.format.TestData;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.GeospatialStatistics;
import io.parquetry.format.metadata.GeospatialStatistics.BoundingBox;
import io.parquetry.format.metadata.PageEncodingStats;
import io.parquetry.format.metadata.SortingColumn;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each statement of a footer that {@code verify} checks: a true one passes, a false one is reported with both numbers.
 */
class VerifiedMetadataTest {
    private static final MessageType SCHEMA = MessageType.parse("""
            message m {
              required int32 id;
              optional binary word (STRING);
              optional double number;
              optional binary place (GEOMETRY);
              repeated int32 tags;
            }""");
    private static final int ID = 0;
    private static final int WORD = 1;
    private static final int NUMBER = 2;
    private static final int PLACE = 3;
    private static final int TAGS = 4;

    /** It has a page of 1 GiB, which a test of the engine covers. */
    private static final String LARGE = "large_string_map.brotli.parquet";

    @TempDir
    private Path directory;

    private Path good;

    /**
     * Rows by ascending id; words are null, a, a, b; numbers NaN, -0.0, 0.0, 1.5; places the points (0, 0) to (3, 3).
     */
    @BeforeEach
    void write() throws IOException {
        good = directory.resolve("good.parquet");
        String[] words = {null, "a", "a", "b"};
        double[] numbers = {Double.NaN, -0.0, 0.0, 1.5};
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(good), SCHEMA, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            for (int id = 0; id < 4; id++) {
                Map<String, Object> row = new HashMap<>();
                row.put("id", id);
                row.put("word", words[id]);
                row.put("number", numbers[id]);
                row.put("place", point(id, id));
                row.put("tags", List.of(id));
                writer.write(row);
            }
            writer.finish();
        }
    }

    private static byte[] point(double x, double y) {
        return ByteBuffer.allocate(21)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 1)
                .putInt(1)
                .putDouble(x)
                .putDouble(y)
                .array();
    }

    private static byte[] int32(int value) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }

    private String verdict(UnaryOperator<FileMetadata> change) throws IOException {
        Path forged = directory.resolve("forged.parquet");
        CommandLineRun run = CommandLineRun.of("verify", ForgedFooter.file(good, forged, change));
        assertThat(run.exitCode()).isEqualTo(run.out().startsWith("OK ") ? 0 : 1);
        return run.out().replace(forged.toString(), "FILE").strip();
    }

    @Test
    void trueMetadataPasses() throws IOException {
        assertThat(verdict(footer -> footer)).isEqualTo("OK   FILE: 4 rows, 5 columns, 6 pages");
    }

    @Test
    void deprecatedBoundsAreCheckedWhereTheyAreTrusted() throws IOException {
        assertThat(verdict(ForgedFooter.column(
                        ID, chunk -> ForgedFooter.statistics(chunk, ForgedFooter.legacyBounds(int32(0), int32(3))))))
                .startsWith("OK ");
        assertThat(verdict(ForgedFooter.column(
                        ID, chunk -> ForgedFooter.statistics(chunk, ForgedFooter.legacyBounds(int32(0), int32(2))))))
                .isEqualTo("BAD  FILE, row group 0, column id: statistics: upper bound is 2, but there is a value 3");
        assertThat(verdict(ForgedFooter.column(
                        WORD,
                        chunk -> ForgedFooter.statistics(
                                chunk, ForgedFooter.legacyBounds(new byte[] {'x'}, new byte[] {'y'})))))
                .as("nobody may use these")
                .startsWith("OK ");
    }

    @Test
    void bytesOfChunksAreCheckedAgainstTheirPages() throws IOException {
        assertThat(verdict(ForgedFooter.column(
                        ID,
                        chunk -> ForgedFooter.bytes(
                                chunk,
                                chunk.bytes().uncompressed() + 1,
                                chunk.bytes().compressed()))))
                .matches("BAD  FILE, row group 0, column id: total_uncompressed_size is \\d+, but the pages with their"
                        + " headers have \\d+ bytes");
        assertThat(verdict(ForgedFooter.column(
                        TAGS,
                        chunk -> ForgedFooter.bytes(
                                chunk,
                                chunk.bytes().uncompressed(),
                                chunk.bytes().compressed() - 1))))
                .startsWith("BAD  FILE, row group 0, column tags: total_compressed_size is ");
    }

    @Test
    void totalsOfRowGroupsAreCheckedAgainstTheirChunks() throws IOException {
        long[] sums = new long[2];
        ForgedFooter.file(good, directory.resolve("read.parquet"), footer -> {
            sums[0] = footer.rowGroups().get(0).uncompressedBytes();
            sums[1] = footer.rowGroups().get(0).compressedBytes().orElseThrow();
            return footer;
        });

        assertThat(verdict(ForgedFooter.sums(sums[0], sums[1] + 1)))
                .startsWith("BAD  FILE, row group 0: total_compressed_size is ");
        assertThat(verdict(ForgedFooter.sums(0, sums[1])))
                .as("writers differ here, and no reader goes by it")
                .startsWith("OK   FILE")
                .contains("(row group 0: total_byte_size is 0, but that of the column chunks together is ");
    }

    @Test
    void encodingStatsAreCheckedAgainstThePages() throws IOException {
        assertThat(verdict(ForgedFooter.column(
                        ID, chunk -> ForgedFooter.pageEncodings(chunk, List.of(new PageEncodingStats(0, 5, 1))))))
                .startsWith("BAD  FILE, row group 0, column id: encoding_stats lists pages"
                        + " {DATA_PAGE DELTA_BINARY_PACKED=1}, but there are {DATA_PAGE ");
        assertThat(verdict(ForgedFooter.column(ID, chunk -> ForgedFooter.pageEncodings(chunk, List.of()))))
                .startsWith("OK ");
    }

    /** parquet-java would leave out the row group for a value that is not in the dictionary. */
    @Test
    void encodingsWithoutCountsOfPagesDoNotHideValues() throws IOException {
        WriterOptions options = WriterOptions.builder()
                .dictionaryBytesMax(1 << 10)
                .pageRowsMax(100)
                .build();
        good = directory.resolve("given-up.parquet");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(good),
                MessageType.parse("message m { required binary word (STRING); }"),
                PlainRecords.walker(),
                options)) {
            for (int i = 0; i < 2_000; i++) {
                writer.write(Map.of("word", i < 1_000 ? "w" + i % 10 : "another word " + i));
            }
            writer.finish();
        }

        assertThat(verdict(withoutCounts(0, 2, 3))).startsWith("OK ");
        assertThat(verdict(withoutCounts(2, 3)))
                .isEqualTo("BAD  FILE, row group 0, column word: the encodings are PLAIN_DICTIONARY,RLE, but a page has"
                        + " PLAIN; readers pass over its values");
        assertThat(verdict(withoutCounts(8, 3))).as("readers conclude nothing").startsWith("OK ");
    }

    private static UnaryOperator<FileMetadata> withoutCounts(Integer... encodings) {
        return ForgedFooter.column(
                0,
                chunk -> ForgedFooter.pageEncodings(chunk, List.of()).toBuilder()
                        .encodingIds(List.of(encodings))
                        .build());
    }

    @ParameterizedTest
    @CsvSource({
        "0, false, true,  ''",
        "0, true,  true,  'column id: the rows are said to be sorted by this column, descending, nulls first, but row 1"
                + " has 1 after 0'",
        "1, false, true,  ''",
        "1, false, false, 'column word: the rows are said to be sorted by this column, ascending, nulls last, but row 1"
                + " has \"a\" after null'",
        "2, false, false, ''",
        "4, true,  false, ''",
        "7, false, false, 'row group 0: the sorting columns name column 7, but the file has columns 0 to 4'"
    })
    void sortingColumnsAreCheckedAgainstTheRows(int column, boolean descending, boolean nullsFirst, String fault)
            throws IOException {
        String verdict = verdict(ForgedFooter.sorted(new SortingColumn(column, descending, nullsFirst)));

        if (fault.isEmpty()) {
            assertThat(verdict).startsWith("OK ");
        } else {
            assertThat(verdict).startsWith("BAD ").contains(fault);
        }
    }

    @Test
    void furtherSortingColumnsOrderEqualRows() throws IOException {
        SortingColumn byWord = new SortingColumn(WORD, false, true);

        assertThat(verdict(ForgedFooter.sorted(byWord, new SortingColumn(ID, false, false))))
                .startsWith("OK ");
        assertThat(verdict(ForgedFooter.sorted(byWord, new SortingColumn(ID, true, false))))
                .contains("column id", "but row 2 has 2 after 1");
    }

    @ParameterizedTest
    @CsvSource({"1, 2, true", "1, 1, false", "1, 3, false", "2, 4, true", "2, 2, true", "2, 1, false", "2, 5, false"})
    void distinctValuesAreCounted(int column, long claimed, boolean right) throws IOException {
        String verdict = verdict(
                ForgedFooter.column(column, chunk -> ForgedFooter.statistics(chunk, ForgedFooter.distinct(claimed))));

        assertThat(verdict).startsWith(right ? "OK " : "BAD ");
        assertThat(right || verdict.contains("distinct values: " + claimed + " are claimed"))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 3, 0, 3, 1, ''",
        "0, 2, 0, 3, 1, 'the bounding box goes from 0.0 to 2.0 along x, but there is a point at 3.0'",
        "0, 3, 1, 3, 1, 'the bounding box goes from 1.0 to 3.0 along y, but there is a point at 0.0'",
        "3, 2, 0, 3, 1, ''",
        "3, 1, 0, 3, 1, 'but there is a point at 2.0'",
        "0, 3, 0, 3, 3, 'the geospatial statistics name the types [3], but there is a geometry of type 1'"
    })
    void geometriesAreCheckedAgainstTheBox(double xMin, double xMax, double yMin, double yMax, int type, String fault)
            throws IOException {
        BoundingBox box = new BoundingBox(
                xMin,
                xMax,
                yMin,
                yMax,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty());

        String verdict = verdict(ForgedFooter.column(
                PLACE,
                chunk -> ForgedFooter.geospatial(chunk, new GeospatialStatistics(Optional.of(box), List.of(type)))));

        assertThat(verdict).startsWith(fault.isEmpty() ? "OK " : "BAD ").contains(fault);
    }

    /** The files of that folder that are really bad, each with a part of its message; all others are good. */
    @Test
    void theFilesOfOtherWritersAreGood() throws IOException {
        Path folder = TestData.parquetTesting("data");
        Map<String, String> bad = Map.of(
                "datapage_v1-corrupt-checksum.parquet", "the checksum of the page is",
                "rle-dict-uncompressed-corrupt-checksum.parquet", "the checksum of the page is");

        List<Object> arguments = new ArrayList<>(List.of("verify"));
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".parquet"))
                    .filter(file -> !file.endsWith(LARGE))
                    .sorted()
                    .forEach(arguments::add);
        }
        CommandLineRun run = CommandLineRun.of(arguments.toArray());

        List<String> faults = run.out()
                .lines()
                .filter(line -> line.startsWith("BAD "))
                .filter(line -> bad.entrySet().stream()
                        .noneMatch(known -> line.contains(known.getKey()) && line.contains(known.getValue())))
                .toList();
        assertThat(faults).isEmpty();
        assertThat(run.out().lines().filter(line -> line.startsWith("OK "))).hasSizeGreaterThan(60);
    }
}
