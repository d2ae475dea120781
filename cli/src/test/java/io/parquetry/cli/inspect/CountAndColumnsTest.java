package io.parquetry.cli.inspect;

import static io.parquetry.cli.CommandLineRun.FILES;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.cli.CommandLineRun;
import io.parquetry.cli.verify.ForgedFooter;
import io.parquetry.format.metadata.Statistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@code count} and {@code columns}: sums over files and directories, from footers alone. */
class CountAndColumnsTest {
    private static final Path SIMPLE = FILES.resolve("simple.parquet");

    @TempDir
    private Path directory;

    @BeforeEach
    void createFiles() throws IOException {
        Path deeper = Files.createDirectories(directory.resolve("deeper"));
        Files.copy(SIMPLE, directory.resolve("a.parquet"));
        Files.copy(SIMPLE, deeper.resolve("b.parquet"));
        Files.copy(FILES.resolve("nested.parquet"), deeper.resolve("c.parquet"));
        Files.writeString(directory.resolve("_c.parquet"), "not listed");
    }

    private long rows(Path file) {
        return CommandLineRun.of("cat", file).out().lines().count();
    }

    @Test
    void theRowsOfAFileAreANumber() {
        assertThat(CommandLineRun.of("count", SIMPLE)).isEqualTo(new CommandLineRun(0, rows(SIMPLE) + "\n", ""));
    }

    @Test
    void theRowsOfFilesBelowADirectoryAreAddedUp() {
        long simple = rows(SIMPLE);
        long nested = rows(FILES.resolve("nested.parquet"));

        assertThat(CommandLineRun.of("count", directory).out().lines())
                .containsExactly(
                        simple + "\t" + directory.resolve("a.parquet"),
                        simple + "\t" + directory.resolve("deeper/b.parquet"),
                        nested + "\t" + directory.resolve("deeper/c.parquet"),
                        (2 * simple + nested) + "\ttotal");
    }

    @Test
    void rowsThatMatchAreCounted() {
        assertThat(CommandLineRun.of("count", "--where", "text > 'text2'", SIMPLE)
                        .out())
                .isEqualTo(CommandLineRun.of("cat", "--where", "text > 'text2'", SIMPLE)
                                .out()
                                .lines()
                                .count()
                        + "\n");
        assertThat(CommandLineRun.of("count", "-w", "text > ", SIMPLE).exitCode())
                .isEqualTo(2);
        CommandLineRun unknown = CommandLineRun.of("count", "-w", "name = 'x'", SIMPLE);
        assertThat(unknown.exitCode()).isEqualTo(1);
        assertThat(unknown.err())
                .startsWith("parquetry count: " + SIMPLE + ": ")
                .contains("name");
    }

    @Test
    void aDirectoryWithoutFilesIsNamed() throws IOException {
        Path empty = Files.createDirectories(directory.resolve("empty"));

        assertThat(CommandLineRun.of("count", empty).err())
                .isEqualTo("parquetry count: " + empty + ": there is no file *.parquet in this directory\n");
    }

    private static List<JsonNode> columns(Object... arguments) throws IOException {
        ObjectMapper json = new ObjectMapper();
        return json.readerFor(JsonNode.class)
                .<JsonNode>readValues(CommandLineRun.of(arguments).out())
                .readAll();
    }

    @Test
    void columnsOfTheSamePathAreAddedUp() throws IOException {
        JsonNode one = columns("columns", "--json", SIMPLE).get(0);
        JsonNode two = columns(
                        "columns", "--json", directory.resolve("a.parquet"), directory.resolve("deeper/b.parquet"))
                .get(0);

        assertThat(two.get("column").asText()).isEqualTo("text");
        assertThat(two.get("files").asInt()).isEqualTo(2);
        assertThat(one.get("nulls").isNull())
                .as("the file does not count nulls")
                .isTrue();
        for (String sum : List.of("entries", "bytes", "rawBytes")) {
            assertThat(two.get(sum).asLong()).as(sum).isEqualTo(2 * one.get(sum).asLong());
        }
        assertThat(one.get("entries").asLong()).isEqualTo(rows(SIMPLE));
    }

    @Test
    void theBytesOfColumnsAndOfTheRestAreThoseOfTheFiles() throws IOException {
        CommandLineRun run = CommandLineRun.of("columns", "--by-size", directory);
        List<String> lines = run.out().lines().toList();
        long bytes = Files.size(SIMPLE) * 2 + Files.size(FILES.resolve("nested.parquet"));

        assertThat(run.err()).isEmpty();
        assertThat(lines.get(0)).startsWith("3 files, ").endsWith(String.format("%,d bytes", bytes));
        assertThat(lines.get(1)).startsWith("column ");
        assertThat(lines).last().asString().startsWith("(in no column)");
        long columns = 0;
        long largest = Long.MAX_VALUE;
        for (JsonNode column : columns("columns", "--json", "--by-size", directory)) {
            columns += column.get("bytes").asLong();
            assertThat(column.get("bytes").asLong()).isLessThanOrEqualTo(largest);
            largest = column.get("bytes").asLong();
        }
        assertThat(lines.get(lines.size() - 1)).contains(String.format("%,d", bytes - columns));
    }

    /** Its chunks are in other files. */
    @Test
    void theBytesOfColumnsOfAMetadataFileAreAPartOfAll() throws IOException {
        Path metadata = FILES.resolve("table/_metadata");
        long columns = 0;
        for (JsonNode column : columns("columns", "--json", metadata)) {
            columns += column.get("bytes").asLong();
        }
        List<String> lines =
                CommandLineRun.of("columns", metadata).out().lines().toList();

        assertThat(lines.get(0)).endsWith(String.format("%,d bytes", Files.size(metadata) + columns));
        assertThat(lines).last().asString().contains(String.format("%,d", Files.size(metadata)));
    }

    /** One of the files tells the nulls of its pages nowhere else. */
    @ParameterizedTest
    @ValueSource(strings = {"simple", "duckdb-enum"})
    void nullsThatAChunkDoesNotCountAreNotKnown(String name) throws IOException {
        Path file = ForgedFooter.file(
                FILES.resolve(name + ".parquet"),
                directory.resolve("uncounted.parquet"),
                ForgedFooter.column(
                        0,
                        chunk -> chunk.toBuilder()
                                .statistics(Optional.of(Statistics.builder()
                                        .nulls(OptionalLong.of(-1))
                                        .build()))
                                .build()));

        assertThat(columns("columns", "--json", file).get(0).get("nulls").isNull())
                .isTrue();
        assertThat(columns("dump", "--json", file).get(0).get("nulls").isNull()).isTrue();
        assertThat(columns("pages", "--json", file))
                .extracting(page -> page.get("nulls").asLong())
                .doesNotContain(-1L);
    }
}
