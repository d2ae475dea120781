package io.parquetry.table.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.sink.config.SinkSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A catalog that accepts connections and never answers does not hold a validation up. */
class CatalogProbeTest {
    @TempDir
    private Path directory;

    @Test
    void aCatalogThatDoesNotAnswerIsAFault() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            SinkSettings settings = SinkSettings.of(Map.of(
                    "name", "lake",
                    "storage.url", directory.toString(),
                    "table.format", "iceberg",
                    "table.identifier", "lake.orders",
                    "iceberg.catalog.type", "rest",
                    "iceberg.catalog.uri", "http://localhost:" + silent.getLocalPort()));
            assertThat(new CatalogProbe(settings.table().orElseThrow(), Optional.empty(), List.of())
                            .faults(settings.storage(), Duration.ofSeconds(1)))
                    .hasEntrySatisfying(
                            "iceberg.catalog.uri", fault -> assertThat(fault).contains("within 1 s"));
        }
    }
}
