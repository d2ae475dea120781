package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.sink.InterceptedStorage.Step;
import io.parquetry.storage.s3.FaultyNetwork;
import io.parquetry.storage.s3.FaultyNetwork.Operation;
import io.parquetry.storage.s3.S3ProxyProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
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

    @TempDir
    private static Path directory;

    private static S3ProxyProcess store;

    private FaultyNetwork network;
    private CountedSink sink;

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
        String url = "s3://" + BUCKET + "/" + test.getTestMethod().orElseThrow().getName()
                + test.getDisplayName().hashCode();
        network = FaultyNetwork.before(store.endpoint());
        sink = new CountedSink(store.keys(), url, () -> store.storage(url, S3ProxyProcess.keys(network.endpoint())));
    }

    @AfterEach
    void close() {
        network.close();
    }

    private Map<Operation, Integer> opening() {
        network.take();
        FakeWorker worker = sink.opened();
        Map<Operation, Integer> requests = network.take();
        worker.stop();
        return requests;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void aFileTakesThreeRequestsAndTheCommitOfAnyNumberThreeMore(int files) {
        FakeWorker worker = sink.running();
        network.take();
        sink.poll(worker, files);
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
        FakeWorker worker = sink.running();
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
        FakeWorker worker = sink.running();
        worker.poll(CountedSink.FILE_RECORDS);
        worker.poll(CountedSink.FILE_RECORDS);
        network.take();
        worker.poll(CountedSink.FILE_RECORDS);
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
        sink.running().stop();
        assertThat(opening())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(Operation.LIST, 2, Operation.LIST_UPLOADS, 1, Operation.GET, 3, Operation.PUT, 1));
    }

    @Test
    void aPartitionIsOpenedAfterAKillWithAnUploadThatTheLedgerNames() {
        sink.killAt(Step.PUBLISH);
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
        sink.killAt(Step.CREATE_IF_ABSENT);
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
}
