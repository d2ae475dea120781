package io.parquetry.connect.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.source.TransactionContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** The context of a task: it keeps the committed offsets. */
final class FakeContext implements SourceTaskContext, OffsetStorageReader {
    private final Map<Map<String, ?>, Map<String, Object>> committed = new HashMap<>();

    void commit(SourceRecord record) {
        commit(record.sourcePartition(), record.sourceOffset());
    }

    /** The partitions that have an offset. */
    Set<Map<String, ?>> partitions() {
        return committed.keySet();
    }

    /** Resets an offset, as {@code PATCH .../offsets} does with null. */
    void forget(Map<String, ?> partition) {
        committed.remove(partition);
    }

    void commit(Map<String, ?> partition, Map<String, ?> offset) {
        if (offset == null) {
            forget(partition);
            return;
        }
        committed.put(partition, new HashMap<>(offset));
    }

    /** The metrics of the worker; null on workers before Kafka Connect 4.1. */
    PluginMetrics metrics;

    /** Whether the connector defines the boundaries of transactions. */
    boolean asksForBoundaries;

    /** The last records of transactions; null for a transaction that ends with its batch. */
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
            throw new IllegalStateException("the source never aborts a transaction");
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
