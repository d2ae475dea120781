package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.SimulatedCrash;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.InterceptedStorage.Step;
import io.parquetry.storage.s3.S3ProxyProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.KafkaMetricsContext;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Value;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/**
 * The sink on an object store: whatever happens, each record is in exactly one visible file, as our reader and DuckDB
 * find it, and no upload is left.
 */
@Tag("slow")
class S3ArchiveTest {
    private static final TopicPartition ZERO = OrdersArchive.ZERO;
    private static final String BUCKET = "archive";
    private static final int RECORDS = 250;
    private static final int BATCH = 50;

    @TempDir
    private static Path directory;

    private static S3ProxyProcess store;
    private static S3Client client;

    private final Map<TopicPartition, NavigableMap<Long, SinkRecord>> log = OrdersArchive.log(RECORDS);
    private final Map<String, String> changed = new HashMap<>();
    private String prefix;

    @BeforeAll
    static void start() throws IOException {
        store = S3ProxyProcess.start(directory, BUCKET);
        client = store.client();
    }

    @AfterAll
    static void stop() throws IOException {
        client.close();
        store.close();
    }

    @BeforeEach
    void choosePrefix(TestInfo test) {
        prefix = test.getTestMethod().orElseThrow().getName()
                + test.getDisplayName().hashCode();
    }

    private Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>(store.keys());
        properties.put("name", "archive");
        properties.put("storage.url", url());
        properties.put("flush.size", "100");
        properties.put("record.metadata", "kafka");
        properties.putAll(changed);
        return properties;
    }

    private String url() {
        return "s3://" + BUCKET + "/" + prefix;
    }

    private FakeWorker worker(Storage storage) {
        return new FakeWorker(log, properties(), storage, Clock.systemUTC());
    }

    private void runWhole() {
        FakeWorker worker = worker(store.storage(url())).start();
        worker.drain(BATCH);
        worker.stop();
    }

    /** Where s3proxy has the objects. */
    private Path objects() {
        return directory.resolve("data").resolve(BUCKET).resolve(prefix);
    }

    private void requireWhole() throws Exception {
        OrdersArchive.requireEachRecordOnce(objects().resolve("topics"), RECORDS);
        assertThat(uploads()).isEmpty();
    }

    private List<MultipartUpload> uploads() {
        return client.listMultipartUploads(request -> request.bucket(BUCKET).prefix(prefix + "/"))
                .uploads();
    }

    private LedgerEntry newestEntry() throws IOException {
        try (Storage storage = store.storage(url())) {
            return new LedgerReader(storage, new LedgerDirectory("archive", ZERO.topic(), 0).path())
                    .newest()
                    .orElseThrow();
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> tree = Files.walk(objects().resolve("topics"))) {
            return tree.filter(file -> file.toString().endsWith(".parquet")).toList();
        }
    }

    @Test
    void eachRecordIsThereOnce() throws Exception {
        runWhole();
        requireWhole();
        runWhole();
        requireWhole();
    }

    /** The first entries are those of the takeover. */
    @ParameterizedTest
    @CsvSource({
        "CREATE_IF_ABSENT, 0",
        "CREATE_IF_ABSENT, 2",
        "CREATE_IF_ABSENT, 3",
        "CREATE_IF_ABSENT, 5",
        "PUBLISH, 0",
        "PUBLISH, 1",
        "PUBLISH, 4"
    })
    void aTaskThatDiesAtAnyStepOfACommitLosesNothing(Step step, int number) throws Exception {
        crashAt(step, number);
        runWhole();
        requireWhole();
    }

    private void crashAt(Step step, int number) {
        InterceptedStorage storage = new InterceptedStorage(store.storage(url()), (at, tried) -> {
            if (at == step && tried == number) {
                throw new SimulatedCrash(at + " " + tried);
            }
        });
        assertThatThrownBy(() -> {
                    FakeWorker worker = worker(storage).start();
                    worker.drain(BATCH);
                    worker.stop();
                })
                .isInstanceOf(SimulatedCrash.class);
    }

    private void dropUploads() {
        assertThat(uploads()).isNotEmpty();
        uploads()
                .forEach(upload -> client.abortMultipartUpload(
                        request -> request.bucket(BUCKET).key(upload.key()).uploadId(upload.uploadId())));
    }

    @Test
    void whatTheStoreDropsBeforeItIsPublishedIsReadAgain() throws Exception {
        crashAt(Step.PUBLISH, 1);
        dropUploads();
        runWhole();
        requireWhole();
    }

    @Test
    void aTaskFailsIfTheTopicHasDeletedThoseRecordsToo() throws Exception {
        crashAt(Step.PUBLISH, 0);
        dropUploads();
        log.values().forEach(records -> records.headMap(20L).clear());
        try (Metrics consumer = new Metrics(
                new MetricConfig(),
                List.of(new JmxReporter()),
                Time.SYSTEM,
                new KafkaMetricsContext("kafka.consumer"))) {
            showLead(consumer, "0");
            showLead(consumer, "1");
            FakeWorker worker = worker(store.storage(url())).start();
            assertThatThrownBy(() -> worker.poll(BATCH))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("offsets from 0 to 19 (20) are lost");
            worker.stop();
        }
        assertThatThrownBy(this::runWhole).hasMessageContaining("offsets from 0 to 19 (20) are lost");
        assertThat(new ParquetSinkConnector()
                        .alterOffsets(properties(), Map.of(OrdersArchive.ZERO, 20L, OrdersArchive.ONE, 20L)))
                .isTrue();
        runWhole();
        assertThat(uploads()).isEmpty();
    }

    /** What a task has withdrawn is in the ledger: the next one knows it, whether or not the consumer shows its lead. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theOwnerAfterADeathKnowsWhatWasWithdrawn(boolean showsLead) throws Exception {
        crashAt(Step.PUBLISH, 0);
        dropUploads();
        worker(store.storage(url())).start();
        log.values().forEach(records -> records.headMap(20L).clear());
        try (Metrics consumer = new Metrics(
                new MetricConfig(),
                List.of(new JmxReporter()),
                Time.SYSTEM,
                new KafkaMetricsContext("kafka.consumer"))) {
            if (showsLead) {
                showLead(consumer, "0");
                showLead(consumer, "1");
            }
            FakeWorker next = worker(store.storage(url())).start();
            assertThatThrownBy(() -> next.poll(BATCH)).hasMessageContaining("offsets from 0 to 19 (20) are lost");
            next.stop();
        }
    }

    /** The first record, in an open file of its own, is compacted away; those of the dropped upload come again. */
    @Test
    void anOffsetBeforeTheWithdrawnOnesThatNeverComesIsNotLost() throws Exception {
        changed.put("path.template", "id=${value.id}");
        changed.put("flush.size", "2");
        log.get(OrdersArchive.ONE).clear();
        NavigableMap<Long, SinkRecord> records = log.get(OrdersArchive.ZERO);
        records.tailMap(3L).clear();
        Object first = records.get(1L).value();
        records.computeIfPresent(2L, (offset, second) -> withValue(second, first));
        crashAt(Step.PUBLISH, 0);
        dropUploads();
        records.remove(0L);
        runWhole();
        assertThat(files()).singleElement().asString().contains("id=1/orders+0+0000000001+0000000002");
    }

    private static SinkRecord withValue(SinkRecord record, Object value) {
        return record.newRecord(
                record.topic(), record.kafkaPartition(), null, null, record.valueSchema(), value, record.timestamp());
    }

    /** A transformation drops what is left of the batch, so only the consumer's offsets show that nothing came. */
    @Test
    void lostRecordsAreNotForgottenWhenThePartitionsAreGivenBack() throws Exception {
        crashAt(Step.PUBLISH, 0);
        dropUploads();
        log.values().forEach(records -> records.headMap(20L).clear());
        FakeWorker worker =
                worker(store.storage(url())).transforming(record -> false).start();
        worker.poll(BATCH);
        worker.stop();
        assertThatThrownBy(this::runWhole).hasMessageContaining("are lost: the storage has dropped");
    }

    /** The consumer's lead after the first batch, as it shows it in JMX. */
    private static void showLead(Metrics consumer, String partition) {
        Sensor lead = consumer.sensor("lead of " + partition);
        lead.add(
                consumer.metricName(
                        "records-lead",
                        "consumer-fetch-manager-metrics",
                        "",
                        Map.of("client-id", "connector-consumer-archive-0", "topic", "orders", "partition", partition)),
                new Value());
        lead.record(BATCH - 20);
    }

    @Test
    void aPublishedFileThatSomebodyDeletesIsNotReadAgain() throws Exception {
        FakeWorker worker = worker(store.storage(url())).start();
        worker.drain(BATCH);
        worker.commit();
        worker.stop();
        assertThat(newestEntry().files()).isEmpty();
        List<Path> files = files();
        files.forEach(file -> assertThat(file.toFile().delete()).isTrue());

        runWhole();

        assertThat(files()).isEmpty();
    }

    @Test
    void anIdleTaskHasConfirmedItsLastFiles() throws Exception {
        FakeWorker worker = worker(store.storage(url())).start();
        log.get(ZERO).tailMap(200L).clear();
        worker.drain(BATCH);
        worker.commit();
        assertThat(newestEntry().files()).isEmpty();
        assertThat(newestEntry().nextOffset()).hasValue(200);
        long confirmed = newestEntry().sequence();
        worker.commit();
        assertThat(newestEntry().sequence()).isEqualTo(confirmed);
        worker.stop();
    }

    /** Minutes between two commits: with few, an entry says that files were published; with many, a deleted one. */
    @ParameterizedTest
    @ValueSource(ints = {0, 20})
    void filesThatAreMergedWhileTheWorkerIsDeadAreNotWrittenAgain(int minutes) throws Exception {
        Map<String, String> properties = properties();
        properties.put("flush.size", "20");
        ManualClock clock = new ManualClock();
        Map<TopicPartition, NavigableMap<Long, SinkRecord>> all = OrdersArchive.log(RECORDS);
        log.values().forEach(records -> records.tailMap(130L).clear());
        FakeWorker killed = new FakeWorker(log, properties, store.storage(url()), clock).start();
        for (int batch = 0; batch < 130 / BATCH + 1; batch++) {
            killed.poll(BATCH);
            clock.advance(minutes * 60_000L);
        }
        List<Path> published = files();
        assertThat(published).isNotEmpty();
        Path merged = Files.createDirectory(directory.resolve("merged-" + prefix));
        for (Path file : published) {
            Files.move(file, merged.resolve(file.getFileName()));
        }
        log.forEach((partition, records) -> records.putAll(all.get(partition)));

        runWhole();

        for (Path file : published) {
            assertThat(file).doesNotExist();
            Files.createDirectories(file.getParent());
            Files.move(merged.resolve(file.getFileName()), file);
        }
        requireWhole();
    }

    @Test
    void filesAreClosedWhenTheStagingDiskIsFull() throws Exception {
        Map<String, String> staging = Map.of("staging.bytes", "100000");
        Map<String, String> properties = properties();
        properties.put("flush.size", "100000");
        properties.put("parquet.codec", "none");
        properties.put("parquet.row.group.bytes", "65536");
        FakeWorker worker = new FakeWorker(log, properties, store.storage(url(), staging), Clock.systemUTC()).start();
        worker.drain(BATCH);
        assertThat(files()).hasSizeGreaterThan(2);
        worker.stop();
        requireWhole();
    }

    /** No other task sees what is on the disk of this one, which may run for months. */
    @Test
    void partitionsThatAreGivenBackLeaveNothingOnTheDisk(@TempDir Path staging) throws Exception {
        Map<String, String> properties = properties();
        properties.put("flush.size", "100000");
        properties.put("parquet.codec", "none");
        properties.put("parquet.row.group.bytes", "65536");
        boolean[] fails = {false};
        InterceptedStorage storage =
                new InterceptedStorage(store.storage(url(), Map.of("staging.dir", staging.toString())), (at, tried) -> {
                    if (fails[0]) {
                        throw new ConnectException("no answer");
                    }
                });
        FakeWorker worker = new FakeWorker(log, properties, storage, Clock.systemUTC()).start();
        worker.drain(BATCH);
        assertThat(filesIn(staging)).isNotEmpty();
        fails[0] = true;
        worker.close(log.keySet());
        assertThat(filesIn(staging)).isEmpty();
        fails[0] = false;
        worker.stop();
        runWhole();
        requireWhole();
    }

    private static List<String> filesIn(Path staging) throws IOException {
        try (Stream<Path> tree = Files.walk(staging)) {
            return tree.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(".lock"))
                    .toList();
        }
    }

    @Test
    void theUploadsOfAnotherConnectorAreKept() throws Exception {
        crashAt(Step.PUBLISH, 0);
        List<MultipartUpload> named = uploads();
        assertThat(named).isNotEmpty();
        Map<String, String> other = properties();
        other.put("name", "other");
        other.put("topics.dir", "other");
        FakeWorker worker = new FakeWorker(log, other, store.storage(url()), Clock.systemUTC()).start();
        assertThat(uploads()).containsAll(named);
        worker.drain(BATCH);
        worker.stop();

        runWhole();

        OrdersArchive.requireEachRecordOnce(objects().resolve("topics"), RECORDS);
        OrdersArchive.requireEachRecordOnce(objects().resolve("other"), RECORDS);
    }

    /** The connectors may even have one name, in two clusters of workers. */
    @ParameterizedTest
    @CsvSource({"archive, topics", "other, topics", "other, team/topics"})
    void theUploadsOfAConnectorBelowItsUrlAreKept(String name, String topicsDirectory) throws Exception {
        String inner = url() + "/team";
        Map<String, String> properties = properties();
        properties.put("storage.url", inner);
        InterceptedStorage storage = new InterceptedStorage(store.storage(inner), (at, tried) -> {
            if (at == Step.PUBLISH) {
                throw new SimulatedCrash("before " + at);
            }
        });
        assertThatThrownBy(() -> new FakeWorker(log, properties, storage, Clock.systemUTC())
                        .start()
                        .drain(BATCH))
                .isInstanceOf(SimulatedCrash.class);
        List<MultipartUpload> named = uploads();
        assertThat(named).isNotEmpty();

        Map<String, String> outer = properties();
        outer.put("name", name);
        outer.put("topics.dir", topicsDirectory);
        FakeWorker worker = new FakeWorker(log, outer, store.storage(url()), Clock.systemUTC()).start();

        assertThat(uploads()).containsAll(named);
        worker.stop();
        FakeWorker next = new FakeWorker(log, properties, store.storage(inner), Clock.systemUTC()).start();
        next.drain(BATCH);
        next.stop();
        OrdersArchive.requireEachRecordOnce(objects().resolve("team/topics"), RECORDS);
    }

    @Test
    void aRecordWhosePathIsTooLongForTheStoreIsABadRecord() throws Exception {
        Schema value = SchemaBuilder.struct().field("a", Schema.STRING_SCHEMA).build();
        TopicPartition partition = new TopicPartition("long", 0);
        NavigableMap<Long, SinkRecord> records = FakeWorker.log(LongStream.range(0, 20)
                .mapToObj(offset -> new SinkRecord(
                        "long",
                        0,
                        null,
                        null,
                        value,
                        new Struct(value).put("a", offset == 7 ? "y".repeat(230) : "x"),
                        offset))
                .toList());
        Map<String, String> properties = properties();
        properties.put("path.template", "a=${value.a}/b=${value.a}/c=${value.a}/d=${value.a}/e=${value.a}");
        FakeWorker worker = new FakeWorker(
                        Map.of(partition, records), properties, store.storage(url()), Clock.systemUTC())
                .tolerant()
                .start();
        worker.drain(BATCH);
        worker.stop();

        assertThat(worker.reported()).extracting(SinkRecord::kafkaOffset).containsExactly(7L);
        assertThat(worker.reasons().get(0)).hasMessageContaining("where S3 allows 1024");
        assertThat(files()).hasSize(1);
    }
}
