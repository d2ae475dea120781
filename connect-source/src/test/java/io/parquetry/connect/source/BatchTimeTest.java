package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.SelectionSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A batch is given after a second at the latest, or after {@code scan.interval.ms} where that is less, however slow the
 * storage is. Each opening of a file takes 100 ms here, each read 5 ms.
 */
class BatchTimeTest {
    private static final int FILES = 50;

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
        harness.storage.opening = () -> harness.nowMs += 100;
        harness.storage.reading = () -> harness.nowMs += 5;
    }

    private void filesOfOneRow() {
        for (int i = 0; i < FILES; i++) {
            tree.put("f%02d.parquet".formatted(i), TestTree.foreign(1));
        }
    }

    /** Polls until all rows have come; no poll may take much longer than allowed. */
    private List<List<SourceRecord>> batches(int rows, long allowedMs) {
        List<List<SourceRecord>> batches = new ArrayList<>();
        harness.nowMs += TaskHarness.SCAN_MS;
        batches.add(harness.poll());
        harness.nowMs += TaskHarness.SCAN_MS;
        for (int sent = batches.get(0).size(); sent < rows; ) {
            long beganMs = harness.nowMs;
            List<SourceRecord> batch = harness.poll();
            assertThat(harness.nowMs - beganMs).isLessThanOrEqualTo(allowedMs);
            assertThat(batches.size()).isLessThan(1_000);
            batches.add(batch);
            sent += batch.size();
            harness.nowMs += batch.isEmpty() ? 1 : 0;
        }
        return batches;
    }

    private static List<SourceRecord> all(List<List<SourceRecord>> batches) {
        return batches.stream().flatMap(List::stream).toList();
    }

    @Test
    void theFirstRecordsDoNotWaitForTheOtherFiles() {
        filesOfOneRow();
        harness.start();

        List<List<SourceRecord>> batches = batches(FILES, 1_200);

        assertThat(batches.get(1)).hasSizeBetween(2, 10);
        assertThat(all(batches))
                .extracting(record -> record.sourcePartition().get("file"))
                .doesNotHaveDuplicates()
                .hasSize(FILES)
                .isSorted();
    }

    @Test
    void aShorterScanIntervalGivesABatchEarlier() {
        filesOfOneRow();
        harness.with(DiscoverySettings.SCAN_INTERVAL_MS, "300").start();

        assertThat(batches(FILES, 450).get(1)).hasSizeBetween(1, 3);
    }

    @Test
    void aFileWhosePagesAreSlowIsGivenInParts() {
        tree.put("a.parquet", TestTree.foreign(1_000, 10));
        harness.start();
        harness.storage.reading = () -> harness.nowMs += 60;

        List<List<SourceRecord>> batches = batches(1_000, 2_000);

        assertThat(batches).hasSizeGreaterThan(5);
        assertThat(TaskHarness.numbers(all(batches)))
                .isEqualTo(IntStream.range(0, 1_000).boxed().toList());
    }

    @Test
    void aSearchThroughFilesWithoutSelectedRowsIsPausedAndGoesOn() {
        filesOfOneRow();
        tree.put("z.parquet", TestTree.foreign(10));
        harness.with(SelectionSettings.FILTER, "n = 7").start();

        List<List<SourceRecord>> batches = batches(1, 1_200);

        assertThat(batches).hasSizeGreaterThan(4);
        assertThat(harness.storage.opened).doesNotHaveDuplicates();
    }

    @Test
    void aStreamWhoseFilesOverlapKeepsItsOrderOverPauses() {
        for (int i = 0; i < 20; i++) {
            tree.orders("orders", 0, "d%02d".formatted(i), i, 100 - i);
        }
        tree.ledger("orders", 0, 7, 0, 200);
        harness.start();

        List<List<SourceRecord>> batches = batches(40, 1_200);

        assertThat(batches).hasSizeGreaterThan(1);
        assertThat(TaskHarness.ids(all(batches))).isSorted().hasSize(40);
    }

    @Test
    void filesThatRepeatOffsetsAreGivenOnceOverPauses() {
        for (int i = 0; i < 30; i++) {
            tree.orders("orders", 0, "d%02d".formatted(i), 1, 2, 3);
        }
        tree.ledger("orders", 0, 7, 0, 200);
        harness.start();

        assertThat(TaskHarness.ids(all(batches(3, 1_200)))).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aReplayKeepsTheOrderOfTimesOverPauses() {
        for (int partition = 0; partition < 30; partition++) {
            int of = partition;
            tree.sinkFile(
                    "orders",
                    partition,
                    0,
                    "d",
                    RecordMetadata.KAFKA,
                    LongStream.of(30 - of, 40 + of)
                            .mapToObj(offset -> TestTree.order("orders", of, offset))
                            .toList());
            tree.ledger("orders", partition, 7, 0, 200);
        }
        harness.with(DeliverySettings.REPLAY_SPEED, "1000000").start();

        List<SourceRecord> sent = all(batches(60, 1_300));

        assertThat(sent).extracting(SourceRecord::timestamp).isSorted();
    }
}
