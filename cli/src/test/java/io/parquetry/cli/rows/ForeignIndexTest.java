package io.parquetry.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Page indexes of writers that get them wrong lose no row; the answer says which column's index was not used. */
class ForeignIndexTest {
    private static final Path FILES = Path.of("src/test/resources/files");
    private static final Path PARQUET_GO = FILES.resolve("parquet-go-cut-bounds.parquet");
    private static final Path PARQUET_JS = FILES.resolve("parquetjs-first-rows-0.parquet");

    @ParameterizedTest
    @ValueSource(
            strings = {"name = 'West Oakland (WOAK)'", "name >= 'West Oakland (WOAK)'", "name > 'West Oakland (WO'"})
    void anUpperBoundThatWasCutAndNotRaisedHidesNoRow(String filter) {
        assertThat(CommandLineRun.of("count", "--where", filter, PARQUET_GO)
                        .out()
                        .strip())
                .isEqualTo("7");
    }

    @Test
    void rowsAreFoundWhereEachPageOfTheOffsetIndexBeginsWithRowZero() {
        String all = CommandLineRun.of("cat", PARQUET_JS).out();
        CommandLineRun last = CommandLineRun.of("tail", "-n", "1", PARQUET_JS);
        CommandLineRun matching = CommandLineRun.of("cat", "--where", "price >= 3.2", PARQUET_JS);
        CommandLineRun counted = CommandLineRun.of("count", "--where", "price >= 3.2", PARQUET_JS);

        assertThat(all).hasLineCount(4).endsWith(last.out());
        assertThat(matching.exitCode()).isZero();
        assertThat(counted.out().strip())
                .isEqualTo(String.valueOf(matching.out().lines().count()));
        assertThat(matching.err())
                .hasLineCount(1)
                .startsWith(PARQUET_JS + ", row group 0, column price: the offset index is not used: page 1 begins at"
                        + " row 0, page 0 at row 0; nor are those of ");
        assertThat(counted.err()).contains("column price: ");
        assertThat(CommandLineRun.of("sample", "-n", "4", PARQUET_JS).out()).isEqualTo(all);
    }
}
