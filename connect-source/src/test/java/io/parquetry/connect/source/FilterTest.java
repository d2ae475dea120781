package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

/** Only rows that match the filter are sent; other rows break neither resuming nor transactions nor the end of a file. */
class FilterTest {
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
    void aTaskContinuesAfterEveryRowAtWhichAnotherStopped() {
        tree.put("a.parquet", TestTree.foreign(500, 200));
        tree.orders("orders", 0, "red", 1, 3, 5, 7, 9);
        tree.ledger("orders", 0, 7, 0, 20);
        harness = filtered();
        harness.start();
        List<SourceRecord> all = harness.scanTwice();
        assertThat(TaskHarness.numbers(all)).containsExactly(17, 250, 251, 402);
        assertThat(all.get(3).sourceOffset()).isEqualTo(withRow(all.get(0).sourceOffset(), 500L));

        for (int ended = 0; ended <= all.size(); ended++) {
            harness = filtered();
            all.subList(0, ended).forEach(harness.context::commit);
            harness.start();
            assertThat(TaskHarness.numbers(harness.scanTwice()))
                    .isEqualTo(TaskHarness.numbers(all.subList(ended, all.size())));
        }
    }

    private TaskHarness filtered() {
        return new TaskHarness(tree)
                .with(SelectionSettings.FILTER, "n IN (17, 250, 251, 402)")
                .with("path.exclude", "topics/**");
    }

    private static Map<String, Object> withRow(Map<String, ?> offset, long row) {
        Map<String, Object> with = new java.util.HashMap<>(offset);
        with.put("row", row);
        return with;
    }

    @Test
    void theFilterNamesFieldsOfRestoredRecordsByTheirPathsInTheFile() {
        tree.orders("orders", 0, "red", 1, 3, 5, 7, 9);
        tree.orders("orders", 0, "blue", 2, 4, 6);
        tree.ledger("orders", 0, 7, 0, 20);
        harness.with(SelectionSettings.FILTER, "value.id > 2 AND _kafka.offset < 7")
                .start();

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(3L, 4L, 5L, 6L);
    }

    @Test
    void aTransactionEndsWithTheLastSelectedRowAndTheFileIsFinished() {
        tree.put("a.parquet", TestTree.foreign(10));
        tree.put("b.parquet", TestTree.foreign(2));
        harness.context.asksForBoundaries = true;
        harness.with("transaction.boundary", "connector")
                .with(DeliverySettings.TRANSACTION_UNIT, "file")
                .with(SelectionSettings.FILTER, "n IN (3, 5)")
                .start();
        List<SourceRecord> sent = harness.scanTwice();
        assertThat(TaskHarness.numbers(sent)).containsExactly(3, 5);
        assertThat(harness.context.boundaries).containsExactly(sent.get(1));
        assertThat(sent.get(1).sourceOffset().get("row")).isEqualTo(10L);
        harness.acknowledge(sent);

        assertThat(harness.scanTwice()).isEmpty();
    }

    @Test
    void aFilterThatDoesNotMatchAFileFailsTheTaskWithFilterAndFile() {
        tree.put("a.parquet", TestTree.foreign(10));
        harness.with(SelectionSettings.FILTER, "country = 'DE'").start();

        assertThatThrownBy(harness::scanTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("does not fit the file a.parquet")
                .hasMessageContaining("country");
    }
}
