package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.Await;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.format.io.InputFile;
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
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sink on a nameservice of two NameNodes, addressed as a user would. When the other NameNode takes over, in the
 * middle of files or of a commit, each record is in exactly one visible file all the same.
 */
@Tag("slow")
class HdfsFailoverTest {
    private static final String NAMESERVICE = "archive-cluster";
    private static final int FLUSH_SIZE = 600;
    private static final int BATCH = 100;
    private static final long MINUTES_MAX = 3;

    @TempDir
    private static Path directory;

    private static MiniHdfs hdfs;

    @BeforeAll
    static void start() {
        hdfs = MiniHdfs.startHighlyAvailable(directory.resolve("hdfs"), 1);
    }

    @AfterAll
    static void stop() {
        hdfs.close();
    }

    private static String root(TestInfo test) {
        return "hdfs://" + NAMESERVICE + "/"
                + test.getTestMethod().orElseThrow().getName();
    }

    /** As the superuser of the cluster, who is the user of this process. */
    private static Storage storage(String root) {
        Map<String, String> properties = new HashMap<>(hdfs.nameservice(NAMESERVICE));
        // A client that tries the other NameNode soon.
        properties.put("ipc.client.connect.max.retries", "1");
        properties.put("dfs.client.failover.sleep.base.millis", "50");
        properties.put("dfs.client.failover.sleep.max.millis", "200");
        HadoopSettings hadoop = new HadoopSettings(
                Optional.empty(), properties, new HadoopSettings.Identity.Named(Optional.empty()), Optional.empty());
        return Storages.open(new StorageSettings(root, new HadoopStorageFactory(hadoop), 1 << 20));
    }

    private static FakeWorker worker(String root, Storage storage) {
        Map<String, String> properties = new HashMap<>();
        properties.put("name", "archive");
        properties.put("storage.url", root);
        properties.put("flush.size", String.valueOf(FLUSH_SIZE));
        properties.put("record.metadata", "kafka");
        properties.put("parquet.codec", "none");
        properties.put("parquet.row.group.bytes", "65536");
        properties.put("parquet.page.bytes", "8192");
        return new FakeWorker(OrdersArchive.log(), properties, storage, Clock.systemUTC());
    }

    /** Polls and commits again and again until Kafka has the offsets of all but the last files, then finishes. */
    private static void finish(FakeWorker worker) throws Exception {
        Await.until("the commit of the first files", Duration.ofMinutes(MINUTES_MAX), () -> {
            worker.poll(BATCH);
            Map<TopicPartition, Long> committed = worker.commit();
            return committed.getOrDefault(OrdersArchive.ZERO, 0L) >= 2 * FLUSH_SIZE
                    && committed.getOrDefault(OrdersArchive.ONE, 0L) >= 2 * FLUSH_SIZE;
        });
        worker.drain(BATCH);
        worker.stop();
    }

    private void requireEachRecordOnce(String root) throws Exception {
        Path copy = Files.createTempDirectory(directory, "copy");
        try (Storage storage = storage(root)) {
            storage.list("topics", file -> copyTo(copy, storage, file.path()));
            OrdersArchive.requireNoLeftovers(storage);
        }
        OrdersArchive.requireEachRecordOnce(copy);
    }

    private static void copyTo(Path directory, Storage storage, String path) throws IOException {
        try (InputFile file = storage.open(path)) {
            byte[] bytes = new byte[Math.toIntExact(file.length())];
            file.readFully(0, bytes, 0, bytes.length);
            Files.write(directory.resolve(path.replace('/', '-')), bytes);
        }
    }

    @Test
    @Tag("thorough")
    void aNameNodeThatHandsOverWhileFilesAreOpenLosesNoRecord(TestInfo test) throws Exception {
        try (Storage storage = storage(root(test))) {
            FakeWorker worker = worker(root(test), storage).start();
            worker.poll(250);
            hdfs.handOver();
            worker.poll(250);
            hdfs.handOver();
            finish(worker);
        }
        requireEachRecordOnce(root(test));
    }

    /** Once before the ledger's entry can be created, and once before a file gets its name; others are open then. */
    @Test
    void aNameNodeThatDiesDuringACommitLosesNoRecord(TestInfo test) throws Exception {
        boolean[] died = new boolean[2];
        try (Storage real = storage(root(test))) {
            InterceptedStorage storage = new InterceptedStorage(real, (step, number) -> {
                if (step == InterceptedStorage.Step.CREATE_IF_ABSENT && number == 4) {
                    hdfs.failOver();
                    hdfs.restoreStandby();
                    died[0] = true;
                } else if (step == InterceptedStorage.Step.PUBLISH && number == 3) {
                    hdfs.failOver();
                    hdfs.restoreStandby();
                    died[1] = true;
                }
            });
            finish(worker(root(test), storage).start());
        }
        assertThat(died).containsOnly(true);
        requireEachRecordOnce(root(test));
    }
}
