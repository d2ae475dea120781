package io.parquetry.connect.common.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.parquetry.connect.common.storage.LocalStorage;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A URL finds its storage, or is refused with what is allowed; the local file system needs no class of Hadoop. */
class StoragesTest {
    @TempDir
    private Path directory;

    private static String url(String text) {
        return Storages.open(StorageSettings.of(text)).url();
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

    @ParameterizedTest
    @ValueSource(strings = {"hdfs://namenode:8020/data", "hdfs://nameservice1/data", "abfs://c@a/data"})
    void otherUrlsAreLeftToHadoop(String url) {
        Storages.require(url, StorageUse.WRITE);
        assertThat(url(url)).isEqualTo(url);
    }

    @Test
    void whereNoFileGetsItsNameAtOnceNothingIsWrittenButRead() {
        Storages.require("s3a://bucket/data", StorageUse.READ);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Storages.require("s3a://bucket/data", StorageUse.WRITE))
                .withMessageContaining("s3a:")
                .withMessageContaining("without overwriting")
                .withMessageContaining("hdfs:");
    }

    @Test
    void aUrlThatNoStorageUnderstandsIsRefusedWithWhatIsAllowed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Storages.require("hdfs:namenode", StorageUse.READ))
                .withMessageContaining("hdfs://namenode:8020/");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Storages.require("file://data/archive", StorageUse.READ))
                .withMessageContaining("file:///data/archive");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Storages.require(" ", StorageUse.READ))
                .withMessageContaining("empty");
    }

    @Test
    void theLocalFileSystemIsUsedWithoutHadoop() throws Exception {
        List<URL> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!entry.contains("hadoop")) {
                classPath.add(Path.of(entry).toUri().toURL());
            }
        }
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        try (URLClassLoader withoutHadoop = new URLClassLoader(classPath.toArray(URL[]::new), platform)) {
            Class<?> settings = withoutHadoop.loadClass(StorageSettings.class.getName());
            Object local = settings.getMethod("of", String.class).invoke(null, directory.toString());
            Object faults = withoutHadoop
                    .loadClass(StorageProbe.class.getName())
                    .getMethod("writeFaults", settings, String.class)
                    .invoke(null, local, "probe");
            assertThat(faults).isEqualTo(Map.of());
            assertThat(directory.resolve("probe")).isEmptyDirectory();
        }
    }
}
