package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.SelectionSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Only records in the range of timestamps and offsets are sent; the lower bound is inclusive, the upper one exclusive.
 * Other records break neither order nor resuming nor transactions, and files whose names exclude the range are not opened.
 * Record n has the offset n and the timestamp 1000 + n.
 */
class RangeTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    private void archive() {
        tree.orders("orders", 0, "red", 0, 2, 4, 6, 8);
        tree.orders("orders", 0, "blue", 1, 3, 5, 7, 9);
        tree.orders("orders", 0, "late", 10, 11, 12, 13, 14, 15);
        tree.orders("orders", 0, "later", 16, 17);
        tree.orders("orders", 1, "red", 0, 1, 2, 3, 4, 5, 6, 7);
        tree.ledger("orders", 0, 7, 0, 20);
        tree.ledger("orders", 1, 7, 0, 20);
    }

    @Test
    void lowerOffsetBoundsAreInclusiveAndUpperOnesExclusive() {
        archive();
        harness.with(SelectionSettings.FROM_OFFSET, "5")
                .with(SelectionSettings.TO_OFFSET, "12")
                .start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(TaskHarness.ids(sent)).containsExactly(5L, 6L, 7L, 8L, 9L, 10L, 11L, 5L, 6L, 7L);
        assertThat(harness.storage.opened).noneMatch(path -> path.contains("later"));
    }

    @Test
    void aFileIsOpenedOnlyIfItsNameHasOffsetsInTheRange() {
        archive();
        harness.with(SelectionSettings.FROM_OFFSET, "15")
                .with(SelectionSettings.TO_OFFSET, "16")
                .start();
        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(15L);
        assertThat(harness.storage.opened).hasSize(1);

        harness = new TaskHarness(tree);
        harness.with(SelectionSettings.FROM_OFFSET, "16")
                .with(SelectionSettings.TO_OFFSET, "17")
                .start();
        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(16L);
        assertThat(harness.storage.opened).hasSize(1);
    }

    @Test
    void eachTopicPartitionCanHaveItsOwnBounds() {
        archive();
        harness.with(SelectionSettings.FROM_OFFSET, "orders:0:15,6")
                .with(SelectionSettings.TO_OFFSET, "orders:1:7")
                .start();

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(15L, 16L, 17L, 6L);
        assertThat(harness.storage.opened).noneMatch(path -> path.contains("blue"));
    }

    @Test
    void lowerTimestampBoundsAreInclusiveAndUpperOnesExclusive() {
        archive();
        harness.with(SelectionSettings.FROM_TIMESTAMP, "1970-01-01T00:00:01.007Z")
                .with(SelectionSettings.TO_TIMESTAMP, "1011")
                .start();

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(7L, 8L, 9L, 10L, 7L);
    }

    @Test
    void allBoundsAndTheFilterMustHold() {
        archive();
        harness.with(SelectionSettings.FROM_TIMESTAMP, "1002")
                .with(SelectionSettings.TO_OFFSET, "12")
                .with(SelectionSettings.FILTER, "value.id IN (1, 3, 4, 11, 12)")
                .with(SelectionSettings.COLUMNS, "id")
                .start();

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(3L, 4L, 11L, 3L, 4L);
    }

    @Test
    void aTaskContinuesAfterEveryRowAtWhichAnotherStopped() {
        archive();
        Map<String, String> bounds = Map.of(SelectionSettings.FROM_OFFSET, "3", SelectionSettings.TO_TIMESTAMP, "1014");
        harness.config.putAll(bounds);
        harness.start();
        List<SourceRecord> all = harness.scanTwice();
        assertThat(all).hasSize(11 + 5);

        for (int ended = 0; ended <= all.size(); ended++) {
            harness = new TaskHarness(tree);
            harness.config.putAll(bounds);
            all.subList(0, ended).forEach(harness.context::commit);
            harness.start();
            assertThat(TaskHarness.ids(harness.scanTwice())).isEqualTo(TaskHarness.ids(all.subList(ended, all.size())));
        }
    }

    @Test
    void aTransactionEndsWithTheLastSelectedRowOfOverlappingFiles() {
        archive();
        harness.context.asksForBoundaries = true;
        harness.with("transaction.boundary", "connector")
                .with(DeliverySettings.TRANSACTION_UNIT, "file")
                .with(SelectionSettings.FROM_OFFSET, "5")
                .with(SelectionSettings.TO_OFFSET, "12")
                .with("path.exclude", "topics/orders/red/orders+1*")
                .start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(TaskHarness.ids(sent)).containsExactly(5L, 6L, 7L, 8L, 9L, 10L, 11L);
        assertThat(harness.context.boundaries).containsExactly(sent.get(4), sent.get(6));
    }

    @Test
    void filesWithoutASelectedRowCountAsDoneAndStay() {
        archive();
        harness.with(SelectionSettings.TO_OFFSET, "2").start();
        List<SourceRecord> sent = harness.scanTwice();
        harness.acknowledge(sent);
        assertThat(harness.scanTwice()).isEmpty();
        int opened = harness.storage.opened.size();

        assertThat(harness.scanTwice()).isEmpty();

        assertThat(harness.storage.opened).hasSize(opened);
    }

    @Test
    void aTaskThatIsStoppedDoesNotContinueThroughFilesWithoutASelectedRow() {
        for (int i = 0; i < 20; i++) {
            tree.orders("orders", 0, "d", i * 2, i * 2 + 1);
        }
        harness.with(SelectionSettings.FROM_TIMESTAMP, "5000").start();
        harness.scan();
        harness.storage.opening = () -> {
            if (harness.storage.opened.size() == 3) {
                inAnotherThread(harness::stop);
            }
        };

        assertThat(harness.scan()).isEmpty();

        assertThat(harness.storage.opened).hasSize(3);
        assertThat(harness.storage.open).isZero();
    }

    private static void inAnotherThread(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts tests", e);
        }
    }

    @Test
    void aForeignFileHasNoKafkaTimestamps() {
        tree.put("a.parquet", TestTree.foreign(1));
        harness.with(SelectionSettings.FROM_TIMESTAMP, "1000").start();

        assertThatThrownBy(harness::scanTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("from.timestamp does not fit the file a.parquet")
                .hasMessageContaining("no column _kafka.timestamp")
                .hasMessageContaining("filter");
    }

    @Test
    void aFileWithAForeignNameHasNoBoundsOfATopicPartition() {
        tree.put(
                "copy.parquet",
                TestTree.bytes(
                        RecordMetadata.KAFKA, List.of(TestTree.order("orders", 0, 5), TestTree.order("orders", 0, 6))));
        harness.with(SelectionSettings.FROM_OFFSET, "6").start();
        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(6L);

        harness = new TaskHarness(tree).with(SelectionSettings.FROM_OFFSET, "orders:0:6");
        harness.start();
        assertThatThrownBy(harness::scanTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("from.offset does not fit the file copy.parquet")
                .hasMessageContaining("its name says no topic-partition, and there are bounds for single ones");
    }
}
