package io.parquetry.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.format.hostile.DeviatingFiles;
import io.parquetry.format.hostile.DeviatingFiles.DeviatingFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are read although they deviate from the format are called what they are. */
class VerifiedDeviationsTest {
    /** What {@code verify} says of each file, FILE in the place of its path. */
    private static final Map<String, String> REPORTS = new TreeMap<>(Map.ofEntries(
            Map.entry(
                    "v2-rows-and-nulls",
                    "BAD  FILE, row group 0, column a, page 0: the page header says 4 rows, the page has 3"),
            Map.entry(
                    "v2-negative-nulls",
                    "OK   FILE: 3 rows, 1 column, 1 page (row group 0, column a: the number of nulls is below 0 in the"
                            + " header of 1 page)")));

    @TempDir
    private Path directory;

    static List<DeviatingFile> files() {
        return DeviatingFiles.all();
    }

    @ParameterizedTest
    @MethodSource("files")
    void theDeviationIsReported(DeviatingFile file) throws IOException {
        Path path = Files.write(directory.resolve(file.name() + ".parquet"), file.stored());

        CommandLineRun run = CommandLineRun.of("verify", path);

        assertThat(run.out().strip()).isEqualTo(REPORTS.get(file.name()).replace("FILE", path.toString()));
        assertThat(run.exitCode()).isEqualTo(run.out().startsWith("OK") ? 0 : 1);
    }

    @Test
    void everyFileHasAReport() {
        assertThat(REPORTS.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        files().stream().map(DeviatingFile::name).toList());
    }
}
