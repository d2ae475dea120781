package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.config.DeliverySettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * When the worker asks where transactions end, they end behind each unit; before that only when they would become too
 * large or too old. A file whose rows cannot all be sent now is not begun when a file is the unit.
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

    /** How many records are in each transaction that has come to its end behind a record. */
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
    void a_transaction_is_a_file() {
        tree.put("a.parquet", TestTree.strange(5));
        tree.put("b.parquet", TestTree.strange(7, 2));
        tree.put("c.parquet", TestTree.strange(1));
        harness.start();

        assertThat(transactions(harness.lookTwice())).containsExactly(5, 7, 1, 0);
    }

    @Test
    void files_that_are_merged_are_in_one_transaction() {
        tree.orders("orders", 0, "red", 1, 4, 5);
        tree.orders("orders", 0, "blue", 2, 6);
        tree.orders("orders", 0, "blue", 7, 8);
        harness.start();

        assertThat(transactions(harness.lookTwice())).containsExactly(5, 2, 0);
    }

    @Test
    void a_file_is_not_begun_before_all_of_it_can_be_sent() {
        tree.orders("orders", 0, "red", 1, 2);
        tree.orders("orders", 0, "red", 3, 7);
        tree.orders("orders", 0, "blue", 4, 5);
        tree.ledger("orders", 0, 7, 0, 6);
        harness.start();
        List<SourceRecord> sent = new ArrayList<>(harness.lookTwice());
        assertThat(TaskHarness.ids(sent)).containsExactly(1L, 2L);
        tree.orders("orders", 0, "green", 6);
        tree.ledger("orders", 0, 8, 0, 8);
        sent.addAll(harness.lookTwice());

        assertThat(TaskHarness.ids(sent)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
        assertThat(transactions(sent)).containsExactly(2, 5, 0);
    }

    @Test
    void a_transaction_is_a_row_group() {
        tree.put("a.parquet", TestTree.strange(7, 3));
        harness.with(DeliverySettings.TRANSACTION_UNIT, "row-group").start();

        assertThat(transactions(harness.lookTwice())).containsExactly(3, 3, 1, 0);
    }

    @Test
    void a_transaction_is_a_batch() {
        tree.put("a.parquet", TestTree.strange(7));
        harness.with(DeliverySettings.TRANSACTION_UNIT, "batch").start();

        assertThat(harness.lookTwice()).hasSize(7);
        assertThat(harness.context.boundaries).containsExactly(null, null);
    }

    @Test
    void a_transaction_has_only_so_many_records() {
        tree.put("a.parquet", TestTree.strange(7));
        harness.with(DeliverySettings.TRANSACTION_MAX_RECORDS, "3").start();

        assertThat(transactions(harness.lookTwice())).containsExactly(3, 3, 1, 0);
    }

    @Test
    void a_transaction_ends_after_half_of_the_time_it_has() {
        tree.put("a.parquet", TestTree.strange(10));
        harness.with("producer.override.transaction.timeout.ms", "8000").start();
        harness.look();
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
    void a_transaction_that_waits_for_its_other_records_ends_in_time_too() {
        tree.put("a.parquet", TestTree.strange(10));
        harness.start();
        harness.look();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).hasSize(4);
        harness.storage.failuresToCome = 1_000;
        tree.delete("a.parquet");
        harness.nowMs += 30_000;
        for (int i = 0; i < 5 && harness.context.boundaries.isEmpty(); i++) {
            harness.nowMs += 30_000;
            harness.poll();
        }

        assertThat(harness.context.boundaries).hasSize(1);
    }

    @Test
    void nothing_is_said_to_a_worker_that_does_not_ask() {
        harness.context.asksForBoundaries = false;
        tree.put("a.parquet", TestTree.strange(7));
        harness.start();

        assertThat(harness.lookTwice()).hasSize(7);
        assertThat(harness.context.boundaries).isEmpty();
    }
}
