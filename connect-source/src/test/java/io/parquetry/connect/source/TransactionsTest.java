package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.FinishSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * If the connector defines the boundaries of transactions, a transaction ends after each unit, or earlier if it becomes too
 * large or too old. With file as the unit, a file is begun only when all its rows can be sent.
 */
class TransactionsTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
        harness.context.asksForBoundaries = true;
        harness.with("transaction.boundary", "connector").with(DeliverySettings.BATCH_MAX_RECORDS, "4");
    }

    /** How many records each transaction has that ended after a record. */
    private List<Integer> transactions(List<SourceRecord> records) {
        List<Integer> sizes = new ArrayList<>();
        int size = 0;
        for (SourceRecord record : records) {
            size++;
            if (harness.context.boundaries.contains(record)) {
                sizes.add(size);
                size = 0;
            }
        }
        sizes.add(size);
        return sizes;
    }

    @Test
    void aTransactionIsAFile() {
        tree.put("a.parquet", TestTree.foreign(5));
        tree.put("b.parquet", TestTree.foreign(7, 2));
        tree.put("c.parquet", TestTree.foreign(1));
        harness.start();

        assertThat(transactions(harness.scanTwice())).containsExactly(5, 7, 1, 0);
    }

    @Test
    void mergedFilesAreInOneTransaction() {
        tree.orders("orders", 0, "red", 1, 4, 5);
        tree.orders("orders", 0, "blue", 2, 6);
        tree.orders("orders", 0, "blue", 7, 8);
        harness.start();

        assertThat(transactions(harness.scanTwice())).containsExactly(5, 2, 0);
    }

    @Test
    void aFileIsNotBegunBeforeAllOfItCanBeSent() {
        tree.orders("orders", 0, "red", 1, 2);
        tree.orders("orders", 0, "red", 3, 7);
        tree.orders("orders", 0, "blue", 4, 5);
        tree.ledger("orders", 0, 7, 0, 6);
        harness.start();
        List<SourceRecord> sent = new ArrayList<>(harness.scanTwice());
        assertThat(TaskHarness.ids(sent)).containsExactly(1L, 2L);
        tree.orders("orders", 0, "green", 6);
        tree.ledger("orders", 0, 8, 0, 8);
        sent.addAll(harness.scanTwice());

        assertThat(TaskHarness.ids(sent)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
        assertThat(transactions(sent)).containsExactly(2, 5, 0);
    }

    @Test
    void aTransactionIsARowGroup() {
        tree.put("a.parquet", TestTree.foreign(7, 3));
        harness.with(DeliverySettings.TRANSACTION_UNIT, "row-group").start();

        assertThat(transactions(harness.scanTwice())).containsExactly(3, 3, 1, 0);
    }

    /** The last record of a transaction has its own position, so that the task goes on after it. */
    @Test
    void noPositionIsDroppedByTheLastRecordOfATransaction() {
        harness.with(DeliverySettings.TRANSACTION_UNIT, "row-group")
                .with(FinishSettings.ON_FINISH, "delete")
                .start();
        for (int i = 0; i < 8; i++) {
            tree.put("gone/" + i + ".parquet", TestTree.foreign(1));
        }
        harness.acknowledge(harness.scanTwice());
        harness.scan();
        harness.context.boundaries.clear();
        tree.put("a.parquet", TestTree.foreign(7, 2));
        List<SourceRecord> sent = harness.scanTwice();
        assertThat(sent.stream().map(SourceRecord::sourceOffset).map(Objects::isNull))
                .containsExactly(true, false, true, false, true, false, false);
        assertThat(harness.context.boundaries).contains(sent.get(1), sent.get(3), sent.get(5));
    }

    @Test
    void aTransactionIsABatch() {
        tree.put("a.parquet", TestTree.foreign(7));
        harness.with(DeliverySettings.TRANSACTION_UNIT, "batch").start();

        assertThat(harness.scanTwice()).hasSize(7);
        assertThat(harness.context.boundaries).containsExactly(null, null);
    }

    @Test
    void aTransactionHasAMaximumOfRecords() {
        tree.put("a.parquet", TestTree.foreign(7));
        harness.with(DeliverySettings.TRANSACTION_UNIT, "file:3").start();

        assertThat(transactions(harness.scanTwice())).containsExactly(3, 3, 1, 0);
    }

    @Test
    void aTransactionEndsAfterHalfOfItsTimeout() {
        tree.put("a.parquet", TestTree.foreign(10));
        harness.with("producer.override.transaction.timeout.ms", "8000").start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        List<SourceRecord> sent = new ArrayList<>();
        sent.addAll(harness.poll());
        harness.nowMs += 3_999;
        sent.addAll(harness.poll());
        assertThat(harness.context.boundaries).isEmpty();
        harness.nowMs += 1;
        sent.addAll(harness.poll());

        assertThat(transactions(sent)).containsExactly(9, 1, 0);
    }

    @Test
    void aTransactionThatWaitsForMoreRecordsEndsInTimeToo() {
        tree.put("a.parquet", TestTree.foreign(10));
        harness.start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).hasSize(4);
        harness.storage.failuresLeft = 1_000;
        tree.delete("a.parquet");
        harness.nowMs += 30_000;
        for (int i = 0; i < 5 && harness.context.boundaries.isEmpty(); i++) {
            harness.nowMs += 30_000;
            harness.poll();
        }

        assertThat(harness.context.boundaries).hasSize(1);
    }

    /** The worker sends what it got, which is all that a task sees of it. */
    private static void send(List<SourceRecord> batch) {
        batch.forEach(sent -> assertThat(sent.sourceOffset()).isNotNull());
    }

    private void startOnTheFiles(String name) {
        tree.put("a.parquet", TestTree.foreign(40));
        harness.with("name", name).start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
    }

    /** How many records the first transaction of a new task has if each batch of 4 takes 2 s. */
    private int recordsOfFirstTransaction() {
        harness.context.boundaries.clear();
        harness.start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        int records = 0;
        while (harness.context.boundaries.isEmpty()) {
            List<SourceRecord> batch = harness.poll();
            send(batch);
            records += batch.size();
            harness.nowMs += 2_000;
        }
        return records;
    }

    @Test
    void afterATransactionThatFailedInSendingTheNextTaskCommitsEarlier() {
        startOnTheFiles("timed-out");
        send(harness.poll());
        harness.nowMs += 12_000;
        assertThat(harness.poll()).hasSize(4);
        harness.stop();

        assertThat(recordsOfFirstTransaction()).isEqualTo(16);
    }

    @Test
    void afterATransactionThatFailedInItsCommitTheNextTaskCommitsEarlier() {
        startOnTheFiles("not-committed");
        send(harness.poll());
        harness.nowMs += 30_000;
        send(harness.poll());
        assertThat(harness.context.boundaries).hasSize(1);
        harness.nowMs += 100;
        harness.stop();

        assertThat(recordsOfFirstTransaction()).isEqualTo(36);
    }

    @Test
    void aTaskThatIsStoppedInATransactionTeachesNothing() {
        startOnTheFiles("stopped");
        send(harness.poll());
        harness.nowMs += 12_000;
        send(harness.poll());
        harness.stop();

        assertThat(recordsOfFirstTransaction()).isEqualTo(40);
    }

    @Test
    void aTimeoutThatTheConfigurationHasIsBelieved() {
        harness.with("producer.override.transaction.timeout.ms", "60000");
        startOnTheFiles("configured");
        send(harness.poll());
        harness.nowMs += 12_000;
        assertThat(harness.poll()).hasSize(4);
        harness.stop();

        assertThat(recordsOfFirstTransaction()).isEqualTo(40);
    }

    @Test
    void aWorkerThatDoesNotAskGetsNoBoundaries() {
        harness.context.asksForBoundaries = false;
        tree.put("a.parquet", TestTree.foreign(7));
        harness.start();

        assertThat(harness.scanTwice()).hasSize(7);
        assertThat(harness.context.boundaries).isEmpty();
    }
}
