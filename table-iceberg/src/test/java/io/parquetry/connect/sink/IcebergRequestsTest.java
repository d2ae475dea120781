package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.sink.table.AppendLooks;
import io.parquetry.rules.Breadth;
import io.parquetry.storage.s3.FaultyNetwork;
import io.parquetry.storage.s3.FaultyNetwork.Operation;
import io.parquetry.storage.s3.S3ProxyProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The requests of one look on an object store and a REST catalog: those of docs/reference/tables.md. */
@Tag("slow")
@Tag("sampled")
class IcebergRequestsTest extends TopicToTable {
    private static final int PARTITIONS = Breadth.of(12, 100);
    private static final int NEW = 10;
    private static final String LOAD = "GET /v1/namespaces/lake/tables/orders";
    private static final String COMMIT = "POST /v1/namespaces/lake/tables/orders";

    @TempDir
    private Path storeDirectory;

    @Test
    void aLookReadsOnlyWhatItNeeds() throws IOException {
        try (InMemoryCatalog catalog = new InMemoryCatalog();
                S3ProxyProcess store = S3ProxyProcess.start(storeDirectory, "archive");
                FaultyNetwork network = FaultyNetwork.before(store.endpoint())) {
            catalog.initialize("memory", Map.of("warehouse", "s3://archive/_tables"));
            catalog.createNamespace(Namespace.of("lake"));
            try (RestCatalogServer server = new RestCatalogServer(catalog)) {
                more.put("iceberg.catalog.type", "rest");
                more.put("iceberg.catalog.uri", server.uri());
                more.put("storage.url", "s3://archive/lake");
                more.putAll(S3ProxyProcess.keys(network.endpoint()));
                look(server, network);
            }
        }
    }

    private void look(RestCatalogServer server, FaultyNetwork network) throws IOException {
        produceIn(PARTITIONS, 0);
        FakeWorker worker = FakeWorker.onItsStorage(log, properties(), clock);
        worker.start();
        write(worker);
        try (AppendLooks looks = new AppendLooks(properties(), TOPIC, 1_000);
                AppendLooks ofOtherTask = new AppendLooks(properties(), TOPIC, 1_000)) {
            looks.look(Set.of(TOPIC));
            ofOtherTask.look(Set.of(TOPIC));
            looks.look(Set.of(TOPIC));
            network.take();
            server.requests();
            looks.look(Set.of(TOPIC));
            assertThat(network.take()).isEqualTo(Map.of(Operation.LIST, 1));
            assertThat(server.requests()).containsExactly(LOAD);

            produceIn(NEW, 3);
            write(worker);
            network.take();
            server.requests();
            assertThat(looks.look(Set.of(TOPIC)).appended()).isEqualTo(2 * NEW);
            assertThat(network.take())
                    .as("for each new file the newest entry of its ledger and its footer; a manifest and its list")
                    .isEqualTo(Map.of(Operation.LIST, 1, Operation.GET, 2 * NEW, Operation.PUT, 2));
            assertThat(server.requests()).containsExactly(LOAD, COMMIT);

            assertThat(ofOtherTask.look(Set.of(TOPIC)).appended()).isZero();
            assertThat(network.take()).isEqualTo(Map.of(Operation.LIST, 1));
            assertThat(server.requests()).containsExactly(LOAD);

            produceIn(NEW, 6);
            write(worker);
            network.take();
            assertThat(ofOtherTask.look(Set.of(TOPIC)).appended()).isEqualTo(2 * NEW);
            assertThat(network.take())
                    .as("besides, an older entry, and the manifest list of the first task")
                    .isEqualTo(Map.of(Operation.LIST, 1, Operation.GET, 3 * NEW + 1, Operation.PUT, 2));
        }
        produceIn(NEW, 9);
        write(worker);
        network.take();
        server.requests();
        try (AppendLooks cold = new AppendLooks(properties(), TOPIC, 1_000)) {
            assertThat(cold.look(Set.of(TOPIC)).appended()).isEqualTo(2 * NEW);
            assertThat(network.take())
                    .as("the newest entry of each ledger, an older one and a footer for each new file, and the manifest"
                            + " list of another task")
                    .isEqualTo(Map.of(Operation.LIST, 1, Operation.GET, PARTITIONS + 2 * NEW + 1, Operation.PUT, 2));
        }
        worker.stop();
    }

    private void produceIn(int partitions, long from) {
        for (int partition = 0; partition < partitions; partition++) {
            produce(new TopicPartition(TOPIC, partition), from, from + 3);
        }
    }

    /** Writes what was produced, and after half of the interval the entries that confirm it. */
    private void write(FakeWorker worker) {
        worker.drain(3);
        clock.advance(7_200_000);
        worker.poll(3);
    }
}
