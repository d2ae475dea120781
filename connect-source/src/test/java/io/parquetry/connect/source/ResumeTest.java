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
 * After a task stopped at any record, the next task sends the next record first: nothing is sent twice, nothing is
 * skipped, and a file that was sent completely is not opened. A changed file is treated as configured.
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
        return harness.scanTwice();
    }

    @Test
    void aTaskContinuesAfterEveryRecordAtWhichAnotherStopped() {
        tree.put("a.parquet", TestTree.foreign(7));
        tree.orders("orders", 0, "p=0", 1, 3, 5, 7, 9, 11, 13);
        tree.orders("orders", 0, "p=1", 2, 4, 6, 8, 10);
        harness.start();
        List<SourceRecord> all = harness.scanTwice();
        assertThat(all).hasSize(19);

        for (int ended = 0; ended <= all.size(); ended++) {
            harness = new TaskHarness(tree);
            all.subList(0, ended).forEach(harness.context::commit);
            harness.start();

            assertThat(harness.scanTwice())
                    .as("after %d records", ended)
                    .extracting(SourceRecord::value)
                    .isEqualTo(all.subList(ended, all.size()).stream()
                            .map(SourceRecord::value)
                            .toList());
        }
    }

    @Test
    void theOffsetNamesTheNextRowAndTheFile() {
        byte[] content = TestTree.foreign(3);
        tree.put("dir/a.parquet", content);
        harness.start();

        List<SourceRecord> records = harness.scanTwice();

        assertThat(records.get(0).sourcePartition()).isEqualTo(Map.of("file", "dir/a.parquet"));
        Map<String, Object> offset = new HashMap<>(records.get(1).sourceOffset());
        String footer = (String) offset.remove("footer");
        long modifiedMs = directory.resolve("dir/a.parquet").toFile().lastModified();
        assertThat(offset)
                .containsKey("id")
                .containsAllEntriesOf(Map.of(
                        "row", 2L, "rows", 3L, "size", (long) content.length, "modified", modifiedMs, "sent", 2L))
                .doesNotContainKey("content")
                .hasSize(6);
        assertThat(footer).matches("[0-9a-f]{32}");
        assertThat(records.get(2).sourceOffset().get("content")).asString().matches("[0-9a-f]{32}");
    }

    @Test
    void aFinishedFileIsNotOpenedAgain() {
        tree.put("a.parquet", TestTree.foreign(3));
        harness.start();
        harness.scanTwice().forEach(harness.context::commit);
        harness.scan();
        assertThat(harness.storage.opened).containsExactly("a.parquet");

        assertThat(afterRestart()).isEmpty();
        assertThat(harness.storage.opened).containsExactly("a.parquet");
    }

    @Test
    void aFileThatWasBegunNeedsNoSecondScan() {
        tree.put("a.parquet", TestTree.foreign(3));
        harness.start();
        harness.context.commit(harness.scanTwice().get(0));
        harness.start();

        assertThat(TaskHarness.numbers(harness.scan())).containsExactly(1, 2);
    }

    @Test
    void batchesKeepTheirLimitsAndLoseNothing() {
        tree.put("a.parquet", TestTree.foreign(10));
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "3").start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        List<Integer> sizes = new ArrayList<>();
        for (List<SourceRecord> batch = harness.poll(); !batch.isEmpty(); batch = harness.poll()) {
            sizes.add(batch.size());
        }

        assertThat(sizes).containsExactly(3, 3, 3, 1);
    }

    @Test
    void oneRecordIsSentHoweverSmallTheLimitOfABatch() {
        tree.put("a.parquet", TestTree.foreign(2));
        harness.with(DeliverySettings.BATCH_MAX_BYTES, "1").start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;

        assertThat(harness.poll()).hasSize(1);
        assertThat(harness.poll()).hasSize(1);
        assertThat(harness.poll()).isEmpty();
    }

    @Test
    void aChangedFileFailsTheTaskWithARemedy() {
        tree.put("a.parquet", TestTree.foreign(3));
        harness.start();
        harness.context.commit(harness.scanTwice().get(1));
        tree.put("a.parquet", TestTree.foreign(4));

        assertThatThrownBy(this::afterRestart)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("a.parquet has changed after 2 of its 3 rows were sent")
                .hasMessageContaining("on.changed.file");
    }

    @Test
    void aFileThatChangedAfterItWasSentFailsTheTaskToo() {
        tree.put("a.parquet", TestTree.foreign(3));
        harness.start();
        harness.scanTwice();
        tree.put("a.parquet", TestTree.foreign(4));

        assertThatThrownBy(harness::scanTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("after 3 of its 3 rows");
    }

    @Test
    void aChangedFileIsSentAgainWithRestart() {
        tree.put("a.parquet", TestTree.foreign(3));
        harness.with(FailureSettings.ON_CHANGED_FILE, "restart").start();
        harness.scanTwice().forEach(harness.context::commit);
        tree.put("a.parquet", TestTree.foreign(5));

        List<SourceRecord> again = afterRestart();

        assertThat(TaskHarness.numbers(again)).containsExactly(0, 1, 2, 3, 4);
        again.forEach(harness.context::commit);
        assertThat(afterRestart()).isEmpty();
    }

    @Test
    void aChangedFileIsNotReadWithIgnore() {
        tree.put("a.parquet", TestTree.foreign(3));
        tree.put("b.parquet", TestTree.foreign(1));
        harness.with(FailureSettings.ON_CHANGED_FILE, "ignore").start();
        harness.context.commit(harness.scanTwice().get(1));
        tree.put("a.parquet", TestTree.foreign(5));

        assertThat(TaskHarness.numbers(afterRestart())).containsExactly(0);
        assertThat(harness.scan()).isEmpty();
    }

    @Test
    void aFileOfTheSameSizeWithAnotherFooterIsAnotherFile() {
        tree.sinkFile("t", 0, 0, "d", RecordMetadata.KAFKA, List.of(TestTree.order("t", 0, 1)));
        harness.start();
        List<SourceRecord> sent = harness.scanTwice();
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
    void recordsBeforeAFailureAreSentEvenIfClosingFailsToo() {
        tree.orders("orders", 0, "p=0", 1, 3, 5, 7);
        String second = tree.orders("orders", 0, "p=1", 4, 6, 8);
        harness.start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        harness.storage.unreachable = second;

        List<SourceRecord> sent = new ArrayList<>();
        for (List<SourceRecord> batch = harness.poll(); !batch.isEmpty(); batch = harness.poll()) {
            sent.addAll(batch);
        }
        assertThat(TaskHarness.ids(sent)).containsExactly(1L, 3L);
        harness.storage.unreachable = "";
        harness.nowMs += 2_000;
        sent.addAll(harness.scan());

        assertThat(TaskHarness.ids(sent)).containsExactly(1L, 3L, 4L, 5L, 6L, 7L, 8L);
    }
}
