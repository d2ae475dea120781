package io.parquetry.storage.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.access.StorageProbe;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StorageContract;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file system that users add fulfils the contract when its rename does not overwrite, and is refused when it does.
 * That its rename is atomic cannot be required, so threads do not compete here.
 */
class OtherFileSystemTest extends StorageContract {
    @TempDir
    private Path directory;

    private final List<Storage> opened = new ArrayList<>();

    /** Renames as POSIX does: overwrites. */
    public static class Overwriting extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create(getScheme() + ":///");
        }

        @Override
        public String getScheme() {
            return "overwriting";
        }
    }

    /** Renames as HDFS does: false when the name is taken. */
    public static final class Sparing extends Overwriting {
        @Override
        public String getScheme() {
            return "sparing";
        }

        @Override
        public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to) throws IOException {
            return !exists(to) && super.rename(from, to);
        }
    }

    @Override
    protected Storage open() {
        return open("sparing", Sparing.class);
    }

    @Override
    protected boolean takesThreads() {
        return false;
    }

    @Override
    protected void place(Storage storage, String path, byte[] bytes) throws IOException {
        Path file = directory.resolve("root").resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    private Storage open(String scheme, Class<?> fileSystem) {
        Storage storage = new HadoopStorage(
                scheme + "://" + directory.resolve("root"),
                HadoopSettings.DEFAULT.with("fs." + scheme + ".impl", fileSystem.getName()),
                0);
        opened.add(storage);
        return storage;
    }

    @AfterEach
    void closeAll() throws IOException {
        for (Storage storage : opened) {
            storage.close();
        }
    }

    private static void write(Storage storage, String path) throws IOException {
        try (TemporaryFile out = storage.create(path)) {
            out.write(new byte[3], 0, 3);
        }
    }

    @Test
    void aRenameThatOverwritesIsDetectedBeforeItsFirstUse() throws IOException {
        Storage storage = open("overwriting", Overwriting.class);
        write(storage, "1.tmp");
        assertThatThrownBy(() -> storage.publish(new StagedFile("1.tmp", "final")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("overwrites")
                .hasMessageContaining("storage.url");
        assertThat(storage.find("1.tmp")).map(StoredFile::bytes).contains(3L);
        assertThat(storage.find("final")).isEmpty();
    }

    @Test
    void aFileSystemWithoutItsJarsIsNamedWithWhatToDo() throws IOException {
        for (String url : List.of("gs://bucket/dir", "s3a://bucket/dir", "nowhere://host/dir")) {
            try (Storage storage = new HadoopStorage(url, HadoopSettings.DEFAULT, 0)) {
                assertThatThrownBy(() -> storage.isDirectory("file"))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("cannot get the status of " + url + "/file")
                        .hasMessageContaining("PARQUETRY_CLASSPATH");
            }
            assertThat(StorageProbe.readFaults(
                            new StorageSettings(url, new HadoopStorageFactory(HadoopSettings.DEFAULT), 0)))
                    .hasEntrySatisfying(
                            "storage.url", fault -> assertThat(fault).contains("jars", "hadoop.fs.<scheme>.impl"));
        }
    }

    @Test
    void aRefusedConnectionNamesTheFile() throws IOException {
        try (Storage storage = new HadoopStorage("http://localhost:1/dir", HadoopSettings.DEFAULT, 0)) {
            assertThatThrownBy(() -> storage.open("file"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("http://localhost:1/dir/file")
                    .hasMessageContaining("refused");
        }
    }

    @Test
    void aNameWithAColonIsReadWhereItIsValid() throws IOException {
        Storage storage = open();
        write(storage, "hour=12:00/file");
        List<String> paths = new ArrayList<>();
        storage.list("", file -> paths.add(file.path()));
        assertThat(paths).containsExactly("hour=12:00/file");
        assertThat(open().read("hour=12:00/file", 10)).hasSize(3);
    }

    @Test
    void aClosedStorageStaysClosed() throws IOException {
        Storage storage = open();
        write(storage, "file");
        storage.close();
        assertThatThrownBy(() -> storage.find("file"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void filesAreInTheDirectoryOfTheUrl() throws IOException {
        write(open(), "a/file");
        assertThat(Files.size(directory.resolve("root/a/file"))).isEqualTo(3);
    }
}
