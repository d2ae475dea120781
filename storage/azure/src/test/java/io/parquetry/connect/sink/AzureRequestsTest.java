package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.sink.InterceptedStorage.Step;
import io.parquetry.storage.azure.AzuriteProcess;
import io.parquetry.storage.s3.FaultyNetwork;
import io.parquetry.storage.s3.FaultyNetwork.Operation;
import io.parquetry.storage.s3.FaultyNetwork.Request;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The requests that the sink sends, as a network in front of the store counts them: those of docs/how-to/azure.md. */
@Tag("slow")
class AzureRequestsTest {
    private static final String CONTAINER = "archive";

    @TempDir
    private static Path directory;

    private static AzuriteProcess store;

    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private FaultyNetwork network;
    private CountedSink sink;

    @BeforeAll
    static void start() throws IOException {
        store = AzuriteProcess.start(directory, CONTAINER);
    }

    @AfterAll
    static void stop() {
        if (store != null) {
            store.close();
        }
    }

    @BeforeEach
    void count(TestInfo test) throws IOException {
        String url = "azure://" + CONTAINER + "/"
                + test.getTestMethod().orElseThrow().getName()
                + test.getDisplayName().hashCode();
        network = FaultyNetwork.before(store.endpoint());
        network.set(request -> {
            counts.merge(name(request), 1, Integer::sum);
            return request.forward();
        });
        URI counted = URI.create(network.endpoint() + "/" + AzuriteProcess.ACCOUNT);
        sink = new CountedSink(store.keys(), url, () -> store.storage(url, AzuriteProcess.keys(counted)));
    }

    @AfterEach
    void close() {
        network.close();
    }

    /** As Microsoft's reference names them. */
    private static String name(Request request) {
        boolean writes = request.operation() == Operation.PUT;
        return switch (request.parameter("comp")) {
            case "block" -> "Put Block";
            case "blocklist" -> writes ? "Put Block List" : "Get Block List";
            case "list" -> "List Blobs";
            case "" ->
                switch (request.operation()) {
                    case PUT -> "Put Blob";
                    case GET -> "Get Blob";
                    case HEAD -> "Get Blob Properties";
                    default -> "Delete Blob";
                };
            default -> request.parameter("comp");
        };
    }

    private Map<String, Integer> taken() {
        Map<String, Integer> taken = new TreeMap<>(counts);
        counts.clear();
        return taken;
    }

    private Map<String, Integer> opening() {
        counts.clear();
        FakeWorker worker = sink.opened();
        Map<String, Integer> requests = taken();
        worker.stop();
        return requests;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void aFileTakesTwoRequestsAndTheCommitOfAnyNumberThreeMore(int files) {
        FakeWorker worker = sink.running();
        counts.clear();
        sink.poll(worker, files);
        assertThat(taken())
                .isEqualTo(Map.of(
                        "Put Block", files, "Put Block List", files, "Put Blob", 1, "Get Blob", 1, "Delete Blob", 1));
        worker.stop();
    }

    @Test
    void aPartitionIsOpenedForTheFirstTime() {
        assertThat(opening()).isEqualTo(Map.of("List Blobs", 2, "Get Blob Properties", 2, "Put Blob", 1));
    }

    @Test
    void aPartitionIsOpenedAfterACleanStop() {
        sink.running().stop();
        assertThat(opening()).isEqualTo(Map.of("List Blobs", 2, "Get Blob", 3, "Put Blob", 1));
    }

    @Test
    void aPartitionIsOpenedAfterAKillWithAnUploadThatTheLedgerNames() {
        sink.killAt(Step.PUBLISH);
        assertThat(opening()).isEqualTo(Map.of("List Blobs", 2, "Get Blob", 3, "Put Blob", 1, "Put Block List", 1));
    }

    @Test
    void aPartitionIsOpenedAfterAKillWithAnUploadThatTheLedgerDoesNotName() {
        sink.killAt(Step.CREATE_IF_ABSENT);
        assertThat(opening())
                .isEqualTo(Map.of(
                        "List Blobs", 2, "Get Blob", 3, "Get Blob Properties", 1, "Put Blob", 1, "Put Block List", 1));
    }
}
