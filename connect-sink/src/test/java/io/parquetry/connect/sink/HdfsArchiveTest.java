package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.connect.common.Await;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.memory.Budgets;
import io.parquetry.storage.hadoop.HadoopSettings;
import io.parquetry.storage.hadoop.HadoopStorageFactory;
import io.parquetry.storage.hadoop.MiniHdfs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sink on an HDFS of three DataNodes with failures of its own: whatever happens, each record is in exactly one
 * visible file, as our reader and DuckDB find it. Row groups are small, so that bytes travel while a file is open.
 */
@Tag("slow")
class HdfsArchiveTest {
    private static final TopicPartition ZERO = OrdersArchive.ZERO;
    private static final TopicPartition ONE = OrdersArchive.ONE;
    private static final int RECORDS = OrdersArchive.RECORDS;
    private static final int FLUSH_SIZE = 600;
    private static final int BATCH = 100;
    /** A file takes more than one. */
    private static final int BLOCK_BYTES = 1 << 20;

    /** Less than a hundred of these records take. */
    private static final long SCARCE_BYTES = 100_000;

    @TempDir
    private static Path directory;

    private static MiniHdfs hdfs;

    private final Map<TopicPartition, NavigableMap<Long, SinkRecord>> log = OrdersArchive.log();
    private String root;

    @BeforeAll
    static void start() {
        hdfs = MiniHdfs.start(directory.resolve("hdfs"), 3, Map.of("dfs.namenode.safemode.extension", "0"));
    }

    @AfterAll
    static void stop() {
        hdfs.close();
    }

    @BeforeEach
    void makeRoot(TestInfo test) throws IOException {
        root = "/" + test.getTestMethod().orElseThrow().getName();
        hdfs.files().mkdirs(path(""));
        hdfs.files().setPermission(path(""), new FsPermission("777"));
    }

    private org.apache.hadoop.fs.Path path(String relative) {
        return new org.apache.hadoop.fs.Path(hdfs.url() + root + (relative.isEmpty() ? "" : "/" + relative));
    }

    private Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>();
        properties.put("name", "archive");
        properties.put("storage.url", hdfs.url() + root);
        properties.put("flush.size", String.valueOf(FLUSH_SIZE));
        properties.put("record.metadata", "kafka");
        properties.put("parquet.codec", "none");
        properties.put("parquet.row.group.bytes", "65536");
        properties.put("parquet.page.bytes", "8192");
        return properties;
    }

    /** As a user of its own, with a client that notices soon. */
    private Storage storage() {
        HadoopSettings hadoop = new HadoopSettings(
                Optional.empty(),
                Map.of("ipc.client.connect.max.retries", "1", "dfs.blocksize", String.valueOf(BLOCK_BYTES)),
                new HadoopSettings.Identity.Named(Optional.of("archive")),
                Optional.empty());
        return Storages.open(new StorageSettings(hdfs.url() + root, new HadoopStorageFactory(hadoop), 0));
    }

    private FakeWorker worker(Storage storage) {
        return new FakeWorker(log, properties(), storage, Clock.systemUTC());
    }

    private void finish(FakeWorker worker) {
        worker.drain(BATCH);
        worker.stop();
    }

    private void requireEachRecordOnce() throws Exception {
        requireEachRecordOnce(RECORDS);
    }

    private void requireEachRecordOnce(int records) throws Exception {
        Path copy = directory.resolve("copies" + root);
        Files.createDirectories(copy);
        hdfs.files().copyToLocalFile(false, path("topics"), new org.apache.hadoop.fs.Path(copy.toUri()), true);
        OrdersArchive.requireEachRecordOnce(copy, records);
        try (Storage storage = storage()) {
            OrdersArchive.requireNoLeftovers(storage);
        }
    }

    @Test
    void theExampleOfTheDocumentationIsValid() throws IOException {
        JsonNode example = new ObjectMapper()
                .readTree(
                        Path.of("..", "config-examples", "archive-to-hdfs.json").toFile());
        Map<String, String> properties = new HashMap<>();
        example.get("config")
                .properties()
                .forEach(entry -> properties.put(
                        entry.getKey(), entry.getValue().textValue().replace("hdfs://namenode:8020", hdfs.url())));
        properties.put("name", example.get("name").textValue());
        assertThat(new ParquetSinkConnector().validate(properties).configValues())
                .flatExtracting(ConfigValue::errorMessages)
                .isEmpty();
        assertThat(hdfs.files().exists(new org.apache.hadoop.fs.Path("/archive")))
                .as("a directory that validation leaves")
                .isFalse();
    }

    @Test
    void aDataNodeThatDiesWhileFilesAreOpenLosesNoRecord() throws Exception {
        try (Storage storage = storage()) {
            FakeWorker worker = worker(storage).start();
            worker.poll(250);
            assertThat(hdfs.files().listFiles(path("_parquetry"), true).hasNext())
                    .isTrue();
            DataNodeProperties dead = hdfs.cluster().stopDataNode(0);
            worker.poll(BATCH);
            finish(worker);
            // At another port: a client may have taken the old one meanwhile.
            assertThat(hdfs.cluster().restartDataNode(dead, false)).isTrue();
            hdfs.cluster().waitActive();
        }
        requireEachRecordOnce();
    }

    @Test
    @Tag("thorough")
    void rowsThatAreSpilledToHdfsAreReloadedIntoTheirFiles() throws Exception {
        int records = 200;
        Map<String, String> properties = properties();
        properties.remove("parquet.row.group.bytes");
        try (Storage storage = storage()) {
            FakeWorker worker = new FakeWorker(
                            OrdersArchive.log(records),
                            properties,
                            storage,
                            Clock.systemUTC(),
                            Budgets.of(SCARCE_BYTES))
                    .start();
            worker.drain(BATCH);
            assertThat(filesInProgress(storage)).as("parts of two files").isGreaterThan(2);
            worker.stop();
        }
        requireEachRecordOnce(records);
        assertThat(hdfs.files().getContentSummary(path("topics")).getFileCount())
                .isEqualTo(2);
    }

    private static int filesInProgress(Storage storage) throws IOException {
        int[] found = {0};
        storage.list("_parquetry", file -> found[0] += file.path().endsWith(".tmp") ? 1 : 0);
        return found[0];
    }

    /** Twice: before the ledger's entry can be created, and before a file can get its name. */
    @Test
    @Tag("thorough")
    void aNameNodeThatRestartsDuringACommitLosesNoRecord() throws Exception {
        try (Storage real = storage()) {
            Thread[] restarts = new Thread[2];
            InterceptedStorage storage = new InterceptedStorage(real, (step, number) -> {
                int which = step == InterceptedStorage.Step.CREATE_IF_ABSENT && number == 4
                        ? 0
                        : step == InterceptedStorage.Step.PUBLISH && number == 3 ? 1 : -1;
                if (which >= 0) {
                    hdfs.cluster().shutdownNameNode(0);
                    restarts[which] = new Thread(HdfsArchiveTest::restartNameNode);
                    restarts[which].start();
                }
            });
            FakeWorker worker = worker(storage).start();
            finishPatiently(worker);
            assertThat(restarts).doesNotContainNull();
            for (Thread restart : restarts) {
                restart.join();
            }
        }
        requireEachRecordOnce();
    }

    private static void restartNameNode() {
        try {
            hdfs.cluster().restartNameNode(0, true);
        } catch (IOException e) {
            throw new IllegalStateException("the NameNode does not come up again", e);
        }
    }

    /** Polls and commits again and again until Kafka has the offsets of all but the last files, then finishes. */
    private void finishPatiently(FakeWorker worker) throws Exception {
        Await.until("the commit of the first files", Duration.ofMinutes(3), () -> {
            worker.poll(BATCH);
            Map<TopicPartition, Long> committed = worker.commit();
            return committed.getOrDefault(ZERO, 0L) >= 2 * FLUSH_SIZE
                    && committed.getOrDefault(ONE, 0L) >= 2 * FLUSH_SIZE;
        });
        finish(worker);
    }

    @Test
    @Tag("thorough")
    void aQuotaThatIsExceededAndLiftedLosesNothing() throws Exception {
        try (Storage storage = storage()) {
            FakeWorker worker = worker(storage).start();
            worker.poll(2 * BATCH);
            ContentSummary used = hdfs.files().getContentSummary(path(""));
            assertThat(used.getLength() + used.getSpaceConsumed())
                    .as("bytes of open files")
                    .isPositive();
            // The next block of each open file is one too many.
            hdfs.files().setQuota(path(""), HdfsConstants.QUOTA_DONT_SET, used.getSpaceConsumed() + BLOCK_BYTES);
            for (int turn = 0; turn < 8; turn++) {
                worker.poll(BATCH);
            }
            assertThat(worker.commit().values())
                    .as("committed under the quota, where without it a file of each partition would be")
                    .allMatch(offset -> offset < FLUSH_SIZE);
            hdfs.files().setQuota(path(""), HdfsConstants.QUOTA_RESET, HdfsConstants.QUOTA_RESET);
            finish(worker);
        }
        requireEachRecordOnce();
    }

    @Test
    void aRenameThatTheNameNodeRefusesIsRetriedUntilItIsAllowed() throws Exception {
        org.apache.hadoop.fs.Path closed = path("topics/orders/partition=1");
        hdfs.files().mkdirs(closed, new FsPermission("755"));
        hdfs.files().setOwner(path("topics"), "archive", "supergroup");
        hdfs.files().setOwner(path("topics/orders"), "archive", "supergroup");
        try (Storage storage = storage()) {
            FakeWorker worker = worker(storage).start();
            for (int turn = 0; turn < 13; turn++) {
                worker.poll(BATCH);
            }
            worker.commit();
            assertThat(hdfs.files().listStatus(path("topics/orders/partition=0")))
                    .as("published in the open directory")
                    .isNotEmpty();
            assertThat(hdfs.files().listStatus(closed)).isEmpty();
            hdfs.files().setOwner(closed, "archive", "supergroup");
            finish(worker);
        }
        requireEachRecordOnce();
    }

    @Test
    void aForeignFileOfTheNameIsNeitherOverwrittenNorTakenForOurs() throws Exception {
        org.apache.hadoop.fs.Path taken = path("topics/orders/partition=0/orders+0+0000000000+0000000599.parquet");
        hdfs.files().create(taken, false).close();
        hdfs.files().setOwner(path("topics"), "archive", "supergroup");
        hdfs.files().setOwner(path("topics/orders"), "archive", "supergroup");
        hdfs.files().setOwner(path("topics/orders/partition=0"), "archive", "supergroup");
        try (Storage storage = storage()) {
            FakeWorker worker = worker(storage).start();
            assertThatThrownBy(() -> finish(worker))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("orders+0+0000000000+0000000599.parquet");
        }
        assertThat(hdfs.files().getFileStatus(taken).getLen()).isZero();
        hdfs.files().delete(taken, false);
        try (Storage storage = storage()) {
            finish(worker(storage).start());
        }
        requireEachRecordOnce();
    }
}
