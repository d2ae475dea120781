package io.parquetry.storage.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.StorageProbe;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.Storage;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The plugin finds the provider for HDFS and every other scheme but {@code file:}, and needs Hadoop for none of its
 * keys.
 */
class HadoopStorageProviderTest {
    private static Map<String, Object> parse(String url, StorageAccess access) {
        ConfigDef keys = new ConfigDef();
        new StorageKeys(access).define(keys);
        return keys.parse(Map.of("storage.url", url));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hdfs://namenode:8020/data", "hdfs://nameservice1/data", "abfs://c@a/data"})
    void hadoopOpensTheUrl(String url) throws IOException {
        assertThat(parse(url, StorageAccess.WRITE)).containsEntry("storage.url", url);
        try (Storage storage = Storages.open(Storages.settings(url))) {
            assertThat(storage).isInstanceOf(HadoopStorage.class);
            assertThat(storage.url()).isEqualTo(url);
        }
    }

    @Test
    void aPathIsStillInTheLocalFileSystem(@TempDir Path directory) {
        assertThat(Storages.open(Storages.settings(directory.toString()))).isNotInstanceOf(HadoopStorage.class);
    }

    @Test
    void aThreadWithoutTheContextClassLoaderOfThePluginFindsIt() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            assertThat(Storages.keyPrefixes()).containsKey("hadoop.");
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void aSchemeWithoutAtomicRenameIsReadOnly() {
        assertThat(parse("s3a://bucket/data", StorageAccess.READ)).containsKey("storage.url");
        assertThat(Storages.isReadOnly("s3a://bucket/data")).isTrue();
        assertThat(Storages.isReadOnly("hdfs://namenode:8020/data")).isFalse();
        assertThatThrownBy(() -> parse("s3a://bucket/data", StorageAccess.WRITE))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("s3a:")
                .hasMessageContaining("without overwriting")
                .hasMessageContaining("hdfs:");
    }

    @Test
    void aMalformedUrlIsRefusedWithTheCorrectForm() {
        assertThatThrownBy(() -> parse("hdfs:namenode", StorageAccess.READ))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("hdfs://namenode:8020/");
    }

    @Test
    void theLocalFileSystemIsUsedWithoutLoadingHadoop(@TempDir Path directory) throws Exception {
        List<URL> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!Path.of(entry).getFileName().toString().contains("hadoop-")) {
                classPath.add(Path.of(entry).toUri().toURL());
            }
        }
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        try (URLClassLoader withoutHadoop = new URLClassLoader(classPath.toArray(URL[]::new), platform)) {
            assertThat(withoutHadoop.getResource("org/apache/hadoop/fs/FileSystem.class"))
                    .isNull();
            Class<?> settings = withoutHadoop.loadClass(StorageSettings.class.getName());
            Class<?> storages = withoutHadoop.loadClass(Storages.class.getName());
            Object local = storages.getMethod("settings", String.class).invoke(null, directory.toString());
            Object prefixes = storages.getMethod("keyPrefixes").invoke(null);
            Object faults = withoutHadoop
                    .loadClass(StorageProbe.class.getName())
                    .getMethod("writeFaults", settings, String.class)
                    .invoke(null, local, "probe");
            assertThat(prefixes).asString().contains("hadoop.");
            assertThat(faults).isEqualTo(Map.of());
            assertThat(directory).isEmptyDirectory();
        }
    }
}
