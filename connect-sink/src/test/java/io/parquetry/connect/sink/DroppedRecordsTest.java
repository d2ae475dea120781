package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.StorageSteps;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Records that a transformation drops never come to the task. Their offsets are committed all the same, as soon as no
 * open file and no record that is yet to come has an earlier offset.
 */
class DroppedRecordsTest extends TwoPartitions {
    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    /** Returns the steps that have not failed yet. */
    private Set<String> failOnceEach(String... steps) {
        Set<String> failures = new HashSet<>(Set.of(steps));
        storage.steps(step -> {
            if (failures.removeIf(step::startsWith)) {
                throw new IOException("no answer");
            }
        });
        return failures;
    }

    private static String ledger(int partition) {
        return new LedgerDirectory("archive", "orders", partition).path();
    }

    @Test
    void theirOffsetsAreCommitted() throws IOException {
        append(0, 300);
        FakeWorker filtering = worker().transforming(record -> false).start();
        filtering.drain(100);
        assertThat(filtering.commit()).containsOnly(Map.entry(ZERO, 300L), Map.entry(ONE, 300L));
        filtering.stop();
        append(300, 310);
        FakeWorker next = worker().start();
        next.drain(100);
        next.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(range(300, 310));
    }

    @Test
    void theyAreCommittedWithoutTheGroupsOffsetToo() throws IOException {
        append(0, 10);
        FakeWorker filtering =
                worker().transforming(record -> record.kafkaOffset() < 4).start();
        filtering.drain(100);
        filtering.stop();
        FakeWorker next = worker().start();
        next.poll(10);
        assertThat(next.commit()).containsOnly(Map.entry(ZERO, 10L), Map.entry(ONE, 10L));
        next.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(range(0, 4));
    }

    @Test
    void anOpenFileHoldsThemBack() {
        append(0, 10);
        FakeWorker filtering =
                worker().transforming(record -> record.kafkaOffset() < 4).start();
        filtering.drain(100);
        assertThat(filtering.commit()).containsOnly(Map.entry(ZERO, 0L), Map.entry(ONE, 0L));
        clock.advance(60_000);
        assertThat(filtering.commit()).containsOnly(Map.entry(ZERO, 10L), Map.entry(ONE, 10L));
    }

    @Test
    void theBeginningOfATopicIsNoPosition() {
        FakeWorker worker = worker().start();
        worker.poll(10);
        assertThat(worker.commit()).isEmpty();
        assertThat(published.entries("archive", "orders", 0)).hasSize(1);
    }

    /**
     * While a batch is delivered again and again, the consumer of partition 1 is told to go back. When the batch is
     * accepted, the framework takes partition 1 for consumed up to the end of the batch, which has dropped records
     * only.
     */
    @Test
    void recordsThatAreYetToComeAgainHoldThemBack() throws IOException {
        append(0, 4);
        FakeWorker worker = worker().transforming(record -> record.kafkaPartition() == 0 || record.kafkaOffset() < 4)
                .start();
        worker.drain(10);
        append(4, 8);
        clock.advance(60_000);
        Set<String> failures = failOnceEach("create " + ledger(0), "create " + ledger(1), "list " + ledger(0));
        worker.poll(10);
        worker.poll(10);
        assertThat(failures).isEmpty();
        worker.poll(10);
        worker.commit();
        worker.drain(10);
        worker.commit();
        worker.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(range(0, 8));
        assertThat(published.ids("orders", 1)).isEqualTo(range(0, 4));
        assertThat(worker.committed()).containsOnly(Map.entry(ZERO, 8L), Map.entry(ONE, 8L));
    }

    /** The ledger of partition 1 has no position: there is no offset that its consumer could be told. */
    @Test
    void aPartitionThatCameBackBeforeItsBatchWasAcceptedIsNotTakenForConsumed() throws IOException {
        append(0, 4);
        storage.steps(step -> {
            throw new IOException("no answer");
        });
        FakeWorker worker = worker().start();
        worker.poll(10);
        worker.close(List.of(ONE));
        storage.steps(StorageSteps.UNDISTURBED);
        worker.open(List.of(ONE));
        worker.poll(10);
        worker.commit();
        worker.drain(10);
        clock.advance(60_000);
        worker.poll(10);
        assertThat(worker.commit()).containsEntry(ONE, 4L);
        assertThat(published.ids("orders", 1)).isEqualTo(range(0, 4));
    }
}
