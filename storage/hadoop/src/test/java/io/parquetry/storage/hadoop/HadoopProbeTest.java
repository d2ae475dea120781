package io.parquetry.storage.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.access.StorageProbe;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.storage.hadoop.HadoopSettings.Identity;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each reason why HDFS cannot be used is a fault of the key that has to be changed. */
@Tag("slow")
class HadoopProbeTest {
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
        return StorageProbe.writeFaults(new StorageSettings(url, new HadoopStorageFactory(hadoop), 0), "_probe");
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
        assertThat(StorageProbe.readFaults(Storages.settings(url))).isEmpty();
        assertThat(hdfs.files().exists(new org.apache.hadoop.fs.Path("/good"))).isFalse();
    }

    @Test
    void aReaderCreatesNothing() throws IOException {
        assertThat(StorageProbe.readFaults(Storages.settings(hdfs.url() + "/untouched")))
                .isEmpty();
        assertThat(hdfs.files().exists(new org.apache.hadoop.fs.Path("/untouched")))
                .isFalse();
    }

    @Test
    void aMissingPermissionIsAFaultThatNamesTheUser() throws IOException {
        hdfs.files().mkdirs(new org.apache.hadoop.fs.Path("/closed"), new FsPermission("755"));
        assertThat(writeFaults(hdfs.url() + "/closed", as(new Identity.Named(Optional.of("guest")))))
                .hasEntrySatisfying(
                        "storage.url",
                        fault -> assertThat(fault).contains("no permission", "user=guest", "access=WRITE"));
    }

    @Test
    void anExhaustedQuotaIsAFault() throws IOException {
        org.apache.hadoop.fs.Path full = new org.apache.hadoop.fs.Path("/full");
        hdfs.files().mkdirs(full);
        hdfs.files().setQuota(full, 1, Long.MAX_VALUE);
        assertThat(writeFaults(hdfs.url() + "/full", HadoopSettings.DEFAULT))
                .hasEntrySatisfying("storage.url", fault -> assertThat(fault).contains("quota"));
    }

    @Test
    void aPortWhereNothingListensIsAFaultOfTheUrl() {
        assertThat(writeFaults("hdfs://localhost:1/data", HadoopSettings.DEFAULT))
                .hasEntrySatisfying("storage.url", fault -> assertThat(fault).contains("nothing answers"));
    }

    @Test
    void anUnknownHostIsAFaultThatNamesTheNameservice() {
        assertThat(writeFaults("hdfs://no-such-nameservice.invalid/data", HadoopSettings.DEFAULT))
                .hasEntrySatisfying(
                        "storage.url",
                        fault -> assertThat(fault).contains("no-such-nameservice", "not known", "hadoop.conf.dir"));
    }

    @Test
    void aFileSystemWithoutJarsIsAFaultThatNamesTheScheme() {
        assertThat(writeFaults("nowhere://host/data", HadoopSettings.DEFAULT))
                .hasEntrySatisfying(
                        "storage.url",
                        fault -> assertThat(fault).contains("nowhere", "jars", "hadoop.fs.<scheme>.impl"));
    }

    @Test
    void aServerThatDoesNotAnswerIsAFaultAfterTheTimeout() throws IOException {
        try (ServerSocket silent = new ServerSocket(0)) {
            StorageSettings settings = Storages.settings("hdfs://localhost:" + silent.getLocalPort() + "/data");
            assertThat(StorageProbe.writeFaults(settings, "_probe", Duration.ofSeconds(1)))
                    .hasEntrySatisfying(
                            "storage.url",
                            fault ->
                                    assertThat(fault).contains("no answer within 1 s while reaching hdfs://localhost"));
        }
    }

    @Test
    void aConfigurationDirectoryWithoutFilesIsAFault() throws IOException {
        Path empty = Files.createDirectories(directory.resolve("empty"));
        assertThat(writeFaults("hdfs:///data", configuredBy(empty)))
                .hasEntrySatisfying(
                        "hadoop.conf.dir", fault -> assertThat(fault).contains("core-site.xml", empty.toString()));
    }

    @Test
    void aConfigurationFileThatIsNotXmlIsAFault() throws IOException {
        Path broken = Files.createDirectories(directory.resolve("broken"));
        Files.writeString(broken.resolve("core-site.xml"), "<configuration><property>");
        assertThat(writeFaults("hdfs:///data", configuredBy(broken)))
                .hasEntrySatisfying(
                        "hadoop.conf.dir", fault -> assertThat(fault).contains(broken.toString()));
    }

    @Test
    void theConfigurationDirectoryNamesTheCluster() throws IOException {
        Path good = Files.createDirectories(directory.resolve("conf"));
        Files.writeString(
                good.resolve("core-site.xml"),
                "<configuration><property><name>fs.defaultFS</name><value>" + hdfs.url()
                        + "</value></property></configuration>");
        assertThat(writeFaults("hdfs:///from-default", configuredBy(good))).isEmpty();
    }

    @Test
    void aMissingKeytabIsAFault() {
        assertThat(writeFaults(hdfs.url(), as(new Identity.Keytab("connect@EXAMPLE.COM", "/no/such/keytab"))))
                .hasEntrySatisfying(
                        "connect.hdfs.keytab", fault -> assertThat(fault).contains("/no/such/keytab"));
    }
}
