package io.parquetry.connect.source;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** What Connect keeps for a task: the offsets that were committed, numbers as its JSON gives them back. */
final class FakeContext implements SourceTaskContext, OffsetStorageReader {
    private final Map<Map<String, ?>, Map<String, Object>> committed = new HashMap<>();

    void commit(SourceRecord record) {
        Map<String, Object> offset = new HashMap<>();
        record.sourceOffset().forEach((key, value) -> offset.put(key, value));
        committed.put(record.sourcePartition(), offset);
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
        return null;
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
