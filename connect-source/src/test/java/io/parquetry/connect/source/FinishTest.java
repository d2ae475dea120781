package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.FinishSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file is deleted or moved when all its rows were answered and a new task would not read it again, and not before,
 * wherever a crash comes between.
 */
class FinishTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    private boolean exists(String path) {
        return Files.exists(directory.resolve(path));
    }

    private TaskHarness moving() {
        return harness.with(FinishSettings.ON_FINISH, "move").with(FinishSettings.FINISHED_DIR, "finished");
    }

    @Test
    void a_file_is_deleted_when_its_last_position_is_committed() {
        tree.put("in/a.parquet", TestTree.strange(3));
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        List<SourceRecord> sent = harness.lookTwice();
        harness.acknowledge(sent.subList(0, 2));
        harness.look();
        assertThat(exists("in/a.parquet")).isTrue();
        harness.acknowledge(sent.subList(2, 3));
        assertThat(harness.look()).isEmpty();

        assertThat(exists("in/a.parquet")).isFalse();
    }

    @Test
    void an_acknowledgement_without_a_commit_is_not_enough() {
        tree.put("a.parquet", TestTree.strange(2));
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        List<SourceRecord> sent = harness.lookTwice();
        harness.answer(sent);
        harness.context.commit(sent.get(0));
        harness.lookTwice();
        assertThat(exists("a.parquet")).isTrue();
        harness.context.commit(sent.get(1));
        harness.look();

        assertThat(exists("a.parquet")).isFalse();
    }

    @Test
    void a_file_is_moved_with_its_tree_and_not_read_there() {
        tree.put("in/day=1/a.parquet", TestTree.strange(2));
        moving().start();
        harness.acknowledge(harness.lookTwice());
        assertThat(harness.lookTwice()).isEmpty();

        assertThat(exists("in/day=1/a.parquet")).isFalse();
        assertThat(exists("finished/in/day=1/a.parquet")).isTrue();
        assertThat(harness.lookTwice()).isEmpty();
    }

    @Test
    void a_namesake_is_not_overwritten() {
        tree.put("finished/a.parquet", TestTree.strange(1));
        tree.put("finished/a.1.parquet", TestTree.strange(1));
        tree.put("a.parquet", TestTree.strange(9));
        moving().start();
        harness.acknowledge(harness.lookTwice());
        harness.look();

        assertThat(exists("a.parquet")).isFalse();
        assertThat(directory.resolve("finished/a.2.parquet").toFile().length()).isEqualTo(TestTree.strange(9).length);
        assertThat(directory.resolve("finished/a.parquet").toFile().length()).isEqualTo(TestTree.strange(1).length);
    }

    @Test
    void a_file_that_is_delivered_again_is_sent_again() {
        tree.put("a.parquet", TestTree.strange(2));
        harness.with(FinishSettings.ON_FINISH, "delete")
                .with(FailureSettings.ON_CHANGED_FILE, "restart")
                .start();
        harness.acknowledge(harness.lookTwice());
        harness.look();
        tree.put("a.parquet", TestTree.strange(3));

        assertThat(harness.lookTwice()).hasSize(3);
    }

    @Test
    void what_a_crash_kept_from_being_moved_is_moved_by_the_next_task() {
        tree.put("a.parquet", TestTree.strange(2));
        tree.orders("orders", 0, "d", 1, 2);
        tree.ledger("orders", 0, 7, 0, 3);
        moving().start();
        harness.lookTwice().forEach(harness.context::commit);
        harness.stop();
        assertThat(exists("a.parquet")).isTrue();
        harness.start();
        assertThat(harness.look()).isEmpty();

        assertThat(exists("finished/a.parquet")).isTrue();
        assertThat(exists("finished/topics/orders/d/orders+0+0000000001+0000000002.parquet"))
                .isTrue();
        assertThat(harness.storage.opened.stream().distinct()).hasSize(2);
    }

    @Test
    void rows_that_a_transformation_drops_do_not_hold_a_file() {
        tree.put("a.parquet", TestTree.strange(4));
        tree.put("b.parquet", TestTree.strange(2));
        moving().start();
        List<SourceRecord> sent = harness.lookTwice();
        harness.acknowledge(sent.subList(0, 2));
        harness.drop(sent.subList(2, 4));
        harness.drop(sent.subList(4, 6));
        harness.look();

        assertThat(exists("finished/a.parquet")).isTrue();
        assertThat(exists("finished/b.parquet")).isTrue();
    }

    @Test
    void a_file_goes_as_soon_as_it_is_finished_however_long_its_stream_is() {
        String first = tree.orders("orders", 0, "d", 1, 2);
        tree.orders("orders", 0, "d", 3, 4);
        tree.ledger("orders", 0, 7, 0, 9);
        harness.with(FinishSettings.ON_FINISH, "delete")
                .with(DeliverySettings.BATCH_MAX_RECORDS, "1")
                .start();
        List<SourceRecord> sent = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            harness.nowMs += TaskHarness.SCAN_MS;
            sent.addAll(harness.poll());
        }
        harness.acknowledge(sent);
        assertThat(exists(first)).isTrue();
        harness.nowMs += TaskHarness.SCAN_MS;
        harness.poll();

        assertThat(exists(first)).isFalse();
    }

    @Test
    void a_file_without_rows_goes_and_one_without_bytes_stays() {
        tree.put("a.parquet", TestTree.strange(0));
        tree.put("empty.parquet", new byte[0]);
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        harness.lookTwice();
        harness.lookTwice();
        assertThat(exists("a.parquet")).isFalse();
        assertThat(exists("empty.parquet")).isTrue();
        assertThat(harness.storage.opened).containsOnly("a.parquet");
        tree.put("empty.parquet", TestTree.strange(2));

        assertThat(harness.lookTwice()).hasSize(2);
    }

    @Test
    void a_file_that_took_the_place_of_the_one_that_was_sent_stays() {
        tree.put("a.parquet", TestTree.strange(2));
        harness.with(FinishSettings.ON_FINISH, "delete")
                .with(FailureSettings.ON_CHANGED_FILE, "restart")
                .start();
        harness.acknowledge(harness.lookTwice());
        tree.put("a.parquet", TestTree.strange(4));

        List<SourceRecord> other = harness.lookTwice();

        assertThat(TaskHarness.numbers(other)).containsExactly(0, 1, 2, 3);
        assertThat(exists("a.parquet")).isTrue();
        harness.acknowledge(other);
        harness.look();
        assertThat(exists("a.parquet")).isFalse();
    }

    @Test
    void a_file_that_the_sink_would_look_for_stays_until_its_next_entry() {
        String file = tree.orders("orders", 0, "d", 1, 2);
        tree.ledger("orders", 0, 7, 0, 3, file);
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        harness.acknowledge(harness.lookTwice());
        harness.lookTwice();
        assertThat(exists(file)).isTrue();
        harness.stop();
        harness.start();
        harness.lookTwice();
        assertThat(exists(file)).isTrue();
        tree.ledger("orders", 0, 8, 0, 3);
        harness.lookTwice();

        assertThat(exists(file)).isFalse();
    }
}
