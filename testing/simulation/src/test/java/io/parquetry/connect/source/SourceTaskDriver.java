package io.parquetry.connect.source;

import io.parquetry.connect.common.retry.RetryPauses;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.convert.TopicState;
import io.parquetry.connect.source.discover.TaskAssignment;
import io.parquetry.connect.source.memory.OpenFileMemory;
import io.parquetry.connect.source.send.TaskHost;
import io.parquetry.connect.source.tracking.Clocks;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;

/** Calls a real source task as a worker does, for the simulation. It is here for the task's constructor. */
public final class SourceTaskDriver {
    private final ParquetSourceTask task;
    private final Map<String, String> config;

    /**
     * @param index of the task
     * @param count of the connector's tasks
     */
    public SourceTaskDriver(Map<String, String> properties, int index, int count, Storage storage, LongSupplier nowMs) {
        config = new HashMap<>(properties);
        new TaskAssignment(index, count).toMap(config);
        task = new ParquetSourceTask(new TaskHost(
                new SharedClock(nowMs),
                url -> storage,
                admin -> topic -> new TopicState.Unknown(),
                new OpenFileMemory(() -> 0),
                // Pauses of a random length would not be decided by the seed.
                new RetryPauses(1, 1, () -> 0.5),
                60_000,
                1));
    }

    /** Both clocks show the time of the simulation. */
    private record SharedClock(LongSupplier nowMs) implements Clocks {
        @Override
        public long steadyMs() {
            return nowMs.getAsLong();
        }

        @Override
        public long wallMs() {
            return nowMs.getAsLong();
        }
    }

    public void start(SourceTaskContext context) {
        task.initialize(context);
        task.start(config);
    }

    /** The records of one batch; none when there is nothing to send now. */
    public List<SourceRecord> poll() {
        try {
            List<SourceRecord> batch = task.poll();
            return batch == null ? List.of() : batch;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a simulated process", e);
        }
    }

    /** The record is in its topic. */
    public void acknowledge(SourceRecord record) {
        TopicPartition partition = new TopicPartition(record.topic(), record.kafkaPartition());
        task.commitRecord(record, new RecordMetadata(partition, 0, 0, 0, 0, 0));
    }

    public void stop() {
        task.stop();
    }
}
