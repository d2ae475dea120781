package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.retry.RetryPauses;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.metrics.SourceMetric;
import io.parquetry.connect.source.metrics.SourceTaskMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The metrics follow the work of the task. */
class MetricsTest {
    @TempDir
    Path directory;

    private final Metrics metrics = new Metrics();
    private final PluginMetricsImpl plugin = new PluginMetricsImpl(metrics, Map.of("connector", "load", "task", "0"));
    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void makeTree() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
        harness.context.metrics = plugin;
    }

    @AfterEach
    void close() throws IOException {
        plugin.close();
        metrics.close();
    }

    private long shown(String metric) {
        return (Long) metrics.metric(plugin.metricName(metric, "", new LinkedHashMap<>()))
                .metricValue();
    }

    private long shown(SourceMetric figure) {
        return shown(figure.metric());
    }

    @Test
    void metricsFollowTheFilesFromTheScanToTheEnd() {
        tree.put("a.parquet", TestTree.foreign(100));
        tree.put("b.parquet", TestTree.foreign(100));
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "25").start();
        harness.nowMs += TaskHarness.SCAN_MS;
        harness.poll();
        assertThat(shown(SourceMetric.FILES_FOUND)).isEqualTo(2);
        assertThat(shown(SourceMetric.FILES_LEFT)).isEqualTo(2);
        assertThat(shown(SourceMetric.ROWS_LEFT)).as("before the first footer").isEqualTo(-1);
        assertThat(shown(SourceTaskMetrics.SECONDS_TO_GO)).isEqualTo(-1);
        assertThat(shown(SourceTaskMetrics.LAG)).isPositive();
        long bytes = shown(SourceMetric.BYTES_LEFT);

        for (int i = 0; i < 2; i++) {
            harness.nowMs += TaskHarness.SCAN_MS;
            assertThat(harness.poll()).hasSize(25);
        }
        assertThat(shown(SourceMetric.FILES_OPEN)).isEqualTo(1);
        assertThat(shown(SourceMetric.ROWS_SENT)).isEqualTo(50);
        assertThat(shown(SourceMetric.BYTES_SENT)).isBetween(500L, 5_000L);
        assertThat(shown(SourceMetric.BYTES_LEFT)).isBetween(bytes * 7 / 10, bytes * 8 / 10);
        assertThat(shown(SourceTaskMetrics.SECONDS_TO_GO)).isBetween(5L, 12L);

        harness.scanTwice();
        assertThat(shown(SourceMetric.ROWS_SENT)).isEqualTo(200);
        assertThat(shown(SourceMetric.FILES_DONE)).isEqualTo(2);
        assertThat(shown(SourceMetric.FILES_LEFT)).isZero();
        assertThat(shown(SourceMetric.FILES_FOUND)).isEqualTo(2);
        assertThat(shown(SourceMetric.FILES_OPEN)).isZero();
        assertThat(shown(SourceMetric.ROWS_LEFT)).isZero();
        assertThat(shown(SourceMetric.BYTES_LEFT)).isZero();
        assertThat(shown(SourceTaskMetrics.SECONDS_TO_GO)).isZero();
        assertThat(shown(SourceTaskMetrics.LAG)).isZero();
    }

    @Test
    void rowsLeftComeFromFootersAndFromFileSizes() {
        tree.put("a.parquet", TestTree.foreign(100, 10));
        tree.put("b.parquet", TestTree.foreign(100, 10));
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "15").start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).hasSize(15);
        harness.storage.failuresLeft = 1;
        for (int i = 0; i < 15 && shown(SourceMetric.STORAGE_FAILING) == 0; i++) {
            harness.poll();
        }
        assertThat(shown(SourceMetric.RETRIES)).isEqualTo(1);
        harness.nowMs += 10_000;
        harness.poll();

        assertThat(shown(SourceMetric.ROWS_LEFT)).isEqualTo(200 - shown(SourceMetric.ROWS_SENT));
        assertThat(shown(SourceMetric.ROWS_SENT)).isLessThan(200);
    }

    @Test
    void badFilesAndStorageFailuresAreCounted() {
        tree.put("bad.parquet", Damage.brokenFooter(TestTree.foreign(10)));
        harness.pauses = new RetryPauses(100, 60_000, () -> 0.5);
        harness.with(FailureSettings.ON_BAD_FILE, "skip").start();
        harness.storage.failuresLeft = 1;
        harness.scan();
        assertThat(shown(SourceMetric.STORAGE_FAILING)).isEqualTo(1);
        assertThat(shown(SourceMetric.RETRIES)).isEqualTo(1);
        harness.scanTwice();
        harness.scanTwice();

        assertThat(shown(SourceMetric.STORAGE_FAILING)).isZero();
        assertThat(shown(SourceMetric.FILES_BAD)).isEqualTo(1);
        assertThat(shown(SourceMetric.FILES_LEFT)).isZero();
    }

    /** Also at the end, of which the ledger tells. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void offsetsThatCameAreNotMissingAnyMore(int file) throws IOException {
        new SinkArchive(directory)
                .with("flush.size", "10")
                .write(
                        new TopicPartition("orders", 0),
                        LongStream.range(0, 30).mapToObj(offset -> TestTree.order("orders", 0, offset)));
        Path missing;
        try (Stream<Path> paths = Files.walk(directory.resolve("topics"))) {
            missing = paths.filter(Files::isRegularFile).sorted().toList().get(file);
        }
        Files.move(missing, directory.resolve("_away"));
        harness.start();
        int sent = 0;
        for (int scans = 0; scans < 4; scans++) {
            sent += harness.scan().size();
        }
        assertThat(sent).isEqualTo(10 * file);
        assertThat(shown(SourceMetric.MISSING_OFFSETS)).isEqualTo(10);

        Files.move(directory.resolve("_away"), missing);
        for (int scans = 0; scans < 4; scans++) {
            sent += harness.scan().size();
        }

        assertThat(sent).isEqualTo(30);
        assertThat(shown(SourceMetric.MISSING_OFFSETS)).isZero();
    }
}
