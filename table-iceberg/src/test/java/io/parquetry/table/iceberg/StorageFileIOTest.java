package io.parquetry.table.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

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
        "hdfs://namenode:8020/lake/, hdfs://namenode:8020/lake/a/b"
    })
    void aLocationIsWhereTheStorageHasTheFile(String url, String location) {
        assertThat(StorageFileIO.location(url, "a/b")).isEqualTo(location);
        assertThat(StorageFileIO.pathBelow(url, location)).contains("a/b");
    }
}
