package io.parquetry.connect.common.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.parquetry.connect.common.hadoop.HadoopSettings;
import io.parquetry.connect.common.hadoop.HadoopSettings.Identity;
import io.parquetry.connect.common.hadoop.MiniHdfs;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each thing that keeps a connector from its storage is an error of the key with which it can be mended. */
class StorageProbeTest {
    @TempDir
    private static Path directory;

    private static MiniHdfs hdfs;

    @BeforeAll
    static void start() {
        hdfs = MiniHdfs.start(directory.resolve("hdfs"), 1);
    }

    @AfterAll
    static void stop() {
        hdfs.close();
    }

    private static Map<String, String> writeFaults(String url, HadoopSettings hadoop) {
        return StorageProbe.writeFaults(new StorageSettings(url, hadoop, 0), "_probe");
    }

    private static HadoopSettings as(Identity identity) {
        return new HadoopSettings(Optional.empty(), Map.of(), identity, Optional.empty());
    }

    private static HadoopSettings configuredBy(Path files) {
        return new HadoopSettings(
                Optional.of(files.toString()), Map.of(), new Identity.Named(Optional.empty()), Optional.empty());
    }

    @Test
    void aGoodStorageHasNoFaultsAndIsLeftAsItWas() throws IOException {
        String url = hdfs.url() + "/good";
        assertThat(writeFaults(url, HadoopSettings.DEFAULT)).isEmpty();
        assertThat(StorageProbe.readFaults(StorageSettings.of(url))).isEmpty();
        assertThat(hdfs.files().listStatus(new org.apache.hadoop.fs.Path("/good/_probe")))
                .isEmpty();
    }

    @Test
    void aReaderTouchesNothing() throws IOException {
        assertThat(StorageProbe.readFaults(StorageSettings.of(hdfs.url() + "/untouched")))
                .isEmpty();
        assertThat(hdfs.files().exists(new org.apache.hadoop.fs.Path("/untouched")))
                .isFalse();
    }

    @Test
    void whoMayNotWriteIsToldAsWhomItWasTried() throws IOException {
        hdfs.files().mkdirs(new org.apache.hadoop.fs.Path("/closed"), new FsPermission("755"));
        assertThat(writeFaults(hdfs.url() + "/closed", as(new Identity.Named(Optional.of("guest")))))
                .hasEntrySatisfying(
                        "storage.url",
                        fault -> assertThat(fault).contains("no permission", "user=guest", "access=WRITE"));
    }

    @Test
    void aQuotaWithoutRoomIsSaid() throws IOException {
        org.apache.hadoop.fs.Path full = new org.apache.hadoop.fs.Path("/full");
        hdfs.files().mkdirs(full);
        hdfs.files().setQuota(full, 1, Long.MAX_VALUE);
        assertThat(writeFaults(hdfs.url() + "/full", HadoopSettings.DEFAULT))
                .hasEntrySatisfying("storage.url", fault -> assertThat(fault).contains("quota"));
    }

    @Test
    void whereNobodyListensTheUrlIsWrong() {
        assertThat(writeFaults("hdfs://localhost:1/data", HadoopSettings.DEFAULT))
                .hasEntrySatisfying("storage.url", fault -> assertThat(fault).contains("nothing answers"));
    }

    @Test
    void aHostThatNobodyKnowsPointsToTheNameservice() {
        assertThat(writeFaults("hdfs://no-such-nameservice.invalid/data", HadoopSettings.DEFAULT))
                .hasEntrySatisfying(
                        "storage.url",
                        fault -> assertThat(fault).contains("no-such-nameservice", "not known", "hadoop.conf.dir"));
    }

    @Test
    void aFileSystemThatNobodyBroughtIsNamed() {
        assertThat(writeFaults("nowhere://host/data", HadoopSettings.DEFAULT))
                .hasEntrySatisfying(
                        "storage.url",
                        fault -> assertThat(fault).contains("nowhere", "jars", "hadoop.fs.<scheme>.impl"));
    }

    @Test
    void aServerThatTakesCallsAndSaysNothingIsGivenUp() throws IOException {
        try (ServerSocket silent = new ServerSocket(0)) {
            StorageSettings settings = StorageSettings.of("hdfs://localhost:" + silent.getLocalPort() + "/data");
            assertThat(StorageProbe.writeFaults(settings, "_probe", Duration.ofSeconds(1)))
                    .hasEntrySatisfying(
                            "storage.url",
                            fault ->
                                    assertThat(fault).contains("no answer within 1 s while reaching hdfs://localhost"));
        }
    }

    @Test
    void aConfigurationDirectoryWithoutFilesIsSaid() throws IOException {
        Path empty = Files.createDirectories(directory.resolve("empty"));
        assertThat(writeFaults("hdfs:///data", configuredBy(empty)))
                .hasEntrySatisfying(
                        "hadoop.conf.dir", fault -> assertThat(fault).contains("core-site.xml", empty.toString()));
    }

    @Test
    void aConfigurationFileThatIsNoXmlIsSaid() throws IOException {
        Path broken = Files.createDirectories(directory.resolve("broken"));
        Files.writeString(broken.resolve("core-site.xml"), "<configuration><property>");
        assertThat(writeFaults("hdfs:///data", configuredBy(broken)))
                .hasEntrySatisfying(
                        "hadoop.conf.dir", fault -> assertThat(fault).contains(broken.toString()));
    }

    @Test
    void theConfigurationDirectorySaysWhereTheClusterIs() throws IOException {
        Path good = Files.createDirectories(directory.resolve("conf"));
        Files.writeString(
                good.resolve("core-site.xml"),
                "<configuration><property><name>fs.defaultFS</name><value>" + hdfs.url()
                        + "</value></property></configuration>");
        assertThat(writeFaults("hdfs:///from-default", configuredBy(good))).isEmpty();
    }

    @Test
    void aKeytabThatIsNotThereIsSaid() {
        assertThat(writeFaults(hdfs.url(), as(new Identity.Keytab("connect@EXAMPLE.COM", "/no/such/keytab"))))
                .hasEntrySatisfying(
                        "connect.hdfs.keytab", fault -> assertThat(fault).contains("/no/such/keytab"));
    }

    @Test
    void aLocalDirectoryThatCannotBeWrittenIsSaid() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");
        assertThat(StorageProbe.writeFaults(StorageSettings.of(file.toString()), "_probe"))
                .containsOnlyKeys("storage.url");
        Path closed = Files.createDirectories(directory.resolve("closed"));
        assumeThat(closed.toFile().setWritable(false)).isTrue();
        assumeThat(Files.isWritable(closed)).as("not the superuser").isFalse();
        assertThat(StorageProbe.writeFaults(StorageSettings.of(closed.toString()), "_probe"))
                .hasEntrySatisfying("storage.url", fault -> assertThat(fault).contains("no permission"));
    }
}
