package io.parquetry.table.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.sink.config.SinkSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.io.PositionOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files of a table's metadata are in the storage of the connector, or beside it with the same keys. */
class StorageFileIOTest {
    /** The storages leave out slashes at the end of their URLs, too. */
    @ParameterizedTest
    @CsvSource({
        "/lake, file:///lake/a/b",
        "/lake//, file:///lake/a/b",
        "file:/lake/, file:///lake/a/b",
        "file:///my%20lake, file:///my lake/a/b",
        "file:///my lake, file:///my lake/a/b",
        "file://localhost/lake, file:///lake/a/b",
        "s3://bucket, s3://bucket/a/b",
        "s3://bucket/my%20lake//, s3://bucket/my%20lake/a/b",
        "hdfs://namenode:8020/lake/, hdfs://namenode:8020/lake/a/b",
        "file:///, file:///a/b",
        "hdfs:///, hdfs:///a/b"
    })
    void aLocationIsWhereTheStorageHasTheFile(String url, String location) {
        assertThat(StorageFileIO.location(url, "a/b")).isEqualTo(location);
        assertThat(StorageFileIO.pathBelow(url, location)).contains("a/b");
    }

    @Test
    void locationsWithMoreSlashesAreFound() {
        assertThat(StorageFileIO.pathBelow("/lake//", "file:///lake//a/b")).contains("a/b");
        assertThat(StorageFileIO.pathBelow("s3://bucket//", "s3a://bucket//a/b"))
                .contains("a/b");
    }

    private static void write(StorageFileIO io, String location) throws IOException {
        try (PositionOutputStream out = io.newOutputFile(location).create()) {
            out.write(1);
        }
    }

    @Test
    void theMarkerIsThatOfTheRootAndOfNoOtherDirectory(@TempDir Path root, @TempDir Path other) throws IOException {
        StorageSettings settings = SinkSettings.of(Map.of(
                        "name",
                        "lake",
                        "storage.url",
                        root.toString(),
                        "flush.size",
                        "1",
                        "local.root.marker",
                        ".mounted"))
                .storage();
        String id = StorageFileIO.register(settings);
        try (StorageFileIO io = new StorageFileIO()) {
            io.initialize(Map.of(StorageFileIO.SETTINGS, id));
            String inRoot = "file://" + root + "/_tables/a/metadata/file";
            assertThatThrownBy(() -> write(io, inRoot)).hasMessageContaining("local.root.marker");
            assertThat(root).isEmptyDirectory();

            Files.createFile(root.resolve(".mounted"));
            write(io, inRoot);
            assertThat(root.resolve("_tables/a/metadata/file")).hasSize(1);

            write(io, "file://" + other + "/a/metadata/file");
            assertThat(other.resolve("a/metadata/file")).hasSize(1);

            StorageFileIO.forget(id);
            assertThatThrownBy(() -> write(io, inRoot + "2")).hasMessageContaining("has ended");
            assertThat(root.resolve("_tables/a/metadata/file2")).doesNotExist();
        }
    }
}
