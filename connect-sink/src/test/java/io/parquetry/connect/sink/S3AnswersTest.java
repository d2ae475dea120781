package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.storage.SimulatedCrash;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.InterceptedStorage.Step;
import io.parquetry.storage.s3.FaultyNetwork;
import io.parquetry.storage.s3.FaultyNetwork.Operation;
import io.parquetry.storage.s3.FaultyNetwork.Reply;
import io.parquetry.storage.s3.S3ProxyProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/** Each record is written once by a store that answers otherwise than it acts, after a death between two steps. */
@Tag("slow")
class S3AnswersTest {
    private static final int RECORDS = 120;
    private static final int BATCH = 40;
    private static final String BUCKET = "answers";

    @TempDir
    private static Path directory;

    private static S3ProxyProcess store;
    private static S3Client client;
    private static FaultyNetwork network;

    private final Map<TopicPartition, NavigableMap<Long, SinkRecord>> log = OrdersArchive.log(RECORDS);
    private final Map<String, Reply> first = new ConcurrentHashMap<>();

    @BeforeAll
    static void start() throws IOException {
        store = S3ProxyProcess.start(directory, BUCKET);
        client = store.client();
        network = FaultyNetwork.before(store.endpoint());
    }

    @AfterAll
    static void stop() throws IOException {
        network.close();
        client.close();
        store.close();
    }

    @AfterEach
    void mend() {
        network.set(FaultyNetwork.Request::forward);
    }

    /** What the store does with every second request of an operation. */
    enum Answer {
        COMPLETED_AND_500(Operation.COMPLETE_UPLOAD),
        ERROR_IN_A_200(Operation.COMPLETE_UPLOAD),
        CREATED_AND_500(Operation.PUT),
        PART_TWICE(Operation.SEND_PART),
        PART_AND_500(Operation.SEND_PART),
        BEGUN_AND_500(Operation.BEGIN_UPLOAD),
        ABORTED_AND_500(Operation.ABORT_UPLOAD),
        UPLOADS_OF_BEFORE(Operation.LIST_UPLOADS);

        private final Operation operation;

        Answer(Operation operation) {
            this.operation = operation;
        }
    }

    private FakeWorker worker(String url, Storage storage) {
        Map<String, String> properties = new HashMap<>(store.keys());
        properties.put("name", "archive");
        properties.put("storage.url", url);
        properties.put("flush.size", "50");
        properties.put("record.metadata", "kafka");
        return new FakeWorker(log, properties, storage, Clock.systemUTC());
    }

    private void runWhole(String url) {
        FakeWorker worker = worker(url, store.storage(url, S3ProxyProcess.keys(network.endpoint())))
                .start();
        worker.drain(BATCH);
        worker.stop();
    }

    private void dieBeforePublishing(String url) {
        InterceptedStorage storage = new InterceptedStorage(store.storage(url), (at, tried) -> {
            if (at == Step.PUBLISH) {
                throw new SimulatedCrash("before " + at);
            }
        });
        assertThatThrownBy(() -> worker(url, storage).start().drain(BATCH)).isInstanceOf(SimulatedCrash.class);
    }

    private void requireWhole(String url) throws Exception {
        OrdersArchive.requireEachRecordOnce(
                directory
                        .resolve("data")
                        .resolve(url.substring("s3://".length()))
                        .resolve("topics"),
                RECORDS);
    }

    private List<MultipartUpload> uploads(String url) {
        String prefix = url.substring(("s3://" + BUCKET + "/").length()) + "/";
        return client.listMultipartUploads(request -> request.bucket(BUCKET).prefix(prefix))
                .uploads();
    }

    private Reply answer(Answer answer, FaultyNetwork.Request request) throws IOException {
        if (request.operation() != answer.operation) {
            return request.forward();
        }
        switch (answer) {
            case PART_TWICE:
                request.forward();
                return request.forward();
            case UPLOADS_OF_BEFORE:
                Reply now = request.forward();
                Reply before = first.putIfAbsent(request.parameter("prefix"), now);
                return before == null ? now : before;
            default:
                // A store that never says what it did would be none: it says so the second time.
                if (network.count(answer.operation) % 2 == 0) {
                    return request.forward();
                }
        }
        if (answer == Answer.ERROR_IN_A_200) {
            return Reply.of(200, "application/xml", "<Error><Code>InternalError</Code><Message>no</Message></Error>");
        }
        request.forward();
        return Reply.refusal(500, "InternalError", "We encountered an internal error");
    }

    @ParameterizedTest
    @EnumSource(Answer.class)
    void eachRecordIsThereOnceWhateverTheStoreAnswers(Answer answer) throws Exception {
        String url = "s3://" + BUCKET + "/" + answer.name().toLowerCase(java.util.Locale.ROOT);
        dieBeforePublishing(url);
        network.set(request -> answer(answer, request));
        runWhole(url);
        runWhole(url);
        requireWhole(url);
        if (answer != Answer.BEGUN_AND_500) {
            assertThat(uploads(url)).isEmpty();
        }
    }

    /** The prefix of one is how that of the other begins, and they have one name and one topic. */
    @Test
    void theUploadsOfANeighbourWithALongerNameAreKept() throws Exception {
        String team = "s3://" + BUCKET + "/team";
        String longer = team + "2";
        dieBeforePublishing(team);
        dieBeforePublishing(longer);
        List<MultipartUpload> others = uploads(longer);
        assertThat(others).isNotEmpty();
        runWhole(team);
        assertThat(uploads(longer)).isEqualTo(others);
        runWhole(longer);
        requireWhole(team);
        requireWhole(longer);
    }
}
