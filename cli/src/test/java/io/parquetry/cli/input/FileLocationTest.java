package io.parquetry.cli.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.cli.failure.CommandException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The storage of a URL is the directory that the file is in; everything else is a local path. */
class FileLocationTest {
    private static void requireUrl(String text, String storage, String path) {
        FileLocation location = FileLocation.of(text);
        assertThat(location.local()).isEmpty();
        assertThat(location.storage()).isEqualTo(storage);
        assertThat(location.path()).isEqualTo(path);
        assertThat(location).hasToString(text);
    }

    @Test
    void aUrlIsAStorageAndAName() {
        requireUrl("s3://bucket/topics/a b+0.parquet", "s3://bucket/topics/", "a b+0.parquet");
        requireUrl("s3://bucket/x.parquet", "s3://bucket/", "x.parquet");
        requireUrl("s3://bucket/topics/", "s3://bucket/", "topics");
        requireUrl("hdfs:///x/y", "hdfs:///x/", "y");
        requireUrl("hdfs://namenode:8020/x", "hdfs://namenode:8020/", "x");
    }

    @Test
    void aUrlWithoutPathIsTheRootOfItsStorage() {
        requireUrl("s3://bucket", "s3://bucket/", "");
        requireUrl("s3://bucket/", "s3://bucket/", "");
    }

    @Test
    void aPathAndAFileUrlAreLocal() {
        assertThat(FileLocation.of("a/b.parquet").local()).hasValue(Path.of("a/b.parquet"));
        assertThat(FileLocation.of("s3/b.parquet").local()).hasValue(Path.of("s3/b.parquet"));
        assertThat(FileLocation.of("file:///tmp/b.parquet").local()).hasValue(Path.of("/tmp/b.parquet"));
        assertThat(FileLocation.of("c://b.parquet").local()).isPresent();
    }

    @Test
    void aFileUrlOfAnotherMachineIsRefused() {
        assertThat(FileLocation.of("file://localhost/tmp/b.parquet").local()).hasValue(Path.of("/tmp/b.parquet"));
        assertThatThrownBy(() -> FileLocation.of("file://host/tmp/b.parquet"))
                .isInstanceOf(CommandException.class)
                .hasMessage("file://host/tmp/b.parquet: a file: URL names no host, but this one names host; write three"
                        + " slashes: file:///host/tmp/b.parquet");
    }

    @Test
    void aUrlIsRefusedWhereOnlyALocalPathWillDo() {
        assertThatThrownBy(() -> FileLocation.of("s3://b/x").requireLocal("give a path"))
                .isInstanceOf(CommandException.class)
                .hasMessage("s3://b/x: give a path");
    }
}
