package io.parquetry.cli.input;

import static io.parquetry.cli.CommandLineRun.FILES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.parquetry.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The local files that a directory or a pattern stands for. */
class InputFilesTest {
    private static final Path SIMPLE = FILES.resolve("simple.parquet");

    @TempDir
    private Path directory;

    private Path deeper;

    @BeforeEach
    void createFiles() throws IOException {
        deeper = Files.createDirectories(directory.resolve("tree/deeper"));
        Files.copy(SIMPLE, directory.resolve("tree/a.parquet"));
        Files.copy(SIMPLE, deeper.resolve("b.parquet"));
    }

    private String counted(String argument) {
        return CommandLineRun.of("count", directory + "/" + argument).out().replace(directory + "/", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/*", "/**/*.parquet", "/*.parquet", "/deeper/*"})
    void aLinkToADirectoryIsFollowedWhereItIsNamed(String rest) throws IOException {
        Files.createSymbolicLink(directory.resolve("link"), Path.of("tree"));

        assertThat(counted("link" + rest))
                .isNotEmpty()
                .isEqualTo(counted("tree" + rest).replace("tree", "link"));
    }

    @Test
    void aPatternInTheWorkingDirectoryGivesPathsWithoutADot() {
        assertThat(CommandLineRun.of("verify", "s?c/test/resources/files/simple.parquet")
                        .out())
                .isEqualTo(CommandLineRun.of("verify", SIMPLE).out())
                .contains(" src/test");
    }

    @Test
    void linksToDirectoriesBelowItAreNot() throws IOException {
        String before = counted("tree");
        Files.createSymbolicLink(deeper.resolve("up"), directory.resolve("tree"));

        assertThat(counted("tree")).isEqualTo(before);
        assertThat(counted("tree/**/*.parquet")).isEqualTo(before);
    }

    /** As lost+found, or the directories of others. */
    @ParameterizedTest
    @ValueSource(strings = {"tree/_closed", "tree/.closed", "closed"})
    void whatIsNotEnteredNeedNotBeReadable(String name) throws IOException {
        String before = counted("tree");
        Path closed = Files.createDirectory(directory.resolve(name));
        assumeThat(closed.toFile().setReadable(false)).isTrue();
        assumeThat(Files.isReadable(closed)).as("nothing is closed to root").isFalse();

        assertThat(counted("tree")).isEqualTo(before);
        assertThat(counted("t*/**/*.parquet")).isEqualTo(before);
    }
}
