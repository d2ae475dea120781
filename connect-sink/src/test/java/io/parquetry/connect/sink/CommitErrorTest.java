package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * An error that a commit meets, such as want of memory, ends the task. The worker must not see it before: it would go on,
 * and read again what is in open files, as if the topic were another one.
 */
class CommitErrorTest extends TwoPartitions {
    @Test
    void anErrorInACommitFailsTheTaskAndHaltsNoPartition() throws Exception {
        append(0, 4);
        FakeWorker worker = worker().start();
        worker.drain(10);
        clock.advance(30_000);
        append(4, 8);
        worker.drain(10);
        storage.steps(step -> {
            if (step.startsWith("write _parquetry/archive/orders/0/")) {
                throw new OutOfMemoryError("Java heap space");
            }
        });
        clock.advance(30_000);
        worker.commit();
        storage.steps(step -> {});
        assertThatThrownBy(() -> worker.poll(10)).hasRootCauseInstanceOf(OutOfMemoryError.class);
        worker.stop();

        FakeWorker next = worker().start();
        next.drain(10);
        next.stop();
        List<Long> all = LongStream.range(0, 8).boxed().toList();
        assertThat(published.ids("orders", 0)).isEqualTo(all);
        assertThat(published.ids("orders", 1)).isEqualTo(all);
    }
}
