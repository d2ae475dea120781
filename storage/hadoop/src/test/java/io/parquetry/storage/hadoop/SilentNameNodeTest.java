package io.parquetry.storage.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A NameNode that accepts connections and never answers fails a call after seconds, and users may say after how many. */
class SilentNameNodeTest {
    @Test
    void aCallFailsAfterTheTimeoutOfTheConnector() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                HadoopStorage storage = new HadoopStorage(
                        "hdfs://localhost:" + silent.getLocalPort() + "/root",
                        HadoopSettings.DEFAULT.with("ipc.client.rpc-timeout.ms", "500"),
                        0)) {
            long startNs = System.nanoTime();
            assertThatThrownBy(() -> storage.find("file"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("localhost:" + silent.getLocalPort());
            assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(Duration.ofSeconds(15));
        }
    }

    @Test
    void withoutKeysTimeoutsAreSeconds() throws IOException {
        Configuration configuration = Configurations.of(HadoopSettings.DEFAULT);
        assertThat(configuration.getInt("ipc.client.rpc-timeout.ms", 0)).isEqualTo(20_000);
        int connectMs = configuration.getInt("ipc.client.connect.timeout", 0)
                * (1 + configuration.getInt("ipc.client.connect.max.retries.on.timeouts", 45));
        assertThat(connectMs).isEqualTo(20_000);
        assertThat(configuration.getInt("dfs.client.failover.max.attempts", 15)).isEqualTo(6);
    }

    @Test
    void theFilesOfTheClusterAndTheKeysOfTheUserCountMore(@TempDir Path directory) throws IOException {
        Files.writeString(
                directory.resolve("core-site.xml"),
                "<configuration><property><name>ipc.client.rpc-timeout.ms</name><value>60000</value></property>"
                        + "</configuration>");
        HadoopSettings ofCluster = new HadoopSettings(
                Optional.of(directory.toString()),
                HadoopSettings.DEFAULT.properties(),
                HadoopSettings.DEFAULT.identity(),
                Optional.empty());
        assertThat(Configurations.of(ofCluster).getInt("ipc.client.rpc-timeout.ms", 0))
                .isEqualTo(60_000);
        assertThat(Configurations.of(ofCluster.with("ipc.client.rpc-timeout.ms", "90000"))
                        .getInt("ipc.client.rpc-timeout.ms", 0))
                .isEqualTo(90_000);
    }
}
