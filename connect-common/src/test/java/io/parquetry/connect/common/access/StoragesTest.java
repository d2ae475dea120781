package io.parquetry.connect.common.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.parquetry.connect.common.storage.LocalStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A URL finds its storage, or is refused with the allowed forms. Only the local file system is built in. */
class StoragesTest {
    @TempDir
    private Path directory;

    private static String url(String text) {
        return Storages.open(Storages.settings(text)).url();
    }

    @Test
    void aFileUrlAndAPlainPathMeanTheSame() throws IOException {
        Path root = Files.createDirectories(directory.resolve("with blank"));
        String expected = new LocalStorage(root).url();
        assertThat(url(root.toString())).isEqualTo(expected);
        assertThat(url(root.toUri().toString())).isEqualTo(expected);
        assertThat(url("file:" + root)).isEqualTo(expected);
        assertThat(url("file://" + root)).isEqualTo(expected);
        assertThat(url("FILE://" + root)).isEqualTo(expected);
    }

    @Test
    void aMalformedUrlIsRefusedWithTheCorrectForm() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Storages.require("file://data/archive", StorageAccess.READ))
                .withMessageContaining("file:///data/archive");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Storages.require(" ", StorageAccess.READ))
                .withMessageContaining("empty")
                .withMessageContaining("file:///directory");
    }

    /** What is behind them would be dropped, and two storages be one directory. */
    @ParameterizedTest
    @ValueSource(strings = {"file:///data/lake#1", "file:///data/lake?1", "file:/data/a%20b#"})
    void aFileUrlEndsBeforeAFragmentAndAQuery(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Storages.require(url, StorageAccess.WRITE))
                .withMessageContaining(url)
                .withMessageContaining("%23");
        String path = url.substring(url.indexOf("/data"));
        assertThat(url(path)).isEqualTo(new LocalStorage(Path.of(path)).url());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hdfs://namenode:8020/data", "abfs://c@a/data", "nowhere:data"})
    void aSchemeWithoutStorageModuleIsRefusedWithTheKnownSchemesAndTheRemedy(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Storages.require(url, StorageAccess.READ))
                .withMessageContaining(url)
                .withMessageContaining("no storage for " + url.substring(0, url.indexOf(':') + 1))
                .withMessageContaining("only for file:")
                .withMessageContaining("full archive");
        assertThatIllegalArgumentException().isThrownBy(() -> Storages.settings(url));
        assertThat(Storages.isReadOnly(url)).isFalse();
    }

    @Test
    void theLocalFileSystemHasAUrlAndAMarker() {
        ConfigDef keys = new ConfigDef();
        new StorageKeys(StorageAccess.WRITE).define(keys);
        assertThat(keys.names()).containsExactlyInAnyOrder("storage.url", "local.root.marker", "local.follow.links");
        assertThat(Storages.keyPrefixes()).isEmpty();
    }
}
