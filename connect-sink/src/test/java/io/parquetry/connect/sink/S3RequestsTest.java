package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.storage.SimulatedCrash;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.InterceptedStorage.Step;
import io.parquetry.storage.s3.FaultyNetwork;
import io.parquetry.storage.s3.FaultyNetwork.Operation;
import io.parquetry.storage.s3.S3ProxyProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
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

/** The requests that the sink sends, as a network in front of the store counts them: those of docs/how-to/s3.md. */
@Tag("slow")
class S3RequestsTest {
    private static final String BUCKET = "archive";
    private static final int FILE_RECORDS = 10;
    private static final long GRACE_MS = 150_000;

    @TempDir
    private static Path directory;

    private static S3ProxyProcess store;

    private final Map<TopicPartition, NavigableMap<Long, SinkRecord>> log =
            Map.of(OrdersArchive.ZERO, OrdersArchive.log(20 * FILE_RECORDS).get(OrdersArchive.ZERO));
    private final ManualClock clock = new ManualClock();
    private FaultyNetwork network;
    private String url;

    @BeforeAll
    static void start() throws IOException {
        store = S3ProxyProcess.start(directory, BUCKET);
    }

    @AfterAll
    static void stop() throws IOException {
        store.close();
    }

    @BeforeEach
    void count(TestInfo test) throws IOException {
        url = "s3://" + BUCKET + "/" + test.getTestMethod().orElseThrow().getName()
                + test.getDisplayName().hashCode();
        network = FaultyNetwork.before(store.endpoint());
    }

    @AfterEach
    void close() {
        network.close();
    }

    private Storage storage() {
        return store.storage(url, S3ProxyProcess.keys(network.endpoint()));
    }

    private FakeWorker worker(Storage storage) {
        Map<String, String> properties = new HashMap<>(store.keys());
        properties.put("name", "archive");
        properties.put("storage.url", url);
        properties.put("flush.size", Integer.toString(FILE_RECORDS));
        properties.put("ledger.grace.ms", Long.toString(GRACE_MS));
        return new FakeWorker(log, properties, storage, clock);
    }

    /** A worker that has committed often enough to have an old entry to delete with each commit. */
    private FakeWorker running() {
        FakeWorker worker = worker(storage()).start();
        for (int commit = 0; commit < 5; commit++) {
            poll(worker, 1);
        }
        return worker;
    }

    private void poll(FakeWorker worker, int files) {
        worker.poll(files * FILE_RECORDS);
        clock.advance(2 * GRACE_MS);
    }

    private Map<Operation, Integer> opening() {
        network.take();
        FakeWorker worker = worker(storage()).start();
        Map<Operation, Integer> requests = network.take();
        worker.stop();
        return requests;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void aFileTakesThreeRequestsAndTheCommitOfAnyNumberThreeMore(int files) {
        FakeWorker worker = running();
        network.take();
        poll(worker, files);
        assertThat(network.take())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        Operation.BEGIN_UPLOAD,
                        files,
                        Operation.SEND_PART,
                        files,
                        Operation.COMPLETE_UPLOAD,
                        files,
                        Operation.PUT,
                        1,
                        Operation.GET,
                        1,
                        Operation.DELETE,
                        1));
        worker.stop();
    }

    @Test
    void aCommitWithoutFilesTakesThreeRequestsOnce() {
        FakeWorker worker = running();
        network.take();
        worker.commit();
        assertThat(network.take())
                .containsExactlyInAnyOrderEntriesOf(Map.of(Operation.PUT, 1, Operation.GET, 1, Operation.DELETE, 1));
        worker.commit();
        assertThat(network.take()).isEmpty();
        worker.stop();
    }

    /** No old entry can be deleted, whose absence would say that the file was published. */
    @Test
    void aCommitWithinTheGracePeriodTakesASecondEntry() {
        FakeWorker worker = running();
        worker.poll(FILE_RECORDS);
        worker.poll(FILE_RECORDS);
        network.take();
        worker.poll(FILE_RECORDS);
        assertThat(network.take())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        Operation.BEGIN_UPLOAD,
                        1,
                        Operation.SEND_PART,
                        1,
                        Operation.COMPLETE_UPLOAD,
                        1,
                        Operation.PUT,
                        2,
                        Operation.GET,
                        2));
        worker.commit();
        assertThat(network.take()).isEmpty();
        worker.stop();
    }

    @Test
    void aPartitionIsOpenedForTheFirstTime() {
        assertThat(opening())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(Operation.LIST, 2, Operation.LIST_UPLOADS, 1, Operation.HEAD, 2, Operation.PUT, 1));
    }

    @Test
    void aPartitionIsOpenedAfterACleanStop() {
        running().stop();
        assertThat(opening())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(Operation.LIST, 2, Operation.LIST_UPLOADS, 1, Operation.GET, 3, Operation.PUT, 1));
    }

    @Test
    void aPartitionIsOpenedAfterAKillWithAnUploadThatTheLedgerNames() {
        killAt(Step.PUBLISH);
        assertThat(opening())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        Operation.LIST,
                        2,
                        Operation.LIST_UPLOADS,
                        1,
                        Operation.LIST_PARTS,
                        1,
                        Operation.GET,
                        3,
                        Operation.PUT,
                        1,
                        Operation.COMPLETE_UPLOAD,
                        1));
    }

    @Test
    void aPartitionIsOpenedAfterAKillWithAnUploadThatTheLedgerDoesNotName() {
        killAt(Step.CREATE_IF_ABSENT);
        assertThat(opening())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        Operation.LIST,
                        6,
                        Operation.LIST_UPLOADS,
                        1,
                        Operation.LIST_PARTS,
                        1,
                        Operation.HEAD,
                        1,
                        Operation.GET,
                        3,
                        Operation.PUT,
                        1,
                        Operation.ABORT_UPLOAD,
                        1));
    }

    /**
     * Dies in the commit after three others. Before them come the entries of the takeover and of the first offset, and
     * the mark of the topic's writer; the first commit creates two entries, and the second one the marker.
     */
    private void killAt(Step step) {
        InterceptedStorage storage = new InterceptedStorage(storage(), (at, tried) -> {
            if (at == step && tried == (step == Step.PUBLISH ? 3 : 8)) {
                throw new SimulatedCrash(at + " " + tried);
            }
        });
        FakeWorker worker = worker(storage).start();
        assertThatThrownBy(() -> {
                    for (int commit = 0; commit < 5; commit++) {
                        poll(worker, 1);
                    }
                })
                .isInstanceOf(SimulatedCrash.class);
    }
}
