package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.DiscoverySettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stream with a ledger has one position for all its files, and a task continues after it in whichever files hold the
 * rest; without a ledger each file has its own position. Changing from one to the other loses and repeats nothing.
 */
class StreamPositionTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    @Test
    void aStreamWithALedgerHasOneOffset() {
        tree.orders("orders", 3, "red", 0, 2);
        tree.orders("orders", 3, "blue", 1);
        tree.ledger("orders", 3, 7, 0, 9);
        harness.start();

        List<SourceRecord> records = harness.scanTwice();

        assertThat(records)
                .extracting(SourceRecord::sourcePartition)
                .allMatch(partition -> partition.equals(Map.of("stream", "topics/orders+3")));
        assertThat(records)
                .extracting(SourceRecord::sourceOffset)
                .isEqualTo(List.of(
                        Map.of("generation", 0, "offset", 1L),
                        Map.of("generation", 0, "offset", 2L),
                        Map.of("generation", 0, "offset", 3L)));
    }

    @Test
    void aTaskContinuesAfterEveryRecordAtWhichAnotherStopped() {
        tree.orders("orders", 0, "p=0", 1, 3, 5, 7, 9, 11, 13);
        tree.orders("orders", 0, "p=1", 2, 4, 6, 8, 10);
        tree.orders("orders", 0, "p=1", 14, 15);
        tree.ledger("orders", 0, 7, 0, 15);
        harness.start();
        List<SourceRecord> all = harness.scanTwice();
        assertThat(TaskHarness.ids(all)).hasSize(13).isSorted();

        for (int ended = 0; ended <= all.size(); ended++) {
            harness = new TaskHarness(tree);
            all.subList(0, ended).forEach(harness.context::commit);
            harness.start();

            assertThat(TaskHarness.ids(harness.scanTwice()))
                    .as("after %d records", ended)
                    .isEqualTo(TaskHarness.ids(all.subList(ended, all.size())));
        }
    }

    @Test
    void filesBeforeThePositionAreNotOpened() {
        tree.orders("orders", 0, "d", 1, 2);
        String second = tree.orders("orders", 0, "d", 3, 4);
        tree.ledger("orders", 0, 7, 0, 9);
        harness.context.commit(Map.of("stream", "topics/orders+0"), Map.of("generation", 0, "offset", 3));
        harness.start();

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(3L, 4L);
        assertThat(harness.storage.opened).containsExactly(second);
    }

    @Test
    void aLateFileIsSentInItsPlace() {
        tree.orders("orders", 0, "red", 1, 4);
        tree.ledger("orders", 0, 7, 0, 2);
        harness.start();
        List<SourceRecord> sent = new ArrayList<>(harness.scanTwice());
        assertThat(TaskHarness.ids(sent)).containsExactly(1L);
        tree.orders("orders", 0, "blue", 2, 3);
        tree.ledger("orders", 0, 8, 0, 5);
        sent.forEach(harness.context::commit);
        harness.stop();
        harness.start();

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(2L, 3L, 4L);
    }

    @Test
    void rowsWithoutStoredOffsetKeepThePositionOfTheirFile() {
        tree.sinkFile(
                "orders",
                0,
                0,
                "d",
                RecordMetadata.NONE,
                List.of(TestTree.order("orders", 0, 1), TestTree.order("orders", 0, 2)));
        tree.orders("orders", 0, "d", 3, 4);
        tree.ledger("orders", 0, 7, 0, 9);
        harness.start();
        List<SourceRecord> all = harness.scanTwice();
        assertThat(TaskHarness.ids(all)).containsExactly(1L, 2L, 3L, 4L);

        for (int ended = 0; ended <= all.size(); ended++) {
            harness = new TaskHarness(tree);
            all.subList(0, ended).forEach(harness.context::commit);
            harness.start();
            assertThat(TaskHarness.ids(harness.scanTwice())).isEqualTo(TaskHarness.ids(all.subList(ended, all.size())));
        }
    }

    @Test
    void anOffsetInTwoFilesIsSentOnce() {
        tree.orders("orders", 0, "small", 1, 2);
        tree.orders("orders", 0, "small", 3, 4);
        tree.orders("orders", 0, "merged", 1, 2, 3, 4, 5);
        tree.ledger("orders", 0, 7, 0, 9);
        harness.start();

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void smallFilesMayBeReplacedByALargeOneWhileTheyAreSent() {
        String first = tree.orders("orders", 0, "small", 1, 2);
        String second = tree.orders("orders", 0, "small", 3, 4);
        tree.ledger("orders", 0, 7, 0, 9);
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "1").start();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(TaskHarness.ids(harness.poll())).containsExactly(1L);
        tree.orders("orders", 0, "merged", 1, 2, 3, 4);
        tree.delete(first);
        tree.delete(second);

        List<SourceRecord> left = new ArrayList<>(harness.scan());
        left.addAll(harness.scan());
        assertThat(TaskHarness.ids(left)).containsExactly(2L, 3L, 4L);
    }

    @Test
    void positionsOfFilesApplyWhenALedgerIsCreated() {
        tree.orders("orders", 0, "red", 1, 2, 3);
        harness.start();
        harness.scanTwice().subList(0, 2).forEach(harness.context::commit);
        harness.stop();
        tree.ledger("orders", 0, 1, 0, 9);
        tree.orders("orders", 0, "red", 4);
        harness.start();

        List<SourceRecord> left = harness.scanTwice();

        assertThat(TaskHarness.ids(left)).containsExactly(3L, 4L);
        left.forEach(harness.context::commit);
        harness.stop();
        harness.start();
        assertThat(harness.scanTwice()).isEmpty();
    }

    @Test
    void thePositionOfAStreamAppliesWhenItsLedgerIsGoneOrNotUsed() {
        tree.orders("orders", 0, "red", 1, 3, 5);
        tree.orders("orders", 0, "blue", 2, 4);
        tree.orders("orders", 0, "blue", 6);
        harness.context.commit(Map.of("stream", "topics/orders+0"), Map.of("generation", 0, "offset", 4));
        harness.start();
        List<SourceRecord> left = harness.scanTwice();
        assertThat(TaskHarness.ids(left)).containsExactly(4L, 5L, 6L);
        assertThat(left).allMatch(record -> record.sourcePartition().containsKey("file"));
        harness.stop();
        harness.with(DiscoverySettings.ORDER, "name").start();

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactlyInAnyOrder(4L, 5L, 6L);
    }

    @Test
    void aLedgerWithoutAPositionDelaysNothing() {
        tree.orders("orders", 0, "red", 1, 2, 3);
        tree.ledgerWithoutPosition("orders", 0, 1);
        harness.start();
        assertThat(harness.scan()).isEmpty();

        List<SourceRecord> sent = harness.scan();

        assertThat(TaskHarness.ids(sent)).containsExactly(1L, 2L, 3L);
        assertThat(sent).allMatch(record -> record.sourcePartition().containsKey("file"));
    }

    @Test
    void theFirstFilesOfANewLedgerWaitForItsEntry() {
        tree.ledgerWithoutPosition("orders", 0, 1);
        harness.start();
        assertThat(harness.scan()).isEmpty();
        String red = tree.orders("orders", 0, "red", 1, 3);
        tree.ledger("orders", 0, 2, 0, 2, red);
        assertThat(harness.scan()).as("its ledger has not been read").isEmpty();
        assertThat(TaskHarness.ids(harness.scan())).containsExactly(1L);
        String blue = tree.orders("orders", 0, "blue", 2);
        tree.ledger("orders", 0, 3, 0, 4, blue);

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(2L, 3L);
    }

    @Test
    void aFileWhoseRowsContradictItsNameIsRefused() {
        tree.sinkFile(
                "orders",
                0,
                0,
                "d",
                RecordMetadata.KAFKA,
                List.of(
                        TestTree.order("orders", 0, 1),
                        TestTree.order("orders", 0, 3),
                        TestTree.order("orders", 0, 2),
                        TestTree.order("orders", 0, 4)));
        tree.ledger("orders", 0, 7, 0, 9);
        harness.start();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(TaskHarness.ids(harness.poll())).containsExactly(1L);

        assertThatThrownBy(harness::poll)
                .as("offset 3 is not sent either, since a position behind it would be behind 2")
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topics/orders/d/orders+0+")
                .hasMessageContaining("row 2 is offset 2 of orders, partition 0, after offset 3");
    }
}
