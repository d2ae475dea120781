package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.config.SelectionSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is deleted or moved only when this connector has sent all its rows from this file, whatever positions say. */
class FinishOnlySentFilesTest {
    private static final Map<String, String> STREAM = Map.of("stream", "topics/orders+0");

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree).with(FinishSettings.ON_FINISH, "delete");
    }

    private boolean exists(String path) {
        return Files.exists(directory.resolve(path));
    }

    /** Sends all that there is, and lets the task delete what it wants. */
    private List<SourceRecord> run() {
        harness.start();
        List<SourceRecord> sent = runOn();
        harness.stop();
        return sent;
    }

    private List<SourceRecord> runOn() {
        List<SourceRecord> sent = new ArrayList<>(harness.scanTwice());
        harness.acknowledge(sent);
        harness.scanTwice();
        return sent;
    }

    /** Sends rows one by one and commits each, without the time for a completion. */
    private void sendRows(int count) {
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "1").start();
        List<SourceRecord> sent = new ArrayList<>();
        for (int i = 0; i < 5 + count && sent.size() < count; i++) {
            List<SourceRecord> batch = harness.poll();
            sent.addAll(batch);
            harness.nowMs += batch.isEmpty() ? TaskHarness.SCAN_MS : 0;
        }
        assertThat(sent).hasSize(count);
        harness.acknowledge(sent);
        harness.stop();
    }

    @Test
    void aFileThatAppearsBelowThePositionOfItsStreamStays() {
        String sent = tree.orders("orders", 0, "d", 1, 5);
        tree.ledger("orders", 0, 7, 0, 9);
        harness.start();
        assertThat(runOn()).hasSize(2);
        String late = tree.orders("orders", 0, "late", 2, 3);

        assertThat(runOn()).isEmpty();
        assertThat(exists(sent)).isFalse();
        assertThat(exists(late)).isTrue();
        harness.stop();
        run();
        assertThat(exists(late)).as("after a restart").isTrue();
    }

    @Test
    void aFileThatAPositionByHandSkipsStays() {
        tree.put("a.parquet", TestTree.foreign(3));
        String order = tree.orders("orders", 0, "d", 1, 2);
        tree.ledger("orders", 0, 7, 0, 9);
        harness.context.commit(Map.of("file", "a.parquet"), Map.of("done", true));
        harness.context.commit(STREAM, Map.of("done", true));

        assertThat(run()).isEmpty();
        assertThat(exists("a.parquet")).isTrue();
        assertThat(exists(order)).isTrue();
    }

    @Test
    void aFileWhoseFirstRowsWereSkippedByHandStays() {
        tree.put("a.parquet", TestTree.foreign(3));
        String order = tree.orders("orders", 0, "d", 1, 2);
        tree.ledger("orders", 0, 7, 0, 9);
        harness.context.commit(Map.of("file", "a.parquet"), Map.of("row", 1));
        harness.context.commit(STREAM, Map.of("generation", 0, "offset", 2));

        assertThat(run()).hasSize(3);
        run();
        assertThat(exists("a.parquet")).isTrue();
        assertThat(exists(order)).isTrue();
    }

    @Test
    void aFileWhosePositionWasMovedAheadByHandStays() {
        tree.put("a.parquet", TestTree.foreign(300));
        String order = tree.orders("orders", 0, "d", 1, 2, 3, 4);
        tree.ledger("orders", 0, 7, 0, 9);
        sendRows(6);
        Map<String, Object> row = new HashMap<>(harness.context.offset(Map.of("file", "a.parquet")));
        row.put("row", 200);
        harness.context.commit(Map.of("file", "a.parquet"), row);
        Map<String, Object> point = new HashMap<>(harness.context.offset(STREAM));
        point.put("offset", 4);
        harness.context.commit(STREAM, point);

        assertThat(run()).hasSizeBetween(100, 101);
        run();
        assertThat(exists("a.parquet")).isTrue();
        assertThat(exists(order)).isTrue();
    }

    @Test
    void aFileOfWhichAFilterLeftRowsOutStays() {
        tree.put("a.parquet", TestTree.foreign(3));
        tree.put("b.parquet", TestTree.foreign(3));
        harness.with(FinishSettings.ON_FINISH, "keep")
                .with(SelectionSettings.FILTER, "n < 2")
                .with("path.include", "a.parquet");
        assertThat(run()).hasSize(2);
        harness.config.remove(SelectionSettings.FILTER);
        harness.with("path.include", "b.parquet").with(SelectionSettings.COLUMNS, "n");
        assertThat(run()).hasSize(3);
        harness.config.remove(SelectionSettings.COLUMNS);
        harness.with(FinishSettings.ON_FINISH, "delete").with("path.include", "*.parquet");

        assertThat(run()).isEmpty();
        assertThat(exists("a.parquet")).isTrue();
        assertThat(exists("b.parquet")).isTrue();
    }

    @Test
    void aFileOfWhichConnectMayHaveDroppedRecordsStays() {
        tree.put("a.parquet", TestTree.foreign(3));
        harness.with(FinishSettings.ON_FINISH, "keep").with("errors.tolerance", "all");
        assertThat(run()).hasSize(3);
        harness.config.remove("errors.tolerance");
        harness.with(FinishSettings.ON_FINISH, "delete");

        assertThat(run()).isEmpty();
        assertThat(exists("a.parquet")).isTrue();
    }

    @Test
    void aFileThatSeveralTasksSentOneAfterAnotherIsDeleted() {
        tree.put("a.parquet", TestTree.foreign(3));
        String red = tree.orders("orders", 0, "red", 1, 3, 5, 7, 9);
        String blue = tree.orders("orders", 0, "blue", 2, 4, 6, 8);
        tree.ledger("orders", 0, 7, 0, 20);
        for (int i = 0; i < 11; i++) {
            sendRows(1);
        }

        assertThat(run()).hasSize(1);
        run();
        assertThat(exists("a.parquet")).isFalse();
        assertThat(exists(red)).isFalse();
        assertThat(exists(blue)).isFalse();
    }

    @Test
    void theOffsetOfAStreamNamesNoFileThatIsGone() {
        tree.orders("orders", 0, "d", 1, 2);
        tree.ledger("orders", 0, 7, 0, 9);
        run();
        run();
        tree.orders("orders", 0, "d", 3, 4);
        String third = tree.orders("orders", 0, "d", 5, 6);
        tree.ledger("orders", 0, 8, 0, 9);
        List<SourceRecord> sent = run();

        assertThat(sent.get(3).sourceOffset().get("files")).asString().contains(third);
        assertThat(sent.get(3).sourceOffset().get("files")).asString().doesNotContain("+0000000001+");
    }
}
