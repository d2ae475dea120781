package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.FinishSettings;
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
 * Only records between the times and offsets are sent: from a bound on that is included to one that is not. The others
 * break neither order nor resume nor transactions, and files that have only others are not opened where their names say
 * so. Record n has the offset n and the timestamp 1000 + n.
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
    void offsets_lie_from_the_first_bound_on_and_before_the_second() {
        archive();
        harness.with(SelectionSettings.FROM_OFFSET, "5")
                .with(SelectionSettings.TO_OFFSET, "12")
                .start();

        List<SourceRecord> sent = harness.lookTwice();

        assertThat(TaskHarness.ids(sent)).containsExactly(5L, 6L, 7L, 8L, 9L, 10L, 11L, 5L, 6L, 7L);
        assertThat(harness.storage.opened).noneMatch(path -> path.contains("later"));
    }

    @Test
    void a_file_is_opened_when_its_name_says_that_an_offset_lies_within() {
        archive();
        harness.with(SelectionSettings.FROM_OFFSET, "15")
                .with(SelectionSettings.TO_OFFSET, "16")
                .start();
        assertThat(TaskHarness.ids(harness.lookTwice())).containsExactly(15L);
        assertThat(harness.storage.opened).hasSize(1);

        harness = new TaskHarness(tree);
        harness.with(SelectionSettings.FROM_OFFSET, "16")
                .with(SelectionSettings.TO_OFFSET, "17")
                .start();
        assertThat(TaskHarness.ids(harness.lookTwice())).containsExactly(16L);
        assertThat(harness.storage.opened).hasSize(1);
    }

    @Test
    void each_topic_partition_can_have_bounds_of_its_own() {
        archive();
        harness.with(SelectionSettings.FROM_OFFSET, "orders:0:15,6")
                .with(SelectionSettings.TO_OFFSET, "orders:1:7")
                .start();

        assertThat(TaskHarness.ids(harness.lookTwice())).containsExactly(15L, 16L, 17L, 6L);
        assertThat(harness.storage.opened).noneMatch(path -> path.contains("blue"));
    }

    @Test
    void timestamps_lie_from_the_first_bound_on_and_before_the_second() {
        archive();
        harness.with(SelectionSettings.FROM_TIMESTAMP, "1970-01-01T00:00:01.007Z")
                .with(SelectionSettings.TO_TIMESTAMP, "1011")
                .start();

        assertThat(TaskHarness.ids(harness.lookTwice())).containsExactly(7L, 8L, 9L, 10L, 7L);
    }

    @Test
    void all_bounds_and_the_filter_must_hold() {
        archive();
        harness.with(SelectionSettings.FROM_TIMESTAMP, "1002")
                .with(SelectionSettings.TO_OFFSET, "12")
                .with(SelectionSettings.FILTER, "value.id IN (1, 3, 4, 11, 12)")
                .with(SelectionSettings.COLUMNS, "id")
                .start();

        assertThat(TaskHarness.ids(harness.lookTwice())).containsExactly(3L, 4L, 11L, 3L, 4L);
    }

    @Test
    void a_task_goes_on_after_every_row_at_which_another_ended() {
        archive();
        Map<String, String> bounds = Map.of(SelectionSettings.FROM_OFFSET, "3", SelectionSettings.TO_TIMESTAMP, "1014");
        harness.config.putAll(bounds);
        harness.start();
        List<SourceRecord> all = harness.lookTwice();
        assertThat(all).hasSize(11 + 5);

        for (int ended = 0; ended <= all.size(); ended++) {
            harness = new TaskHarness(tree);
            harness.config.putAll(bounds);
            all.subList(0, ended).forEach(harness.context::commit);
            harness.start();
            assertThat(TaskHarness.ids(harness.lookTwice())).isEqualTo(TaskHarness.ids(all.subList(ended, all.size())));
        }
    }

    @Test
    void a_transaction_ends_with_the_last_wanted_row_of_files_that_overlap() {
        archive();
        harness.context.asksForBoundaries = true;
        harness.with("transaction.boundary", "connector")
                .with(DeliverySettings.TRANSACTION_UNIT, "file")
                .with(SelectionSettings.FROM_OFFSET, "5")
                .with(SelectionSettings.TO_OFFSET, "12")
                .with("path.exclude", "topics/orders/red/orders+1*")
                .start();

        List<SourceRecord> sent = harness.lookTwice();

        assertThat(TaskHarness.ids(sent)).containsExactly(5L, 6L, 7L, 8L, 9L, 10L, 11L);
        assertThat(harness.context.boundaries).containsExactly(sent.get(4), sent.get(6));
    }

    @Test
    void files_without_a_wanted_row_count_as_done_and_stay_where_they_are() {
        archive();
        harness.with(SelectionSettings.TO_OFFSET, "2")
                .with(FinishSettings.ON_FINISH, "move")
                .with(FinishSettings.FINISHED_DIR, "finished")
                .start();
        List<SourceRecord> sent = harness.lookTwice();
        harness.acknowledge(sent);
        assertThat(harness.lookTwice()).isEmpty();
        int opened = harness.storage.opened.size();

        assertThat(harness.lookTwice()).isEmpty();

        assertThat(harness.storage.opened).hasSize(opened);
        assertThat(directory.resolve("topics/orders/late/orders+0+0000000010+0000000015.parquet"))
                .exists();
        assertThat(directory.resolve("finished/topics/orders/red/orders+0+0000000000+0000000008.parquet"))
                .exists();
    }

    @Test
    void a_task_that_is_to_stop_does_not_go_on_through_files_without_a_wanted_row() {
        for (int i = 0; i < 20; i++) {
            tree.orders("orders", 0, "d", i * 2, i * 2 + 1);
        }
        harness.with(SelectionSettings.FROM_TIMESTAMP, "5000").start();
        harness.look();
        harness.storage.opening = () -> {
            if (harness.storage.opened.size() == 3) {
                inAnotherThread(harness::stop);
            }
        };

        assertThat(harness.look()).isEmpty();

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
    void a_strangers_file_has_no_times_of_kafka() {
        tree.put("a.parquet", TestTree.strange(1));
        harness.with(SelectionSettings.FROM_TIMESTAMP, "1000").start();

        assertThatThrownBy(harness::lookTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("from.timestamp does not fit the file a.parquet")
                .hasMessageContaining("no column _kafka.timestamp")
                .hasMessageContaining("filter");
    }

    @Test
    void a_file_of_another_name_has_no_bounds_of_its_own() {
        tree.put(
                "copy.parquet",
                TestTree.bytes(
                        RecordMetadata.KAFKA, List.of(TestTree.order("orders", 0, 5), TestTree.order("orders", 0, 6))));
        harness.with(SelectionSettings.FROM_OFFSET, "6").start();
        assertThat(TaskHarness.ids(harness.lookTwice())).containsExactly(6L);

        harness = new TaskHarness(tree).with(SelectionSettings.FROM_OFFSET, "orders:0:6");
        harness.start();
        assertThatThrownBy(harness::lookTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("from.offset does not fit the file copy.parquet")
                .hasMessageContaining("its name says no topic-partition, and there are bounds for single ones");
    }
}
