package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.SelectionSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** A file of a table has no columns for keys and values that are all null. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "_kafka.key = 'k1' | 1",
                "_kafka.key IS NULL | 2",
                "value IS NOT NULL | 1",
                "value.id >= 0 OR _kafka.offset = 2 | 1, 2",
                "NOT value.id = 7 | 1"
            })
    void columnsOfNullsThatAFileLacksAreNull(String filter, String offsets) {
        tree.orders("orders", 0, "some", 1);
        SinkRecord empty = new SinkRecord("orders", 0, null, null, null, null, 2);
        RecordLayout layout = RecordLayout.of(empty, RecordMetadata.KAFKA, ColumnTypes.DEFAULT)
                .without(Set.of(RecordLayout.KEY_COLUMN, RecordLayout.VALUE_COLUMN));
        tree.put(
                "topics/orders/some/" + new DataFileName("orders", 0, 2, 2, 0).format(),
                TestTree.bytes(layout, List.of(empty), 1));
        harness.with(SelectionSettings.FILTER, filter).start();

        assertThat(harness.scanTwice())
                .extracting(record -> record.value() == null ? "2" : "1")
                .containsExactly(offsets.split(", "));
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
