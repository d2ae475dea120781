package io.parquetry.cli.inspect;

import static io.parquetry.cli.CommandLineRun.FILES;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each command reads the summary files that parquet-java wrote beside two data files as their table. */
class SummaryFileCommandsTest {
    private static final Path TABLE = FILES.resolve("table");
    private static final Path METADATA = TABLE.resolve("_metadata");
    private static final Path COMMON = TABLE.resolve("_common_metadata");

    @TempDir
    private Path directory;

    @Test
    void catPrintsTheRowsOfAllItsFiles() {
        CommandLineRun table = CommandLineRun.of("cat", METADATA);

        assertThat(table.out().lines()).hasSize(6).contains("{\"id\":12,\"place\":\"place 2\"}");
        assertThat(table.out())
                .isEqualTo(CommandLineRun.of(
                                "cat",
                                "--columns",
                                "id,place",
                                TABLE.resolve("day=0").resolve("part.parquet"),
                                TABLE.resolve("day=1").resolve("part.parquet"))
                        .out());
    }

    @Test
    void verifyChecksItsFilesToo() throws IOException {
        assertThat(CommandLineRun.of("verify", METADATA).out())
                .isEqualTo("OK   " + METADATA + ": 6 rows, 2 columns, 4 pages" + System.lineSeparator());

        Path copy = Files.copy(METADATA, directory.resolve("_metadata"));
        CommandLineRun alone = CommandLineRun.of("verify", copy);
        assertThat(alone.out())
                .startsWith("BAD  " + copy + ", row group 0, column id: the column chunk should be in the file"
                        + " day=0/part.parquet, which does not exist");
        assertThat(alone.exitCode()).isEqualTo(1);
    }

    @Test
    void theFileOfEachChunkIsPrinted() {
        assertThat(CommandLineRun.of("pages", METADATA).out())
                .contains("row group 1, place  (BYTE_ARRAY STRING, UNCOMPRESSED, 1 page, in day=1/part.parquet)");
        assertThat(CommandLineRun.of("dump", METADATA).out()).contains("raw, in day=1/part.parquet");
        assertThat(CommandLineRun.of("meta", "--json", METADATA).out())
                .contains("\"file_path\" : \"day=0/part.parquet\"");
        assertThat(CommandLineRun.of("levels", METADATA).out()).contains("\"place 2\"");
    }

    @Test
    void aCommonMetadataFileIsReportedAsATableWithoutRows() {
        assertThat(CommandLineRun.of("schema", COMMON)).isEqualTo(CommandLineRun.of("schema", METADATA));
        assertThat(CommandLineRun.of("cat", COMMON))
                .isEqualTo(new CommandLineRun(
                        0,
                        "",
                        COMMON + ": has a schema and no row groups, so there are no rows; see schema"
                                + System.lineSeparator()));
        assertThat(CommandLineRun.of("verify", COMMON).out()).contains("0 rows", "(a schema without row groups)");
    }
}
