package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.retry.RetryKeys;
import io.parquetry.connect.common.retry.RetryPauses;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.ValueSchemaSettings;
import io.parquetry.connect.source.send.TaskHost;
import io.parquetry.connect.source.tracking.Clocks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A storage that fails is retried until the configured timeout, and then fails the task. A storage failure never makes a
 * file bad, readable files are sent meanwhile, and nothing is lost or sent twice.
 */
class StorageFailureTest {
    private static final RetryPauses SHORT = new RetryPauses(100, 1_000, () -> 0.5);

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void makeTree() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
        harness.pauses = SHORT;
        harness.with(RetryKeys.RETRY_TIMEOUT_MS, "60000");
    }

    /** Everything that is sent in so many seconds. */
    private List<SourceRecord> pass(int seconds) {
        List<SourceRecord> sent = new ArrayList<>();
        for (int i = 0; i < seconds; i++) {
            sent.addAll(harness.scan());
        }
        return sent;
    }

    @Test
    void anUnreadableFileDelaysNoOtherFileInAnyOrder() {
        for (String order : List.of("offset", "name", "modified")) {
            TestTree own = new TestTree(directory.resolve(order));
            harness = new TaskHarness(own).with(DiscoverySettings.ORDER, order);
            harness.pauses = SHORT;
            own.put("a.parquet", TestTree.foreign(4));
            own.put("b.parquet", TestTree.foreign(2));
            harness.storage.unreachable = "a.parquet";
            harness.start();

            assertThat(TaskHarness.numbers(pass(10))).as(order).containsExactly(0, 1);
            harness.storage.unreachable = "";
            assertThat(TaskHarness.numbers(pass(10))).as(order).containsExactly(0, 1, 2, 3);
        }
    }

    @Test
    void norWhereSchemasAreUnited() {
        tree.put("a.parquet", TestTree.foreign(4));
        tree.put("b.parquet", TestTree.foreign(2));
        harness.storage.defective = "a.parquet";
        harness.with(ValueSchemaSettings.SCHEMA_MERGE, "union").start();

        assertThat(TaskHarness.numbers(pass(10))).containsExactly(0, 1);
        harness.storage.defective = "";
        assertThat(TaskHarness.numbers(pass(10))).containsExactly(0, 1, 2, 3);
    }

    @Test
    void aSchemaThatCannotBeReadOnceIsInTheUnionBeforeTheFirstRow() {
        tree.put("a.parquet", TestTree.foreign(4));
        tree.put("b.parquet", TestTree.wide(1));
        harness.with(ValueSchemaSettings.SCHEMA_MERGE, "union").start();
        harness.storage.defective = "b.parquet";
        assertThat(harness.scan()).isEmpty();
        harness.storage.defective = "";

        assertThat(pass(10))
                .hasSize(8)
                .allSatisfy(record -> assertThat(record.valueSchema().fields()).hasSize(13));
    }

    @Test
    void theTaskFailsWhenAFileIsUnreadableForTooLongEvenIfOthersAreReadable() {
        tree.put("a.parquet", TestTree.foreign(4));
        harness.storage.unreachable = "a.parquet";
        harness.start();
        pass(2);
        for (int i = 0; i < 5; i++) {
            tree.put("more/" + i + ".parquet", TestTree.foreign(1));
            assertThat(pass(10)).hasSize(1);
        }

        assertThatThrownBy(() -> pass(20))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("retry.timeout.ms")
                .hasMessageContaining("a.parquet")
                .hasMessageContaining("the network is down")
                .hasMessageContaining("Nothing is lost");
        harness.storage.unreachable = "";
        harness.start();
        assertThat(TaskHarness.numbers(harness.scanTwice())).startsWith(0, 1, 2, 3);
    }

    @Test
    void aStorageThatCannotBeListedForTooLongFailsTheTask() {
        harness.start();
        harness.storage.failuresLeft = Integer.MAX_VALUE;

        assertThat(pass(30)).isEmpty();
        assertThatThrownBy(() -> pass(40))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("the network is down: list");
    }

    @Test
    void occasionalFailuresDoNotFailTheTask() {
        tree.put("a.parquet", TestTree.foreign(200));
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "1").start();
        harness.scanTwice();
        List<SourceRecord> sent = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            tree.put("b" + i + ".parquet", TestTree.foreign(2));
            harness.storage.failuresLeft = 2;
            sent.addAll(pass(10));
        }

        assertThat(sent).hasSize(40);
    }

    @Test
    void recordsGivenBeforeAFileFailsAreNotGivenAgain() {
        tree.put("a.parquet", TestTree.foreign(1_000, 250));
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "100").start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        List<SourceRecord> sent = new ArrayList<>();
        for (int i = 0; i < 100 && sent.size() < 1_000; i++) {
            List<SourceRecord> batch = harness.poll();
            sent.addAll(batch);
            harness.storage.failuresLeft = batch.isEmpty() ? 0 : 1;
            harness.nowMs += 2_000;
        }

        assertThat(TaskHarness.numbers(sent))
                .hasSize(1_000)
                .doesNotHaveDuplicates()
                .isSorted();
    }

    /** The worker, or who watches it, may start it again every minute. */
    @Test
    void aTaskThatFindsNoBrokersLeavesNoStorageOpen() {
        ParquetSourceTask task = new ParquetSourceTask(new TaskHost(
                Clocks.SYSTEM,
                url -> harness.storage,
                admin -> {
                    throw new ConnectException("no resolvable bootstrap servers");
                },
                harness.memory,
                SHORT,
                1,
                1));
        task.initialize(harness.context);
        harness.with(AdminSettings.BOOTSTRAP_SERVERS, "nobody:9092");

        assertThatThrownBy(() -> task.start(harness.config)).hasMessage("no resolvable bootstrap servers");
        task.stop();

        assertThat(harness.storage.isClosed).isTrue();
    }
}
