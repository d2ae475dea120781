package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.MemoryStorage;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The consumer group's offset, from which lag is computed, is the ledger's: after each commit of the worker. */
class GroupOffsetTest extends TwoPartitions {
    /** Leaves the ledgers at the number of records, and a consumer group without offsets. */
    private void archive(long records) {
        append(0, records);
        FakeWorker worker = worker().start();
        worker.drain(100);
        worker.stop();
    }

    @Test
    void itIsWrittenWhenTheTaskStops() {
        append(0, 4);
        FakeWorker worker = worker().start();
        worker.drain(10);
        worker.stop();
        assertThat(worker.committed()).containsOnly(Map.entry(ZERO, 4L), Map.entry(ONE, 4L));
    }

    @Test
    void itIsWrittenWhenAPartitionIsRevoked() {
        append(0, 4);
        FakeWorker worker = worker().start();
        worker.drain(10);
        worker.close(List.of(ONE));
        assertThat(worker.committed()).containsEntry(ONE, 4L);
    }

    @Test
    void itIsWrittenAfterAStartWithoutRecords() {
        archive(4);
        FakeWorker next = worker().start();
        next.poll(10);
        assertThat(next.commit()).containsOnly(Map.entry(ZERO, 4L), Map.entry(ONE, 4L));
    }

    @Test
    void itIsWrittenOnce() {
        archive(4);
        FakeWorker next = worker().start();
        next.poll(10);
        next.commit();
        next.poll(10);
        next.commit();
        assertThat(next.groupCommits()).isEqualTo(1);
    }

    @Test
    void itIsWhereTheFirstRecordWasUntilAFileIsCommitted() {
        append(0, 4);
        FakeWorker worker = worker().start();
        worker.drain(10);
        assertThat(worker.commit()).containsOnly(Map.entry(ZERO, 0L), Map.entry(ONE, 0L));
    }

    @Test
    void itIsTheLedgersAlsoIfTheGroupWasAhead() {
        append(0, 4);
        FakeWorker worker = worker().start();
        worker.drain(10);
        worker.commit();
        worker.lose(List.of(ZERO));
        worker.open(List.of(ZERO));
        worker.drain(10);
        clock.advance(60_000);
        assertThat(worker.commit()).containsEntry(ZERO, 4L);
    }

    /** The storage does not answer for partition 0 as long as the element is true. */
    private boolean[] silenceOfZero() {
        boolean[] silent = {true};
        storage.steps(step -> {
            if (silent[0] && step.contains("/orders/0")) {
                throw new IOException("no answer");
            }
        });
        return silent;
    }

    /**
     * The worker writes for the group what a consumer was told, as soon as another partition has something to write. A
     * ledger without a position begins there.
     */
    @Test
    void itDoesNotPassRecordsInOpenFilesWhereTheLedgerHasNoPosition() throws IOException {
        append(0, 4);
        FakeWorker onlyOne = new FakeWorker(Map.of(ONE, one), properties, storage, clock).start();
        onlyOne.drain(10);
        onlyOne.stop();
        boolean[] silent = silenceOfZero();
        FakeWorker worker = worker().start();
        worker.poll(10);
        silent[0] = false;
        worker.close(List.of(ZERO, ONE));
        worker.open(List.of(ZERO, ONE));
        worker.drain(10);
        worker.poll(10);
        assertThat(worker.commit().getOrDefault(ZERO, 0L)).isZero();
        worker.lose(List.of(ZERO, ONE));
        FakeWorker next = worker().inGroup(new HashMap<>(worker.committed())).start();
        next.drain(10);
        next.stop();
        assertThat(new Published(disk).ids("orders", 0)).containsExactly(0L, 1L, 2L, 3L);
    }

    /** The worker writes what a consumer was told also for a partition of which the task commits nothing. */
    @Test
    void itIsNotAheadOfTheLedgerOfAFencedPartition() {
        archive(2);
        append(2, 6);
        boolean[] silent = silenceOfZero();
        FakeWorker worker = worker().start();
        worker.poll(10);
        silent[0] = false;
        worker.lose(List.of(ZERO, ONE));
        worker.open(List.of(ZERO, ONE));
        worker.poll(10);
        worker.poll(10);
        new FakeWorker(Map.of(ZERO, zero), properties, new MemoryStorage(disk), clock).start();
        clock.advance(60_000);
        assertThat(worker.commit()).containsOnly(Map.entry(ZERO, 2L), Map.entry(ONE, 6L));
    }

    /** The worker refuses offsets that it did not take for consumed, with a warning. */
    @Test
    void itIsNotBeyondWhatTheWorkerTakesForConsumed() {
        properties.put("flush.size", "2");
        append(0, 4);
        FakeWorker worker = worker().start();
        boolean[] failed = {false};
        storage.steps(step -> {
            if (step.contains("/orders/1/") && step.startsWith("sync") && !failed[0]) {
                failed[0] = true;
                throw new IOException("no answer");
            }
        });
        worker.poll(10);
        assertThat(failed[0]).isTrue();
        assertThat(worker.commit())
                .as("the batch is under way, though the ledger has it")
                .containsEntry(ZERO, 0L);
        worker.drain(10);
        assertThat(worker.commit()).containsOnly(Map.entry(ZERO, 4L), Map.entry(ONE, 4L));
    }
}
