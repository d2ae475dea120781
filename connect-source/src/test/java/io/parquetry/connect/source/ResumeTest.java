package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A task that ended after any record is followed by one that sends the next record first: nothing is sent twice, nothing
 * is left out, and a file that was sent whole is not even opened. A file that is no longer the same is dealt with as the
 * user says.
 */
class ResumeTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    private List<SourceRecord> afterRestart() {
        harness.stop();
        harness.start();
        return harness.lookTwice();
    }

    @Test
    void a_task_goes_on_after_every_record_at_which_another_ended() {
        tree.put("a.parquet", TestTree.strange(7));
        tree.orders("orders", 0, "p=0", 1, 3, 5, 7, 9, 11, 13);
        tree.orders("orders", 0, "p=1", 2, 4, 6, 8, 10);
        harness.start();
        List<SourceRecord> all = harness.lookTwice();
        assertThat(all).hasSize(19);

        for (int ended = 0; ended <= all.size(); ended++) {
            harness = new TaskHarness(tree);
            all.subList(0, ended).forEach(harness.context::commit);
            harness.start();

            assertThat(harness.lookTwice())
                    .as("after %d records", ended)
                    .extracting(SourceRecord::value)
                    .isEqualTo(all.subList(ended, all.size()).stream()
                            .map(SourceRecord::value)
                            .toList());
        }
    }

    @Test
    void the_offset_names_the_next_row_and_the_file() {
        byte[] content = TestTree.strange(3);
        tree.put("dir/a.parquet", content);
        harness.start();

        List<SourceRecord> records = harness.lookTwice();

        assertThat(records.get(0).sourcePartition()).isEqualTo(Map.of("file", "dir/a.parquet"));
        Map<String, Object> offset = new HashMap<>(records.get(1).sourceOffset());
        String footer = (String) offset.remove("footer");
        long modifiedMs = directory.resolve("dir/a.parquet").toFile().lastModified();
        assertThat(offset)
                .isEqualTo(Map.of("row", 2L, "rows", 3L, "size", (long) content.length, "modified", modifiedMs));
        assertThat(footer).matches("[0-9a-f]{32}");
    }

    @Test
    void a_finished_file_is_not_opened_again() {
        tree.put("a.parquet", TestTree.strange(3));
        harness.start();
        harness.lookTwice().forEach(harness.context::commit);
        harness.look();
        assertThat(harness.storage.opened).containsExactly("a.parquet");

        assertThat(afterRestart()).isEmpty();
        assertThat(harness.storage.opened).containsExactly("a.parquet");
    }

    @Test
    void a_file_that_was_begun_needs_no_second_look() {
        tree.put("a.parquet", TestTree.strange(3));
        harness.start();
        harness.context.commit(harness.lookTwice().get(0));
        harness.start();

        assertThat(TaskHarness.numbers(harness.look())).containsExactly(1, 2);
    }

    @Test
    void batches_keep_to_their_bounds_and_lose_nothing() {
        tree.put("a.parquet", TestTree.strange(10));
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "3").start();
        harness.look();
        harness.nowMs += TaskHarness.SCAN_MS;
        List<Integer> sizes = new ArrayList<>();
        for (List<SourceRecord> batch = harness.poll(); !batch.isEmpty(); batch = harness.poll()) {
            sizes.add(batch.size());
        }

        assertThat(sizes).containsExactly(3, 3, 3, 1);
    }

    @Test
    void one_record_goes_however_few_bytes_a_batch_may_have() {
        tree.put("a.parquet", TestTree.strange(2));
        harness.with(DeliverySettings.BATCH_MAX_BYTES, "1").start();
        harness.look();
        harness.nowMs += TaskHarness.SCAN_MS;

        assertThat(harness.poll()).hasSize(1);
        assertThat(harness.poll()).hasSize(1);
        assertThat(harness.poll()).isEmpty();
    }

    @Test
    void a_file_that_changed_fails_the_task_with_what_to_do() {
        tree.put("a.parquet", TestTree.strange(3));
        harness.start();
        harness.context.commit(harness.lookTwice().get(1));
        tree.put("a.parquet", TestTree.strange(4));

        assertThatThrownBy(this::afterRestart)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("a.parquet has changed after 2 of its 3 rows were sent")
                .hasMessageContaining("on.changed.file");
    }

    @Test
    void a_file_that_changed_after_its_end_fails_the_task_too() {
        tree.put("a.parquet", TestTree.strange(3));
        harness.start();
        harness.lookTwice();
        tree.put("a.parquet", TestTree.strange(4));

        assertThatThrownBy(harness::lookTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("after 3 of its 3 rows");
    }

    @Test
    void a_file_that_changed_is_sent_again_when_the_user_says_restart() {
        tree.put("a.parquet", TestTree.strange(3));
        harness.with(FailureSettings.ON_CHANGED_FILE, "restart").start();
        harness.lookTwice().forEach(harness.context::commit);
        tree.put("a.parquet", TestTree.strange(5));

        List<SourceRecord> again = afterRestart();

        assertThat(TaskHarness.numbers(again)).containsExactly(0, 1, 2, 3, 4);
        again.forEach(harness.context::commit);
        assertThat(afterRestart()).isEmpty();
    }

    @Test
    void a_file_that_changed_is_left_alone_when_the_user_says_ignore() {
        tree.put("a.parquet", TestTree.strange(3));
        tree.put("b.parquet", TestTree.strange(1));
        harness.with(FailureSettings.ON_CHANGED_FILE, "ignore").start();
        harness.context.commit(harness.lookTwice().get(1));
        tree.put("a.parquet", TestTree.strange(5));

        assertThat(TaskHarness.numbers(afterRestart())).containsExactly(0);
        assertThat(harness.look()).isEmpty();
    }

    @Test
    void a_file_of_the_same_size_with_another_footer_is_another_file() {
        tree.sinkFile("t", 0, 0, "d", RecordMetadata.KAFKA, List.of(TestTree.order("t", 0, 1)));
        harness.start();
        List<SourceRecord> sent = harness.lookTwice();
        SourceRecord begun = new SourceRecord(
                sent.get(0).sourcePartition(),
                Map.of(
                        "row",
                        1L,
                        "rows",
                        1L,
                        "size",
                        sent.get(0).sourceOffset().get("size"),
                        "modified",
                        0L,
                        "footer",
                        "00000000000000000000000000000000"),
                "t",
                null,
                null);
        harness.context.commit(begun);

        assertThatThrownBy(this::afterRestart)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("has changed");
    }

    @Test
    void records_before_trouble_are_sent_also_when_closing_fails_then() {
        tree.orders("orders", 0, "p=0", 1, 3, 5, 7);
        String second = tree.orders("orders", 0, "p=1", 4, 6, 8);
        harness.start();
        harness.look();
        harness.nowMs += TaskHarness.SCAN_MS;
        harness.storage.unreachable = second;

        List<SourceRecord> sent = new ArrayList<>();
        for (List<SourceRecord> batch = harness.poll(); !batch.isEmpty(); batch = harness.poll()) {
            sent.addAll(batch);
        }
        assertThat(TaskHarness.ids(sent)).containsExactly(1L, 3L);
        harness.storage.unreachable = "";
        harness.nowMs += 2_000;
        sent.addAll(harness.look());

        assertThat(TaskHarness.ids(sent)).containsExactly(1L, 3L, 4L, 5L, 6L, 7L, 8L);
    }
}
