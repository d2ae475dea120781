package io.parquetry.format.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A local file appears whole or not at all, and never over another one unless it was asked to replace it. */
class LocalOutputFileTest {
    @TempDir
    private Path directory;

    private Path path;

    @BeforeEach
    void namePath() {
        path = directory.resolve("file.parquet");
    }

    private static void write(OutputFile file, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        file.write(bytes, 0, bytes.length);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aNewFileIsCreated() throws IOException {
        try (LocalOutputFile file = LocalOutputFile.create(path)) {
            write(file, "new");
            assertThat(file.position()).isEqualTo(3);
            assertThat(file.name()).isEqualTo(path.toString());
        }
        assertThat(path).hasContent("new");
    }

    @Test
    void createRefusesAPathThatIsTakenAndNamesReplace() throws IOException {
        Files.writeString(path, "old");
        assertThatThrownBy(() -> LocalOutputFile.create(path))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessage(path + ": exists already; LocalOutputFile.replace writes a file in its place");
        assertThat(path).hasContent("old");
    }

    @Test
    void aReplacedFileStaysUntilTheNewOneIsWhole() throws IOException {
        Files.writeString(path, "old");
        try (LocalOutputFile file = LocalOutputFile.replace(path)) {
            write(file, "new");
            assertThat(path).hasContent("old");
        }
        assertThat(path).hasContent("new");
        assertThat(names()).containsExactly("file.parquet");
    }

    @Test
    void aFileThatReplacesNothingIsCreated() throws IOException {
        try (LocalOutputFile file = LocalOutputFile.replace(path)) {
            write(file, "new");
            assertThat(path).doesNotExist();
        }
        assertThat(path).hasContent("new");
    }

    @Test
    void aDiscardedFileLeavesNothing() throws IOException {
        LocalOutputFile created = LocalOutputFile.create(path);
        write(created, "half");
        created.discard();
        assertThat(names()).isEmpty();

        Files.writeString(path, "old");
        LocalOutputFile replacing = LocalOutputFile.replace(path);
        write(replacing, "half");
        replacing.discard();
        assertThat(names()).containsExactly("file.parquet");
        assertThat(path).hasContent("old");
    }

    @Test
    void onlyTheFirstOfCloseAndDiscardCounts() throws IOException {
        LocalOutputFile closed = LocalOutputFile.replace(path);
        write(closed, "new");
        closed.close();
        closed.discard();
        closed.close();
        assertThat(path).hasContent("new");

        LocalOutputFile discarded = LocalOutputFile.replace(path);
        discarded.discard();
        discarded.close();
        assertThat(path).hasContent("new");
        assertThat(names()).containsExactly("file.parquet");
    }

    @Test
    void aFileThatCannotTakeItsNameLeavesNothing() throws IOException {
        LocalOutputFile file = LocalOutputFile.replace(path);
        write(file, "new");
        Files.createDirectories(path.resolve("child"));
        assertThatThrownBy(file::close).isInstanceOf(IOException.class);
        assertThat(names()).containsExactly("file.parquet");
        assertThat(path).isDirectory();
    }

    @Test
    void aDirectoryIsRefusedBeforeAnythingIsWritten() throws IOException {
        Files.createDirectory(path);
        for (Path target : List.of(path, Path.of("/"), Path.of(""))) {
            assertThatThrownBy(() -> LocalOutputFile.replace(target))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessage(target + ": is a directory; name a file in it");
        }
        assertThat(names()).containsExactly("file.parquet");
    }

    @Test
    void aNameMayBeAsLongAsTheFileSystemAllows() throws IOException {
        Path longest = directory.resolve("n".repeat(255));
        for (String text : List.of("old", "new")) {
            try (LocalOutputFile file = LocalOutputFile.replace(longest)) {
                write(file, text);
            }
            assertThat(longest).hasContent(text);
        }
        assertThat(names()).hasSize(1);
    }

    @Test
    void aSymbolicLinkIsReplacedItself() throws IOException {
        Path linked = Files.writeString(directory.resolve("linked.parquet"), "old");
        Files.createSymbolicLink(path, linked.getFileName());
        try (LocalOutputFile file = LocalOutputFile.replace(path)) {
            write(file, "new");
        }
        assertThat(path).isRegularFile().hasContent("new");
        assertThat(Files.isSymbolicLink(path)).isFalse();
        assertThat(linked).hasContent("old");
    }
}
