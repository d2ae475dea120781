package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.retry.RetryPauses;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.RowSettings;
import io.parquetry.connect.source.send.TaskHost;
import io.parquetry.storage.hadoop.MiniHdfs;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
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

/**
 * A real HDFS whose NameNode or only DataNode is down for a while: the task waits and continues, each row is sent once, and
 * no intact file counts as bad; a bad file is moved to quarantine with its report.
 */
@Tag("thorough")
class HdfsFailureTest {
    private static final int FILES = 6;
    private static final int ROWS = 20_000;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static MiniHdfs hdfs;
    private static int trees;

    private final String root = "/lake" + trees++;
    private final FakeContext context = new FakeContext();
    private final ParquetSourceTask task =
            new ParquetSourceTask(TaskHost.WORKER.with(new RetryPauses(100, 1_000, () -> 0.5)));
    private final List<SourceRecord> sent = new ArrayList<>();

    @BeforeAll
    static void startHdfs(@TempDir java.nio.file.Path directory) {
        hdfs = MiniHdfs.start(directory, 1);
    }

    @AfterAll
    static void closeHdfs() {
        hdfs.close();
    }

    @BeforeEach
    void start() throws IOException {
        for (int file = 0; file < FILES; file++) {
            put("in/" + file + ".parquet", TestTree.foreign(ROWS, ROWS / 4));
        }
        Map<String, String> config = new HashMap<>();
        config.put("name", "load");
        config.put(StorageKeys.STORAGE_URL, hdfs.url() + root);
        config.put("hadoop.ipc.client.connect.max.retries", "1");
        config.put("hadoop.ipc.client.connect.retry.interval", "100");
        config.put("hadoop.dfs.client.max.block.acquire.failures", "0");
        config.put("hadoop.dfs.client.read.prefetch.size", "1");
        config.put(DiscoverySettings.SCAN_INTERVAL_MS, "100");
        config.put(RowSettings.TOPIC, "rows");
        config.put(FailureSettings.ON_BAD_FILE, "quarantine:aside");
        config.put(DeliverySettings.BATCH_MAX_RECORDS, "500");
        task.initialize(context);
        task.start(config);
    }

    @AfterEach
    void stop() {
        task.stop();
    }

    private void put(String path, byte[] content) throws IOException {
        try (OutputStream out = hdfs.files().create(new Path(root + "/" + path))) {
            out.write(content);
        }
    }

    /** Polls until so many rows were sent or the time is up. */
    private void poll(int rows, Duration atMost) throws InterruptedException {
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
    }

    private void requireEachRowOnce() throws IOException {
        for (int file = 0; file < FILES; file++) {
            String path = "in/" + file + ".parquet";
            List<Integer> rows = sent.stream()
                    .filter(record -> path.equals(record.sourcePartition().get("file")))
                    .map(record -> ((Struct) record.value()).getInt32("n"))
                    .toList();
            assertThat(rows).as(path).hasSize(ROWS).isSorted().doesNotHaveDuplicates();
        }
        assertThat(hdfs.files().exists(new Path(root + "/aside"))).isFalse();
    }

    @Test
    void anUnreachableNameNodeIsWaitedFor() throws IOException, InterruptedException {
        poll(ROWS + 1_000, PATIENCE);

        hdfs.cluster().shutdownNameNode(0);
        int before = sent.size();
        poll(FILES * ROWS, Duration.ofSeconds(3));
        assertThat(sent.size()).as("what was open is read on").isLessThan(FILES * ROWS);
        hdfs.cluster().restartNameNode(0, true);
        poll(FILES * ROWS, PATIENCE);

        assertThat(before).isLessThan(sent.size());
        requireEachRowOnce();
    }

    @Test
    void anUnreachableDataNodeMakesNoFileABadFile() throws IOException, InterruptedException {
        poll(ROWS + 1_000, PATIENCE);

        MiniDFSCluster.DataNodeProperties node = hdfs.cluster().stopDataNode(0);
        poll(FILES * ROWS, Duration.ofSeconds(3));
        assertThat(sent.size()).isLessThan(FILES * ROWS);
        // At another port: a client may have taken the old one meanwhile.
        hdfs.cluster().restartDataNode(node, false);
        hdfs.cluster().waitActive();
        poll(FILES * ROWS, PATIENCE);

        requireEachRowOnce();
    }

    @Test
    void aBadFileIsMovedToQuarantineWithItsReport() throws IOException, InterruptedException {
        put("in/9.parquet", Damage.brokenFooter(TestTree.foreign(100)));
        poll(FILES * ROWS, PATIENCE);
        Path aside = new Path(root + "/aside/in/9.parquet");
        for (int i = 0; i < 100 && !hdfs.files().exists(aside); i++) {
            poll(Integer.MAX_VALUE, Duration.ofMillis(200));
        }

        assertThat(hdfs.files().exists(aside)).isTrue();
        assertThat(hdfs.files().exists(new Path(root + "/aside/in/9.parquet.json")))
                .isTrue();
        assertThat(hdfs.files().exists(new Path(root + "/in/9.parquet"))).isFalse();
        assertThat(sent).hasSize(FILES * ROWS);
    }
}
