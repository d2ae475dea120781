package io.parquetry.storage.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.objects.ObjectClient;
import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.connect.common.objects.ObjectStorageFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A document is not created later than the time for which {@code ledger.grace.ms} keeps entries at least. */
@Tag("thorough")
class SilentAzureTest {
    private static final int WAITING_MAX = 50;

    /** The first request of a process loads the client. */
    private static final Duration WARM_UP = Duration.ofSeconds(6);

    @Test
    void aRequestToAStoreThatDoesNotAnswerEndsInTime(@TempDir Path directory) throws IOException {
        try (ServerSocket silent = new ServerSocket(0, WAITING_MAX, InetAddress.getLoopbackAddress())) {
            Map<String, String> keys = new HashMap<>(AzuriteProcess.keys(
                    URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/" + AzuriteProcess.ACCOUNT)));
            keys.put(ObjectKeys.STAGING_DIR, directory.toString());
            ObjectStorageFactory factory = AzuriteProcess.factory(keys);
            try (ObjectClient client = factory.clients().open("azure://archive", Integer.MAX_VALUE)) {
                long begin = System.nanoTime();

                assertThatThrownBy(() -> client.putIfAbsent("entry", new byte[] {1}))
                        .isInstanceOf(IOException.class);

                assertThat(Duration.ofNanos(System.nanoTime() - begin))
                        .isBetween(
                                Duration.ofSeconds(12),
                                AzureSettings.DOCUMENT_TIMES.total().plus(WARM_UP));
            }
        }
    }
}
