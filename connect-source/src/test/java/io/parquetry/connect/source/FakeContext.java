package io.parquetry.connect.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.source.TransactionContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** What Connect keeps for a task: the offsets that were committed, numbers as its JSON gives them back. */
final class FakeContext implements SourceTaskContext, OffsetStorageReader {
    private final Map<Map<String, ?>, Map<String, Object>> committed = new HashMap<>();

    void commit(SourceRecord record) {
        commit(record.sourcePartition(), record.sourceOffset());
    }

    /** As {@code PATCH .../offsets} does with null. */
    void forget(Map<String, ?> partition) {
        committed.remove(partition);
    }

    void commit(Map<String, ?> partition, Map<String, ?> offset) {
        committed.put(partition, new HashMap<>(offset));
    }

    /** The place that the worker gives to metrics; null on an old one. */
    PluginMetrics metrics;

    /** The worker asks the connector where transactions end. */
    boolean asksForBoundaries;

    /** The records behind which transactions end; null stands for the end of a batch. */
    final List<SourceRecord> boundaries = new ArrayList<>();

    @Override
    public TransactionContext transactionContext() {
        return asksForBoundaries ? new Boundaries() : null;
    }

    private final class Boundaries implements TransactionContext {
        @Override
        public void commitTransaction() {
            boundaries.add(null);
        }

        @Override
        public void commitTransaction(SourceRecord record) {
            boundaries.add(record);
        }

        @Override
        public void abortTransaction() {
            throw new IllegalStateException("what was read is never taken back");
        }

        @Override
        public void abortTransaction(SourceRecord record) {
            abortTransaction();
        }
    }

    @Override
    public Map<String, String> configs() {
        return Map.of();
    }

    @Override
    public OffsetStorageReader offsetStorageReader() {
        return this;
    }

    @Override
    public PluginMetrics pluginMetrics() {
        return metrics;
    }

    @Override
    public <T> Map<String, Object> offset(Map<String, T> partition) {
        return committed.get(partition);
    }

    @Override
    public <T> Map<Map<String, T>, Map<String, Object>> offsets(Collection<Map<String, T>> partitions) {
        Map<Map<String, T>, Map<String, Object>> found = new HashMap<>();
        partitions.forEach(partition -> found.put(partition, committed.get(partition)));
        return found;
    }
}
