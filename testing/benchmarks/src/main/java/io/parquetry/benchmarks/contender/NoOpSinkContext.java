package io.parquetry.benchmarks.contender;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** A context that ignores all calls of the sink task. */
final class NoOpSinkContext implements SinkTaskContext {
    private final Map<String, String> properties;

    NoOpSinkContext(Map<String, String> properties) {
        this.properties = properties;
    }

    @Override
    public Map<String, String> configs() {
        return properties;
    }

    @Override
    public void offset(Map<TopicPartition, Long> offsets) {}

    @Override
    public void offset(TopicPartition partition, long offset) {}

    @Override
    public void timeout(long timeoutMs) {}

    @Override
    public Set<TopicPartition> assignment() {
        return Set.of();
    }

    @Override
    public void pause(TopicPartition... partitions) {}

    @Override
    public void resume(TopicPartition... partitions) {}

    @Override
    public void requestCommit() {}

    @Override
    public ErrantRecordReporter errantRecordReporter() {
        return null;
    }

    @Override
    public PluginMetrics pluginMetrics() {
        return null;
    }
}
