package io.parquetry.storage.azure;

import com.azure.storage.blob.BlobContainerClient;
import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.storage.s3.FaultyNetwork;
import io.parquetry.storage.s3.FaultyNetwork.Request;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A storage whose requests to Azurite go through a faulty network; each test has a container of its own. */
abstract class AzureBehindNetwork {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    @TempDir
    static Path directory;

    static FaultyNetwork network;
    private static AzuriteProcess store;

    BlobContainerClient client;
    Storage storage;

    @BeforeAll
    static void start() throws IOException {
        store = AzuriteProcess.start(directory);
        network = FaultyNetwork.before(store.endpoint());
    }

    @AfterAll
    static void stop() {
        if (store != null) {
            network.close();
            store.close();
        }
    }

    @BeforeEach
    void open() {
        client = store.client("faulty-" + NUMBERS.incrementAndGet());
        client.create();
        network.set(Request::forward);
        storage = AzuriteProcess.factory(keys()).open(url(), 0);
    }

    @AfterEach
    void close() throws IOException {
        network.set(Request::forward);
        storage.close();
    }

    String url() {
        return "azure://" + client.getBlobContainerName() + "/archive";
    }

    static Map<String, String> keys() {
        Map<String, String> keys =
                new HashMap<>(AzuriteProcess.keys(URI.create(network.endpoint() + "/" + AzuriteProcess.ACCOUNT)));
        keys.put(ObjectKeys.STAGING_DIR, directory.resolve("staging").toString());
        return keys;
    }
}
