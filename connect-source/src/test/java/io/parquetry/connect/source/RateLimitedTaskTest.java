package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.RowSettings;
import io.parquetry.connect.source.config.SendSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task keeps its rates and its replay speed, and never waits so long that it could not be stopped. */
class RateLimitedTaskTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    private static SinkRecord at(int partition, long offset, long timestampMs) {
        Struct value = new Struct(TestTree.VALUE).put("id", offset).put("note", "n");
        return new SinkRecord(
                "orders",
                partition,
                Schema.STRING_SCHEMA,
                "k",
                TestTree.VALUE,
                value,
                offset,
                timestampMs,
                TimestampType.CREATE_TIME);
    }

    private void file(int partition, SinkRecord... records) {
        tree.sinkFile("orders", partition, 0, "d", RecordMetadata.KAFKA, List.of(records));
    }

    /** Polls every 100 ms, as a worker does, and returns for each record its time after the first record. */
    private TreeMap<Long, List<SourceRecord>> sentWithin(long forMs) {
        TreeMap<Long, List<SourceRecord>> sent = new TreeMap<>();
        long firstMs = -1;
        for (long end = harness.nowMs + 10_000; harness.nowMs < end; harness.nowMs += 100) {
            for (List<SourceRecord> batch = harness.poll(); !batch.isEmpty(); batch = harness.poll()) {
                if (firstMs < 0) {
                    firstMs = harness.nowMs;
                    end = firstMs + forMs;
                }
                sent.computeIfAbsent(harness.nowMs - firstMs, any -> new ArrayList<>())
                        .addAll(batch);
            }
        }
        return sent;
    }

    private static List<Long> ids(TreeMap<Long, List<SourceRecord>> sent) {
        return sent.values().stream()
                .map(TaskHarness::ids)
                .flatMap(List::stream)
                .toList();
    }

    @Test
    void recordsPerSecondAreSharedAmongTheTasks() {
        String path = "a.parquet";
        tree.put(path, TestTree.foreign(1_000));
        int sent = 0;
        for (int task = 0; task < 4; task++) {
            harness = new TaskHarness(tree).assignment(task, 4).with(DeliverySettings.RECORDS_PER_SECOND, "40");
            harness.start();
            sent += sentWithin(20_000).values().stream().mapToInt(List::size).sum();
        }

        // One task has the file and a quarter of the rate; before it finds the file, it saves the tokens of a second.
        assertThat(sent).isBetween(200, 211);
    }

    @Test
    void bytesPerSecondCountKeysAndValues() {
        tree.put("a.parquet", TestTree.foreign(1_000));
        harness.with(DeliverySettings.BYTES_PER_SECOND, "1000").start();

        int sent = sentWithin(10_000).values().stream().mapToInt(List::size).sum();

        // n, the struct and the text take one machine word each, and the text has two to four letters.
        assertThat(sent).isBetween(10_000 / 28 - 1, 11_000 / 26 + 1);
    }

    @Test
    void anHourIsReplayedInAMinute() {
        file(0, at(0, 1, 1_000_000), at(0, 2, 1_000_000), at(0, 3, 1_600_000), at(0, 4, 4_600_000));
        harness.with(DeliverySettings.REPLAY_SPEED, "60").start();

        TreeMap<Long, List<SourceRecord>> sent = sentWithin(61_000);

        assertThat(sent.keySet()).containsExactly(0L, 10_000L, 60_000L);
        assertThat(sent.get(0L)).hasSize(2);
    }

    @Test
    void partitionsAreReplayedTogether() {
        file(0, at(0, 1, 1_000), at(0, 2, 3_000), at(0, 3, 5_000));
        file(1, at(1, 11, 2_000), at(1, 12, 4_000), at(1, 13, 4_000));
        tree.ledger("orders", 0, 1, 0, 100);
        tree.ledger("orders", 1, 1, 0, 100);
        harness.with(DeliverySettings.REPLAY_SPEED, "1").start();

        TreeMap<Long, List<SourceRecord>> sent = sentWithin(6_000);

        assertThat(ids(sent)).containsExactly(1L, 11L, 2L, 12L, 13L, 3L);
        assertThat(sent.keySet()).containsExactly(0L, 1_000L, 2_000L, 3_000L, 4_000L);
    }

    @Test
    void aNewTaskContinuesTheReplay() {
        file(0, at(0, 1, 1_000), at(0, 2, 3_000), at(0, 3, 5_000));
        harness.with(DeliverySettings.REPLAY_SPEED, "1").start();
        TreeMap<Long, List<SourceRecord>> first = sentWithin(2_500);
        harness.stop();
        assertThat(ids(first)).containsExactly(1L, 2L);
        first.values().forEach(harness::acknowledge);

        harness.start();
        assertThat(ids(sentWithin(1_000))).containsExactly(3L);
    }

    @Test
    void rowsAreReplayedByTheirTimestampColumn() {
        tree.put("a.parquet", TestTree.foreign(4));
        harness.with(SendSettings.MODE, "rows")
                .with(RowSettings.TIMESTAMP_COLUMN, "n")
                .with(DeliverySettings.REPLAY_SPEED, "0.001")
                .start();

        assertThat(sentWithin(4_000).keySet()).containsExactly(0L, 1_000L, 2_000L, 3_000L);
    }

    @Test
    void aRowWithAnInvalidTimestampFailsTheTask() {
        tree.put("a.parquet", TestTree.foreign(4));
        harness.with(SendSettings.MODE, "rows")
                .with(RowSettings.TIMESTAMP_COLUMN, "word")
                .with(DeliverySettings.REPLAY_SPEED, "1")
                .start();

        assertThatThrownBy(harness::scanTwice)
                .hasMessageContaining("row 0 of a.parquet")
                .hasMessageContaining("timestamp.column word");
    }

    @Test
    void rowsWithoutTimestampsAreSentBesideRestoredRecords() {
        file(0, at(0, 1, 1_000), at(0, 2, 60_000));
        tree.put("a.parquet", TestTree.foreign(2));
        tree.put("b.parquet", TestTree.foreign(2));
        harness.with(DeliverySettings.REPLAY_SPEED, "1").start();

        assertThat(sentWithin(1_000).values().stream().mapToInt(List::size).sum())
                .isEqualTo(5);
    }

    @Test
    void aReplayKeepsNoTransactionOpenForLong() {
        file(
                0,
                LongStream.range(0, 100)
                        .mapToObj(i -> at(0, i, 1_000 + 10_000 * i))
                        .toArray(SinkRecord[]::new));
        harness.context.asksForBoundaries = true;
        harness.with("transaction.boundary", "connector")
                .with("transaction.unit", "file")
                .with(DeliverySettings.REPLAY_SPEED, "1")
                .start();

        sentWithin(200_000);

        // Half of the producer's timeout is 30 s, and a transaction begins with its first row.
        assertThat(TaskHarness.ids(harness.context.boundaries)).containsExactly(3L, 7L, 11L, 15L, 19L);
    }
}
