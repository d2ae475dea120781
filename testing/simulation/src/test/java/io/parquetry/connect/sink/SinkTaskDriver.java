package io.parquetry.connect.sink;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.memory.MemoryBudget;
import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/** The worker of the sink's tests with a real task, for the simulation. It is here for the task's constructor. */
public final class SinkTaskDriver {
    private final FakeWorker worker;

    /** @param group the committed offsets of the consumer group */
    public SinkTaskDriver(
            Map<TopicPartition, NavigableMap<Long, SinkRecord>> log,
            Map<String, String> properties,
            Storage storage,
            Clock clock,
            Map<TopicPartition, Long> group) {
        worker = new FakeWorker(log, properties, storage, clock, new MemoryBudget()).inGroup(group);
    }

    public void start() {
        worker.startTask();
    }

    public void open(Collection<TopicPartition> partitions) {
        worker.open(partitions);
    }

    public void poll(int recordsMax) {
        worker.poll(recordsMax);
    }

    public void drain(int recordsMax) {
        worker.drain(recordsMax);
    }

    /** Returns the offsets of the group. */
    public Map<TopicPartition, Long> commit() {
        return worker.commit();
    }

    /** The offsets that the task told the consumer since the last poll. */
    public Map<TopicPartition, Long> seeks() {
        return worker.seeks();
    }

    /** The next offsets that the worker will deliver. */
    public Map<TopicPartition, Long> positions() {
        return worker.positions();
    }

    /** Delivers the last record of each partition again, which no task has asked for. */
    public void goBack() {
        worker.positions().forEach((partition, position) -> worker.offset(partition, Math.max(0, position - 1)));
    }

    public void close(Collection<TopicPartition> partitions) {
        worker.close(partitions);
    }

    public void lose(Collection<TopicPartition> partitions) {
        worker.lose(partitions);
    }

    public void stop() {
        worker.stop();
    }
}
