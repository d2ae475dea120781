package io.parquetry.cli.rows;

import static io.parquetry.cli.CommandLineRun.FILES;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.format.TestData;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of {@code head}, {@code tail} and {@code sample}: rows of what {@code cat} prints, in its order, over all
 * files, with its columns and filters.
 */
class RowCommandsTest {
    private static final int ROWS = 300;

    @TempDir
    private Path directory;

    private Path first;
    private Path second;

    @BeforeEach
    void writeFiles() throws IOException {
        first = numbered(directory.resolve("a.parquet"), 0, 200);
        second = numbered(directory.resolve("deeper").resolve("b.parquet"), 200, ROWS);
    }

    /** Row groups of 50 rows, pages of 10. */
    private static Path numbered(Path file, int from, int to) throws IOException {
        Files.createDirectories(file.getParent());
        MessageType schema = MessageType.parse("message m { required int32 id; optional int32 tens; }");
        WriterOptions options = WriterOptions.builder().pageRowsMax(10).build();
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(LocalOutputFile.create(file), schema, PlainRecords.walker(), options)) {
            for (int id = from; id < to; id++) {
                writer.write(Map.of("id", id, "tens", id / 10));
                if (id % 50 == 49) {
                    writer.flushRowGroup();
                }
            }
            writer.finish();
        }
        return file;
    }

    private static List<String> lines(Object... arguments) {
        CommandLineRun run = CommandLineRun.of(arguments);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return run.out().lines().toList();
    }

    private static List<String> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(id -> "{\"id\":" + id + "}").toList();
    }

    @Test
    void headPrintsTheFirstRowsOverAllFiles() {
        assertThat(lines("head", "-c", "id", directory)).isEqualTo(ids(0, 10));
        assertThat(lines("head", "-n", 203, "-c", "id", first, second)).isEqualTo(ids(0, 203));
        assertThat(lines("head", "-n", 0, first)).isEmpty();
    }

    @Test
    void tailPrintsTheLastRowsOverAllFiles() {
        assertThat(lines("tail", "-c", "id", directory)).isEqualTo(ids(290, ROWS));
        assertThat(lines("tail", "-n", 105, "-c", "id", first, second)).isEqualTo(ids(195, ROWS));
        assertThat(lines("tail", "-n", 1000, "-c", "id", first, second)).isEqualTo(ids(0, ROWS));
        assertThat(lines("tail", "-n", 0, first)).isEmpty();
    }

    @Test
    void tailWithAFilterPrintsTheLastRowsThatMatch() {
        assertThat(lines("tail", "-n", 12, "-c", "id", "-w", "tens IN (3, 19, 25)", directory))
                .containsExactlyElementsOf(IntStream.concat(IntStream.range(198, 200), IntStream.range(250, 260))
                        .mapToObj(id -> "{\"id\":" + id + "}")
                        .toList());
    }

    @Test
    void sampleChoosesTheSameRowsForTheSameSeed() {
        List<String> all = lines("cat", directory);
        List<String> sample = lines("sample", "-n", 20, "--seed", 1, directory);

        assertThat(sample).hasSize(20).doesNotHaveDuplicates();
        assertThat(all.stream().filter(sample::contains).toList())
                .as("in the order of the files")
                .isEqualTo(sample);
        assertThat(lines("sample", "-n", 20, "--seed", 1, directory)).isEqualTo(sample);
        assertThat(lines("sample", "-n", 20, "--seed", 2, directory)).isNotEqualTo(sample);
        assertThat(lines("sample", "-n", 1000, directory)).isEqualTo(all);
    }

    @Test
    void sampleWithAFilterChoosesAmongTheRowsThatMatch() {
        List<String> matches = lines("cat", "-w", "tens > 27", directory);

        assertThat(lines("sample", "-n", 7, "-w", "tens > 27", directory))
                .hasSize(7)
                .doesNotHaveDuplicates()
                .isSubsetOf(matches);
        assertThat(lines("sample", "-n", 50, "-w", "tens > 27", directory)).isEqualTo(matches);
    }

    @Test
    void filesWithoutOffsetIndexAreSampledToo() {
        Path old = TestData.parquetTesting("data/alltypes_dictionary.parquet");
        Path plain = TestData.parquetTesting("data/alltypes_plain.parquet");

        assertThat(lines("sample", "-n", 100, old, plain)).isEqualTo(lines("cat", old, plain));
        assertThat(lines("sample", "-n", 3, "--seed", 5, plain)).hasSize(3).isSubsetOf(lines("cat", plain));
        assertThat(lines("tail", "-n", 5, old, plain))
                .isEqualTo(lines("cat", old, plain).subList(5, 10));
    }

    @Test
    void pagesWithoutAChosenRowAreNotRead() throws IOException {
        List<String> chosen = lines("sample", "-n", 2, "--seed", 3, first);
        List<String> last = lines("tail", "-n", 3, first);
        Path damaged = directory.resolve("damaged.parquet");

        Files.write(damaged, withoutPagesOf(chosen));
        assertThat(lines("sample", "-n", 2, "--seed", 3, damaged)).isEqualTo(chosen);
        assertThat(CommandLineRun.of("sample", "-n", 200, damaged).exitCode()).isEqualTo(1);

        Files.write(damaged, withoutPagesOf(last));
        assertThat(lines("tail", "-n", 3, damaged)).isEqualTo(last);
    }

    /** The first file with damage in each data page that has none of these rows. */
    private byte[] withoutPagesOf(List<String> rows) throws IOException {
        List<Long> numbers = rows.stream()
                .map(row -> Long.parseLong(row.replaceAll("\\D*(\\d+),.*", "$1")))
                .toList();
        byte[] bytes = Files.readAllBytes(first);
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(first), ReaderOptions.DEFAULT)) {
            for (int group = 0; group < 4; group++) {
                for (LeafColumn leaf : reader.schema().leaves()) {
                    for (OffsetIndex.PageLocation page :
                            reader.offsetIndex(group, leaf).orElseThrow().pages()) {
                        long begin = group * 50L + page.firstRow();
                        if (numbers.stream().noneMatch(row -> row >= begin && row < begin + 10)) {
                            bytes[(int) (page.offset() + page.compressedBytes() - 1)] ^= 0x55;
                        }
                    }
                }
            }
        }
        return bytes;
    }

    @Test
    void filesWithoutRowsAreNoFailure() throws IOException {
        Path none = numbered(directory.resolve("none.parquet"), 0, 0);

        for (String command : List.of("head", "tail", "sample", "cat")) {
            assertThat(lines(command, none)).as(command).isEmpty();
            assertThat(lines(command, "-w", "id = 1", none)).as(command).isEmpty();
        }
    }

    @Test
    void patternsNameFiles() throws IOException {
        Files.writeString(directory.resolve("_hidden.parquet"), "hidden");
        String in = directory + "/";

        assertThat(lines("count", in + "*.parquet")).containsExactly("200");
        assertThat(lines("count", in + "**/*.parquet")).hasSize(3).last().isEqualTo("300\ttotal");
        assertThat(lines("count", in + "dee*")).containsExactly("100");
        assertThat(lines("count", in + "[!b].parquet")).containsExactly("200");
        assertThat(lines("count", in + "?????r/?.parquet")).containsExactly("100");
        CommandLineRun none = CommandLineRun.of("head", in + "*.parq");
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err()).isEqualTo("parquetry head: " + in + "*.parq: no file has a path like this\n");
    }

    @Test
    void aFileWithTheNameOfAPatternIsThatFile() throws IOException {
        Path odd = Files.copy(FILES.resolve("simple.parquet"), directory.resolve("[a].parquet"));

        assertThat(lines("cat", odd)).isEqualTo(lines("cat", FILES.resolve("simple.parquet")));
    }

    @Test
    void wrongNumbersAreMisuse() {
        assertThat(CommandLineRun.of("sample", "-n", "1000001", first).err())
                .startsWith(
                        "parquetry sample: --limit is 1000001; it is the number of rows to print, 0 or more, at most"
                                + " 1000000");
        assertThat(CommandLineRun.of("tail", "-n", "-1", first).exitCode()).isEqualTo(2);
        assertThat(CommandLineRun.of("head", "-n", "x", first).exitCode()).isEqualTo(2);
        assertThat(CommandLineRun.of("sample").err())
                .startsWith("parquetry sample: Missing required parameter: 'FILE'");
        assertThat(CommandLineRun.of("tail", "-c", "no", first).err())
                .startsWith("parquetry tail: " + first + ": ")
                .contains("no");
    }
}
