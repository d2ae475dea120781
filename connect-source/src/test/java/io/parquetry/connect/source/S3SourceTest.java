package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.retry.RetryPauses;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.config.OpenFileSettings;
import io.parquetry.connect.source.config.RowSettings;
import io.parquetry.connect.source.config.SelectionSettings;
import io.parquetry.connect.source.send.TaskHost;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.storage.s3.FaultyNetwork;
import io.parquetry.storage.s3.S3ProxyProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The task on a bucket: new files are sent once, sent files are deleted or moved, and a replaced file is not mixed. */
@Tag("slow")
class S3SourceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private static Path directory;

    private static S3ProxyProcess store;
    private static S3Client client;
    private static int buckets;

    /** Null before the first test that needs it. */
    private static byte[] wide;

    private final String bucket = "lake-" + buckets++;
    private final FakeContext context = new FakeContext();
    private final ParquetSourceTask task =
            new ParquetSourceTask(TaskHost.WORKER.with(new RetryPauses(100, 500, () -> 0.5)));
    private final Map<String, String> config = new HashMap<>();
    private RequestCounter requests;

    @BeforeAll
    static void startStore() throws IOException {
        store = S3ProxyProcess.start(directory);
        client = store.client();
    }

    @AfterAll
    static void stopStore() throws IOException {
        client.close();
        store.close();
    }

    @BeforeEach
    void configure() throws IOException {
        client.createBucket(request -> request.bucket(bucket));
        requests = new RequestCounter(store.endpoint());
        config.putAll(S3ProxyProcess.keys(requests.endpoint()));
        config.put("name", "load");
        config.put(StorageKeys.STORAGE_URL, "s3://" + bucket + "/lake");
        config.put(DiscoverySettings.SCAN_INTERVAL_MS, "200");
        config.put(RowSettings.TOPIC, "rows");
    }

    @AfterEach
    void stop() throws IOException {
        task.stop();
        requests.close();
    }

    private void start() {
        task.initialize(context);
        task.start(config);
    }

    private void put(String path, byte[] content) {
        client.putObject(request -> request.bucket(bucket).key("lake/" + path), RequestBody.fromBytes(content));
    }

    private List<String> keys() {
        return client.listObjectsV2(request -> request.bucket(bucket)).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    /** Polls until so many rows were sent, or the time is up; the offset of each record is committed. */
    private List<SourceRecord> poll(int rows, Duration atMost) throws InterruptedException {
        List<SourceRecord> sent = new ArrayList<>();
        long end = System.nanoTime() + atMost.toNanos();
        while (sent.size() < rows && System.nanoTime() < end) {
            List<SourceRecord> batch = task.poll();
            if (batch != null) {
                for (SourceRecord record : batch) {
                    task.commitRecord(record, new RecordMetadata(new TopicPartition("rows", 0), 0, 0, 0, 0, 0));
                    context.commit(record);
                }
                sent.addAll(batch);
            }
        }
        return sent;
    }

    private List<Integer> numbers(int rows) throws InterruptedException {
        return TaskHarness.numbers(poll(rows, PATIENCE));
    }

    private static List<Integer> upTo(int rows) {
        return IntStream.range(0, rows).boxed().toList();
    }

    /** Polls until the bucket has exactly these keys. */
    private void awaitKeys(String... expected) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!keys().equals(List.of(expected)) && System.nanoTime() < end) {
            assertThat(poll(1, Duration.ofMillis(300))).isEmpty();
        }
        assertThat(keys()).containsExactly(expected);
    }

    @Test
    void filesThatArriveAreSentOnceWithFewRequests() throws InterruptedException {
        put("in/day=1/a.parquet", TestTree.foreign(10));
        start();
        assertThat(numbers(10)).isEqualTo(upTo(10));
        requests.take();
        put("in/day=2/b.parquet", TestTree.foreign(20));
        assertThat(numbers(20)).isEqualTo(upTo(20));
        SortedMap<String, Integer> counted = requests.take();

        assertThat(poll(1, Duration.ofSeconds(2))).isEmpty();
        assertThat(counted).containsOnlyKeys("GET", "LIST");
        assertThat(counted.get("GET"))
                .as("the file's end, and the look at it afterwards")
                .isLessThanOrEqualTo(2);
        assertThat(requests.take()).as("without new files").containsOnlyKeys("LIST");
    }

    /** The file of an object in the store. */
    private Path fileOf(String path) {
        return directory.resolve("data").resolve(bucket).resolve("lake").resolve(path);
    }

    private Instant listedTime(String path) {
        return client.listObjectsV2(request -> request.bucket(bucket).prefix("lake/" + path))
                .contents()
                .get(0)
                .lastModified();
    }

    private static byte[] tenRowsFrom(int first) {
        WriterOptions options =
                WriterOptions.builder().codec(CompressionCodec.UNCOMPRESSED).build();
        return TestTree.foreign(first, 10, 10, options);
    }

    @Test
    void anObjectThatIsReplacedByOneOfTheSameSizeAndTimeIsSent() throws InterruptedException, IOException {
        config.put(FailureSettings.ON_CHANGED_FILE, "restart");
        put("in/a.parquet", tenRowsFrom(10));
        FileTime time = Files.getLastModifiedTime(fileOf("in/a.parquet"));
        Instant listed = listedTime("in/a.parquet");
        start();
        assertThat(numbers(10)).isEqualTo(IntStream.range(10, 20).boxed().toList());

        assertThat(tenRowsFrom(20)).hasSameSizeAs(tenRowsFrom(10));
        put("in/a.parquet", tenRowsFrom(20));
        Files.setLastModifiedTime(fileOf("in/a.parquet"), time);
        assertThat(listedTime("in/a.parquet")).isEqualTo(listed);

        assertThat(numbers(10)).isEqualTo(IntStream.range(20, 30).boxed().toList());
    }

    /** The copy of the first object is finished; the second one has come after it. */
    @ParameterizedTest
    @ValueSource(strings = {"delete", "move"})
    void anObjectThatReplacesTheSentOneBeforeItsDeletionIsSentOnce(String onFinish) throws Exception {
        config.put(FinishSettings.ON_FINISH, onFinish.equals("move") ? "move:done" : onFinish);
        config.put(FailureSettings.ON_CHANGED_FILE, "restart");
        byte[] second = TestTree.foreign(1_000, 20, 20, WriterOptions.DEFAULT);
        AtomicBoolean isReplaced = new AtomicBoolean();
        try (FaultyNetwork network = FaultyNetwork.before(store.endpoint())) {
            network.set(request -> {
                if (request.operation() == FaultyNetwork.Operation.DELETE
                        && request.key().endsWith("/latest.parquet")
                        && !request.key().contains("_sent.")
                        && isReplaced.compareAndSet(false, true)) {
                    put("latest.parquet", second);
                }
                return request.forward();
            });
            config.putAll(S3ProxyProcess.keys(network.endpoint()));
            put("latest.parquet", tenRowsFrom(0));
            start();
            assertThat(numbers(10)).isEqualTo(IntStream.range(0, 10).boxed().toList());
            assertThat(numbers(20))
                    .isEqualTo(IntStream.range(1_000, 1_020).boxed().toList());
            assertThat(poll(1, Duration.ofSeconds(4))).isEmpty();
            assertThat(isReplaced).isTrue();
            assertThat(keys()).noneMatch(key -> key.contains("_sent.") || key.endsWith("lake/latest.parquet"));
            assertThat(keys()).hasSize(onFinish.equals("move") ? 2 : 0);
            task.stop();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete", "move", "keep"})
    void aStoreThatDeletesWhateverVersionThereIsIsRefusedUnlessObjectsAreKept(String onFinish) throws IOException {
        config.put(FinishSettings.ON_FINISH, onFinish.equals("move") ? "move:done" : onFinish);
        try (FaultyNetwork network = FaultyNetwork.before(store.endpoint())) {
            network.set(request -> {
                if (request.operation() != FaultyNetwork.Operation.DELETE) {
                    return request.forward();
                }
                client.deleteObject(delete -> delete.bucket(bucket).key(request.key()));
                return new FaultyNetwork.Reply(204, Map.of(), new byte[0]);
            });
            config.putAll(S3ProxyProcess.keys(network.endpoint()));
            List<String> faults = new ParquetSourceConnector()
                    .validate(config).configValues().stream()
                            .filter(value -> value.name().equals(StorageKeys.STORAGE_URL))
                            .flatMap(value -> value.errorMessages().stream())
                            .toList();
            assertThat(faults).hasSize(onFinish.equals("keep") ? 0 : 1);
            assertThat(faults).allMatch(fault -> fault.contains("DELETE with If-Match"));
        }
    }

    /** It was killed between the copy and the deletion. */
    @Test
    void aCopyThatAKilledWorkerLeftIsNotSentAgain() throws Exception {
        config.put(FinishSettings.ON_FINISH, "delete");
        put("latest.parquet", tenRowsFrom(0));
        try (FaultyNetwork network = FaultyNetwork.before(store.endpoint())) {
            network.set(request -> request.operation() == FaultyNetwork.Operation.DELETE
                    ? FaultyNetwork.Reply.refusal(500, "InternalError", "try again")
                    : request.forward());
            config.putAll(S3ProxyProcess.keys(network.endpoint()));
            start();
            assertThat(numbers(10)).hasSize(10);
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (keys().stream().noneMatch(key -> key.contains("_sent.")) && System.nanoTime() < end) {
                poll(1, Duration.ofMillis(100));
            }
            task.stop();
        }
        assertThat(keys()).hasSize(2);

        config.putAll(S3ProxyProcess.keys(requests.endpoint()));
        ParquetSourceTask next = new ParquetSourceTask(TaskHost.WORKER.with(new RetryPauses(100, 500, () -> 0.5)));
        next.initialize(context);
        next.start(config);
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!keys().isEmpty() && System.nanoTime() < end) {
            assertThat(next.poll()).isNullOrEmpty();
        }
        next.stop();
        assertThat(keys()).isEmpty();
    }

    @Test
    void contentThatIsPutAgainIsNotReadAgain() throws InterruptedException, IOException, IOException {
        put("in/a.parquet", tenRowsFrom(10));
        start();
        assertThat(numbers(10)).hasSize(10);
        assertThat(poll(1, Duration.ofSeconds(1))).isEmpty();
        requests.take();
        put("in/a.parquet", tenRowsFrom(10));
        Files.setLastModifiedTime(
                fileOf("in/a.parquet"), FileTime.from(Instant.now().plusSeconds(100)));

        assertThat(poll(1, Duration.ofSeconds(2))).isEmpty();
        assertThat(requests.take()).containsOnlyKeys("LIST");
    }

    private void upload(String path, byte[] content) {
        String key = "lake/" + path;
        String id = client.createMultipartUpload(
                        request -> request.bucket(bucket).key(key))
                .uploadId();
        String eTag = client.uploadPart(
                        request -> request.bucket(bucket).key(key).uploadId(id).partNumber(1),
                        RequestBody.fromBytes(content))
                .eTag();
        client.completeMultipartUpload(request -> request.bucket(bucket)
                .key(key)
                .uploadId(id)
                .multipartUpload(parts -> parts.parts(
                        CompletedPart.builder().partNumber(1).eTag(eTag).build())));
    }

    @Test
    void contentThatIsUploadedInPartsIsNotSentAgain() throws InterruptedException {
        put("in/a.parquet", tenRowsFrom(10));
        start();
        assertThat(numbers(10)).hasSize(10);
        String version = version("in/a.parquet");
        upload("in/a.parquet", tenRowsFrom(10));
        assertThat(version("in/a.parquet")).isNotEqualTo(version);

        assertThat(poll(1, Duration.ofSeconds(2))).isEmpty();
    }

    private String version(String path) {
        return client.headObject(request -> request.bucket(bucket).key("lake/" + path))
                .eTag();
    }

    private static byte[] duckDb(String name) throws IOException {
        try (InputStream in = S3SourceTest.class.getResourceAsStream("/same-footer/" + name + ".parquet")) {
            return in.readAllBytes();
        }
    }

    private List<String> statuses() throws InterruptedException {
        return poll(3, PATIENCE).stream()
                .map(record -> ((Struct) record.value()).getString("status"))
                .toList();
    }

    @Test
    void aKeptObjectThatIsReplacedByOneWithTheSameFooterHasChanged() throws InterruptedException, IOException {
        config.put(FailureSettings.ON_CHANGED_FILE, "restart");
        put("in/status.parquet", duckDb("a"));
        start();
        assertThat(statuses()).containsExactly("open", "closed", "closed");
        put("in/status.parquet", duckDb("b"));

        assertThat(statuses()).containsExactly("closed", "open", "closed");
    }

    @Test
    void theNameOfADeletedObjectIsFreeForANewOneAlsoWithTheSameFooterOrTheSameContent()
            throws InterruptedException, IOException {
        config.put(FinishSettings.ON_FINISH, "delete");
        start();
        put("in/status.parquet", duckDb("a"));
        assertThat(statuses()).containsExactly("open", "closed", "closed");
        awaitKeys();
        put("in/status.parquet", duckDb("b"));
        assertThat(statuses()).containsExactly("closed", "open", "closed");
        awaitKeys();
        put("in/status.parquet", duckDb("b"));
        assertThat(statuses()).containsExactly("closed", "open", "closed");
        awaitKeys();
    }

    @Test
    void aRowGroupCostsNoRequestOfItsOwn() throws InterruptedException {
        put("in/a.parquet", TestTree.foreign(1_000, 100));
        start();
        assertThat(numbers(1_000)).isEqualTo(upTo(1_000));

        assertThat(requests.take()).containsOnlyKeys("GET", "LIST").containsEntry("GET", 1);
        assertThat(requests.takePrefixes().keySet())
                .as("no listing is about one file")
                .noneMatch(prefix -> prefix.endsWith(".parquet"));
    }

    /** Sends the rows of a file of 4 row groups with 12 columns of 640 kB each, and says what was fetched. */
    private Fetched fetchWide() throws InterruptedException {
        if (wide == null) {
            wide = TestTree.wide(80_000);
        }
        put("in/a.parquet", wide);
        config.put(DiscoverySettings.SCAN_INTERVAL_MS, "2000");
        start();
        assertThat(poll(320_000, PATIENCE)).hasSize(320_000);
        return new Fetched(wide.length, requests.take().get("GET"), requests.takeAnswered());
    }

    /** @param bytes of all answers, headers and listings included */
    private record Fetched(long fileBytes, int gets, long bytes) {}

    @Test
    void neighbouringColumnsAreFetchedTogetherAndNoByteTwice() throws InterruptedException {
        Fetched fetched = fetchWide();

        assertThat(fetched.gets()).as("%s", fetched).isLessThanOrEqualTo(30);
        assertThat(fetched.bytes()).as("%s", fetched).isLessThan((long) (1.02 * fetched.fileBytes()));
    }

    @Test
    @Tag("thorough")
    void ofAFewColumnsLittleElseIsFetched() throws InterruptedException {
        config.put(SelectionSettings.COLUMNS, "c3,c7");
        Fetched fetched = fetchWide();

        assertThat(fetched.gets()).as("%s", fetched).isLessThanOrEqualTo(10);
        assertThat(fetched.bytes()).as("%s", fetched).isLessThan((long) (1.1 * fetched.fileBytes() / 6));
    }

    @Test
    @Tag("thorough")
    void ofAFewNeighboursLittleElseIsFetched() throws InterruptedException {
        config.put(SelectionSettings.COLUMNS, "c3,c4,c5");
        Fetched fetched = fetchWide();

        assertThat(fetched.gets()).as("%s", fetched).isLessThanOrEqualTo(14);
        assertThat(fetched.bytes()).as("%s", fetched).isLessThan((long) (1.2 * fetched.fileBytes() / 4));
    }

    @Test
    @Tag("thorough")
    void withoutMemoryToReadAheadFewBytesAreFetchedTwice() throws InterruptedException {
        config.put(OpenFileSettings.OPEN_FILES_MEMORY_BYTES, Integer.toString(4 << 20));
        Fetched fetched = fetchWide();

        assertThat(fetched.bytes()).as("%s", fetched).isLessThan(2 * fetched.fileBytes());
    }

    @Test
    void aScanCostsOneListingForAThousandFilesHoweverManyDirectoriesThereAre() throws Exception {
        byte[] empty = new byte[0];
        for (int number = 0; number < 1_000; number++) {
            Path day = Files.createDirectories(fileOf("in/day=" + number));
            for (String name : List.of("a", "b", "c")) {
                Files.write(day.resolve(name + ".parquet"), empty);
            }
        }
        start();
        assertThat(poll(1, Duration.ofSeconds(3))).isEmpty();

        SortedMap<String, Integer> lists = requests.takePrefixes();
        int scans = lists.get("lake%2F_parquetry%2F");
        assertThat(lists).containsOnlyKeys("lake%2F", "lake%2F_parquetry%2F").containsEntry("lake%2F", 3 * scans);
        assertThat(requests.take()).containsOnlyKeys("LIST").containsEntry("LIST", 4 * scans);
    }

    @Test
    void aNewTaskGoesOnWhereTheLastOneWas() throws InterruptedException {
        config.put(DeliverySettings.BATCH_MAX_RECORDS, "7");
        put("in/a.parquet", TestTree.foreign(50, 10));
        start();
        List<Integer> sent = new ArrayList<>(numbers(21));
        task.stop();
        ParquetSourceTask next = new ParquetSourceTask(TaskHost.WORKER.with(new RetryPauses(100, 500, () -> 0.5)));
        next.initialize(context);
        next.start(config);
        try {
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (sent.size() < 50 && System.nanoTime() < end) {
                List<SourceRecord> batch = next.poll();
                sent.addAll(TaskHarness.numbers(batch == null ? List.of() : batch));
            }
        } finally {
            next.stop();
        }

        assertThat(sent).isEqualTo(upTo(50));
    }

    @Test
    void aSentFileIsDeleted() throws InterruptedException {
        config.put(FinishSettings.ON_FINISH, "delete");
        put("in/a.parquet", TestTree.foreign(10));
        start();
        assertThat(numbers(10)).isEqualTo(upTo(10));

        awaitKeys();
    }

    @Test
    void aSentFileIsMovedWithItsContent() throws InterruptedException {
        config.put(FinishSettings.ON_FINISH, "move:done");
        put("in/a.parquet", TestTree.foreign(10));
        start();
        assertThat(numbers(10)).isEqualTo(upTo(10));

        awaitKeys("lake/done/in/a.parquet");
        assertThat(client.getObjectAsBytes(request -> request.bucket(bucket).key("lake/done/in/a.parquet"))
                        .asByteArray())
                .isEqualTo(TestTree.foreign(10));
    }

    @Test
    @Tag("thorough")
    void rowsOfAFileThatIsReplacedWhileItIsReadAreNotMixed() throws InterruptedException {
        config.put(FailureSettings.ON_CHANGED_FILE, "restart");
        config.put(DeliverySettings.BATCH_MAX_RECORDS, "1000");
        put("in/a.parquet", TestTree.foreign(400_000, 20_000));
        start();
        List<Integer> old = new ArrayList<>(numbers(1_000));
        put("in/a.parquet", TestTree.foreign(300_000, 20_000));
        List<Integer> rest = new ArrayList<>();
        boolean isAllSent = false;
        while (!isAllSent && rest.size() < 700_000) {
            rest.addAll(numbers(1_000));
            isAllSent = rest.get(rest.size() - 1) == 299_999 && rest.contains(0);
        }

        int restart = rest.indexOf(0);
        assertThat(restart).isPositive();
        old.addAll(rest.subList(0, restart));
        assertThat(old).isEqualTo(upTo(old.size())).hasSizeLessThan(400_000);
        assertThat(rest.subList(restart, rest.size())).isEqualTo(upTo(300_000));
    }
}
