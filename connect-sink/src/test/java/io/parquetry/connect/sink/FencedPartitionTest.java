package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.sink.commit.FencedException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.junit.jupiter.api.Test;

/**
 * A partition that another task has taken over is lost, and only that partition: the task goes on with the others. If
 * the partition is not taken away from it within {@code max.poll.interval.ms}, the task takes it over once more; if that
 * happens a second time, the task fails.
 */
class FencedPartitionTest extends TwoPartitions {
    private final Metrics metrics = new Metrics();
    private final PluginMetricsImpl plugin = new PluginMetricsImpl(metrics, Map.of("connector", "archive"));

    FencedPartitionTest() {
        properties.put("consumer.override.max.poll.interval.ms", "100000");
    }

    private FakeWorker slow() {
        return worker().showing(plugin);
    }

    /** The task to which another worker gave partition 1. */
    private FakeWorker heir() {
        return new FakeWorker(Map.of(ONE, one), properties, new MemoryStorage(disk), clock);
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private long metric(String name) {
        return ((Number) metrics.metric(plugin.metricName(name, "", new LinkedHashMap<>()))
                        .metricValue())
                .longValue();
    }

    /** A task that is fenced for partition 1 when it commits. */
    private FakeWorker fencedInPreCommit() {
        append(0, 4);
        FakeWorker slow = slow().start();
        slow.drain(10);
        heir().start();
        clock.advance(60_000);
        slow.commit();
        return slow;
    }

    @Test
    void theOtherPartitionsGoOn() throws IOException {
        FakeWorker slow = fencedInPreCommit();
        append(4, 8);
        slow.drain(10);
        clock.advance(60_000);
        slow.poll(10);
        assertThat(published.ids("orders", 0)).isEqualTo(range(0, 8));
        assertThat(published.ids("orders", 1)).isEmpty();
        assertThat(slow.commit()).containsOnly(Map.entry(ZERO, 8L), Map.entry(ONE, 0L));
        assertThat(metric("lost-partitions-total")).isEqualTo(1);
        assertThat(metric("uncommitted-records")).isZero();
        assertThat(metric("open-files")).isZero();
    }

    @Test
    void aClockThatIsPutBackDoesNotKeepItFenced() {
        FakeWorker slow = fencedInPreCommit();
        clock.advance(-1_000_000_000);
        slow.poll(10);
        clock.advance(1_000_000);
        slow.poll(10);
        assertThat(slow.seeks()).containsOnlyKeys(ONE);
    }

    @Test
    void itsRecordsAreTheOtherTasks() throws IOException {
        append(0, 4);
        FakeWorker slow = slow().start();
        slow.drain(10);
        FakeWorker heir = heir().start();
        heir.drain(10);
        append(4, 8);
        slow.drain(10);
        heir.drain(10);
        slow.stop();
        heir.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(range(0, 8));
        assertThat(published.ids("orders", 1)).isEqualTo(range(0, 8));
        assertThat(published.leftovers()).isEmpty();
        assertThat(metric("lost-partitions-total")).isEqualTo(1);
    }

    @Test
    void nothingFailsAfterItWasGivenBack() {
        FakeWorker slow = fencedInPreCommit();
        slow.lose(List.of(ONE));
        clock.advance(1_000_000);
        append(4, 8);
        assertThatCode(() -> slow.drain(10)).doesNotThrowAnyException();
        assertThat(metric("lost-partitions-total")).isEqualTo(1);
    }

    @Test
    void itIsTakenOverAsUsualWhenItComesBack() throws IOException {
        FakeWorker slow = fencedInPreCommit();
        slow.close(List.of(ONE));
        slow.open(List.of(ONE));
        append(4, 8);
        slow.drain(10);
        clock.advance(100_000);
        slow.poll(10);
        slow.stop();
        assertThat(published.ids("orders", 1)).isEqualTo(range(0, 8));
    }

    /** The heir was held up by the storage: when it takes the partition over, the partition is the first task's again. */
    @Test
    void itIsTakenOverOnceMoreWhenItStaysAssigned() throws IOException {
        append(0, 4);
        FakeWorker owner = slow().start();
        owner.drain(10);
        FakeWorker late = heir().start();
        late.drain(1);
        late.lose(List.of(ONE));
        clock.advance(60_000);
        owner.commit();
        append(4, 8);
        owner.poll(10);
        assertThat(owner.timeoutMs()).isEqualTo(60_000);
        clock.advance(99_999);
        owner.poll(10);
        assertThat(published.ids("orders", 1)).isEmpty();
        clock.advance(1);
        append(8, 10);
        owner.drain(10);
        append(10, 12);
        owner.drain(10);
        clock.advance(60_000);
        owner.poll(10);
        assertThat(owner.commit()).containsOnly(Map.entry(ZERO, 12L), Map.entry(ONE, 12L));
        assertThat(published.ids("orders", 0)).isEqualTo(range(0, 12));
        assertThat(published.ids("orders", 1)).isEqualTo(range(0, 12));
        owner.stop();
        assertThat(published.leftovers()).isEmpty();
        assertThat(metric("lost-partitions-total")).isEqualTo(1);
    }

    @Test
    void itIsTakenOverOnceMoreWhenTheStorageAnswersAgain() throws IOException {
        FakeWorker owner = fencedInPreCommit();
        append(4, 8);
        owner.drain(10);
        boolean[] silent = {true};
        storage.steps(step -> {
            if (silent[0] && step.contains(new LedgerDirectory("archive", "orders", 1).path())) {
                throw new IOException("no answer");
            }
        });
        clock.advance(100_000);
        owner.poll(10);
        silent[0] = false;
        append(8, 10);
        owner.drain(10);
        owner.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(range(0, 10));
        assertThat(published.ids("orders", 1)).isEqualTo(range(0, 10));
    }

    @Test
    void itIsTakenOverAtThePositionThatTheOtherTaskHasLeft() throws IOException {
        FakeWorker owner = fencedInPreCommit();
        FakeWorker late = heir().start();
        late.drain(10);
        clock.advance(60_000);
        late.poll(10);
        assertThat(published.ids("orders", 1)).isEqualTo(range(0, 4));
        late.lose(List.of(ONE));
        append(4, 8);
        owner.drain(10);
        clock.advance(40_000);
        owner.drain(10);
        owner.stop();
        assertThat(published.ids("orders", 1)).isEqualTo(range(0, 8));
    }

    /** A task that is fenced for the second time; the other one took over after it had taken over once more. */
    private FakeWorker fencedAgain() {
        FakeWorker owner = fencedInPreCommit();
        clock.advance(100_000);
        owner.drain(10);
        heir().start();
        clock.advance(60_000);
        owner.commit();
        assertThat(metric("lost-partitions-total")).isEqualTo(2);
        return owner;
    }

    @Test
    void theTaskFailsWhenItIsFencedAgainAndStaysAssigned() {
        FakeWorker owner = fencedAgain();
        owner.poll(10);
        assertThat(owner.timeoutMs()).isEqualTo(100_000);
        clock.advance(99_999);
        owner.poll(10);
        clock.advance(1);
        assertThatThrownBy(() -> owner.poll(10))
                .isInstanceOf(FencedException.class)
                .hasMessageContaining("orders-1 is still assigned to this task")
                .hasMessageContaining("fenced for the second time")
                .hasMessageContaining("max.poll.interval.ms=100000")
                .hasMessageContaining("connector \"archive\"")
                .hasMessageContaining("topic orders, partition 1")
                .hasMessageContaining("_parquetry/archive/orders/1/")
                .hasMessageContaining("second connector");
    }

    @Test
    void nothingFailsWhenItIsTakenAwayAfterItWasFencedAgain() {
        FakeWorker owner = fencedAgain();
        owner.close(List.of(ONE));
        clock.advance(1_000_000);
        append(4, 8);
        assertThatCode(() -> owner.drain(10)).doesNotThrowAnyException();
    }

    /** Both connectors read all the time, and each takes over once more. */
    @Test
    void ofTwoConnectorsOfOneNameOneFails() throws IOException {
        append(0, 4);
        FakeWorker first = slow().start();
        FakeWorker second = heir().start();
        boolean failed = false;
        for (int turn = 0; turn < 100 && !failed; turn++) {
            append(4 + turn, 5 + turn);
            clock.advance(20_000);
            second.poll(10);
            second.commit();
            try {
                first.poll(10);
                first.commit();
            } catch (FencedException expected) {
                failed = true;
            }
        }
        assertThat(failed).isTrue();
        for (int turn = 0; turn < 10; turn++) {
            clock.advance(20_000);
            second.poll(10);
        }
        assertThat(published.ids("orders", 1)).isEqualTo(range(0, zero.lastKey() + 1));
    }

    @Test
    void theTimeBeginsAnewAfterARejoin() {
        FakeWorker slow = fencedAgain();
        clock.advance(99_000);
        slow.poll(10);
        slow.close(List.of(ONE));
        slow.open(List.of(ONE));
        slow.drain(10);
        heir().start();
        clock.advance(60_000);
        slow.poll(10);
        assertThat(metric("lost-partitions-total")).isEqualTo(3);
        clock.advance(100_000);
        assertThatCode(() -> slow.drain(10)).doesNotThrowAnyException();
        heir().start();
        clock.advance(60_000);
        slow.poll(10);
        clock.advance(99_999);
        slow.poll(10);
        clock.advance(1);
        assertThatThrownBy(() -> slow.poll(10)).isInstanceOf(FencedException.class);
    }

    @Test
    void itIsFencedWhenTheTaskRecoversFromAFailureOfTheStorage() throws IOException {
        append(0, 4);
        FakeWorker slow = slow().start();
        slow.drain(10);
        String directory = new LedgerDirectory("archive", "orders", 1).path();
        boolean[] failed = {false};
        storage.steps(step -> {
            if (step.contains(directory) && !failed[0]) {
                failed[0] = true;
                throw new IOException("no answer");
            }
        });
        clock.advance(60_000);
        slow.poll(10);
        assertThat(failed[0]).isTrue();
        FakeWorker heir = heir().start();
        append(4, 8);
        slow.drain(10);
        heir.drain(10);
        slow.stop();
        heir.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(range(0, 8));
        assertThat(published.ids("orders", 1)).isEqualTo(range(0, 8));
        assertThat(metric("lost-partitions-total")).isEqualTo(1);
    }

    @Test
    void aFailureOfAPartitionThatWasGivenBackDoesNotFailTheOthers() throws IOException {
        append(0, 4);
        FakeWorker worker = slow().start();
        worker.drain(10);
        storage.steps(step -> {
            if (step.contains(new LedgerDirectory("archive", "orders", 1).path())) {
                throw new IllegalStateException("broken: " + step);
            }
        });
        clock.advance(60_000);
        worker.commit();
        worker.close(List.of(ONE));
        append(4, 8);
        worker.drain(10);
        clock.advance(60_000);
        worker.poll(10);
        assertThat(published.ids("orders", 0)).isEqualTo(range(0, 8));
    }
}
