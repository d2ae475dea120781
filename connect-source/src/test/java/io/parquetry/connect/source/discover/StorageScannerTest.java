package io.parquetry.connect.source.discover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.source.CountingStorage;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.offset.SinkStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A file that was renamed to be deleted or moved is found by its old path alone, so that no rule about sizes or times
 * leaves it behind; one whose old path is not read is foreign.
 */
class StorageScannerTest {
    @TempDir
    private Path directory;

    private final List<String> asides = new ArrayList<>();
    private final List<String> foreign = new ArrayList<>();

    private SourceSettings settings() {
        return SourceSettings.of(Map.of("storage.url", directory.toString(), "topic", "t"));
    }

    private void scan() throws IOException {
        new StorageScanner(new LocalStorage(directory), settings(), new TaskAssignment(0, 1))
                .scan(
                        new StorageScanner.Visitor() {
                            @Override
                            public boolean visit(DataFile file) {
                                throw new AssertionError(file.path() + " is read");
                            }

                            @Override
                            public void visitAside(AsideName aside, DataFile file) {
                                asides.add(file.path());
                            }

                            @Override
                            public void visitForeignAside(AsideName aside) {
                                foreign.add(aside.original());
                            }
                        },
                        file -> {});
    }

    private Path rename(String path) throws IOException {
        Path file = directory.resolve(AsideName.of("test", path).path());
        Files.createDirectories(file.getParent());
        return Files.createFile(file);
    }

    @ParameterizedTest
    @CsvSource({"0, 1970-01-01T00:00:01Z", "8589934592, 1970-01-01T00:00:01Z", "0, 2100-01-01T00:00:00Z"})
    void aFileOfAnySizeAndTimeIsFoundUnderItsNewName(long bytes, Instant modified) throws IOException {
        Path file = rename("in/a.parquet");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(bytes);
        }
        Files.setLastModifiedTime(file, FileTime.from(modified));

        scan();

        assertThat(asides).containsExactly("in/a.parquet");
        assertThat(foreign).isEmpty();
    }

    @Test
    void aFileWhoseOldPathIsNotReadIsForeign() throws IOException {
        rename("in/a.csv");
        rename("in/_a.parquet");

        scan();

        assertThat(asides).isEmpty();
        assertThat(foreign).containsExactlyInAnyOrder("in/a.csv", "in/_a.parquet");
    }

    /** A search for the offsets of files that are read does not enter the directory, and so says nothing of it. */
    @Test
    void aDirectoryThatFailedStaysUnsearchedUntilItIsGone() throws IOException {
        Files.createDirectory(directory.resolve("_gone"));
        CountingStorage storage = new CountingStorage(directory);
        StorageScanner scanner = new StorageScanner(storage, settings(), new TaskAssignment(0, 1));
        SinkStream stream = new SinkStream("topics", "orders", 0);

        storage.stale = "_gone";
        assertThatThrownBy(() -> scanner.leftOut(stream)).hasMessageContaining("Stale file handle");
        scanner.offsets(Set.of(stream));
        scanner.leftOut(stream);
        assertThat(scanner.unsearched()).containsExactly("_gone");

        Files.delete(directory.resolve("_gone"));
        scanner.leftOut(stream);
        assertThat(scanner.unsearched()).isEmpty();
    }
}
