package io.parquetry.cli.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.cli.console.CliConsole;
import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.format.schema.ColumnPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However little memory there is, the same differences are found; a key that most rows share is refused. */
class KeyedComparisonTest {
    private static final int ROWS = 3_000;

    @TempDir
    private Path directory;

    private record Found(List<String> differences, int passes) {}

    private Path written(String name, String rows) throws IOException {
        Path json = Files.writeString(directory.resolve(name + ".ndjson"), rows);
        Path file = directory.resolve(name + ".parquet");
        CommandLineRun.of("from-json", "--schema", "message m { required int32 id; required int32 n; }", json, file);
        return file;
    }

    private static Found compare(Path left, Path right, String key, long memoryBytesMax) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CliConsole console = CliConsole.of(out);
        try (var files = new StorageOptions().files();
                TableRows a = TableRows.of(files, FileLocation.of(left.toString()));
                TableRows b = TableRows.of(files, FileLocation.of(right.toString()))) {
            List<ColumnPath> paths = ColumnPath.parseList(key);
            KeyColumns columns = KeyColumns.of(
                    paths, FileLocation.of(left.toString()), a.schema(), FileLocation.of(right.toString()), b.schema());
            List<ColumnPath> all = ColumnPath.parseList("id,n");
            a.select(all);
            b.select(all);
            KeyedComparison comparison = new KeyedComparison(
                    a,
                    b,
                    columns,
                    new DifferenceReport(console, Integer.MAX_VALUE, false),
                    memoryBytesMax,
                    new ProgressLines(new PrintWriter(Writer.nullWriter()), "", "rows"));
            comparison.run();
            console.flush();
            return new Found(
                    out.toString(StandardCharsets.UTF_8).lines().sorted().toList(), comparison.passes());
        }
    }

    private static String rows(int from, int to, int changedEach) {
        return IntStream.range(from, to)
                .map(i -> from + (i - from) * 7 % (to - from))
                .mapToObj(i -> "{\"id\":" + i + ",\"n\":" + (i % changedEach == 0 ? -1 : 1) + "}")
                .collect(Collectors.joining("\n"));
    }

    @Test
    void littleMemoryCostsPassesAndNoDifference() throws IOException {
        Path a = written("a", rows(0, ROWS, 500));
        Path b = written("b", rows(3, ROWS + 2, 300));
        Found atOnce = compare(a, b, "id", Long.MAX_VALUE);
        assertThat(atOnce.passes()).isEqualTo(1);
        assertThat(atOnce.differences())
                .contains("id=0: only in A", "id=3001: only in B", "id=500, n: -1 | 1", "id=300, n: 1 | -1")
                .hasSize(3 + 2 + 12);

        Found inParts = compare(a, b, "id", 20_000);

        assertThat(inParts.differences()).isEqualTo(atOnce.differences());
        assertThat(inParts.passes()).isBetween(16, 256);
    }

    @Test
    void aKeyThatDoesNotTellRowsApartIsRefused() throws IOException {
        Path a = written("a", rows(0, ROWS, ROWS + 1));

        assertThatThrownBy(() -> compare(a, a, "n", 20_000))
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith("--key does not tell rows apart: those of n=1 and few other keys take more than"
                        + " 20,000 bytes of memory; name more columns");
    }
}
