package io.parquetry.benchmarks.contender;

import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** A context without committed offsets. */
record NoOpSourceContext(Map<String, String> configs) implements SourceTaskContext, OffsetStorageReader {
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
        return null;
    }

    @Override
    public <T> Map<Map<String, T>, Map<String, Object>> offsets(Collection<Map<String, T>> partitions) {
        return Map.of();
    }
}
