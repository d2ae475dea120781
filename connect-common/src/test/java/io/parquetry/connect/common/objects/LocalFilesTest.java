package io.parquetry.connect.common.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of an object store that are on the local disk, which other programs clean up. */
class LocalFilesTest {
    private static final long BYTES_MAX = 1_000;

    @TempDir
    private Path directory;

    private LocalFiles files;

    @BeforeEach
    void open() {
        files = new LocalFiles(new ObjectKeys.Settings(Optional.of(directory), OptionalLong.of(BYTES_MAX), false));
    }

    @AfterEach
    void close() throws IOException {
        files.close();
    }

    private void create(String path) throws IOException {
        try (TemporaryFile out = files.create(path, null)) {
            out.write(new byte[5], 0, 5);
        }
    }

    private void deleteOnDisk(String name) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path file : tree.filter(each -> each.toString().endsWith(name)).toList()) {
                Files.delete(file);
            }
        }
    }

    private List<String> below(String path) throws IOException {
        return files.below(path).stream().map(StoredFile::path).toList();
    }

    /** Who lists the others begins again with what is left. */
    @Test
    void aFileThatAnotherProgramHasDeletedIsNotThere() throws IOException {
        create("ledger/1.tmp");
        create("ledger/2.tmp");
        deleteOnDisk("1.tmp");
        assertThat(below("ledger")).containsExactly("ledger/2.tmp");
        assertThat(files.find("ledger/1.tmp")).isEmpty();
        assertThat(files.bytesLeft()).isEqualTo(BYTES_MAX - 5);
    }

    @Test
    void theFilesOfOneDirectoryAreDeleted() throws IOException {
        create("ledger/1.tmp");
        create("ledger2/1.tmp");
        files.deleteBelow("ledger");
        assertThat(below("")).containsExactly("ledger2/1.tmp");
        assertThat(files.bytesLeft()).isEqualTo(BYTES_MAX - 5);
    }
}
