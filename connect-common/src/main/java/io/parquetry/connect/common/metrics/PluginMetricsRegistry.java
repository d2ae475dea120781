package io.parquetry.connect.common.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.MetricValueProvider;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.metrics.Sensor;

/** The worker's own registry, from Kafka Connect 4.1 on (KIP-877). It knows the task, and removes its metrics. */
final class PluginMetricsRegistry implements MetricsRegistry {
    private final PluginMetrics metrics;

    /** @param metrics are a {@link PluginMetrics}, a type that an old worker does not have */
    PluginMetricsRegistry(Object metrics) {
        this.metrics = (PluginMetrics) metrics;
    }

    @Override
    public MetricName name(String metric, String description, Map<String, String> tags) {
        return metrics.metricName(metric, description, new LinkedHashMap<>(tags));
    }

    @Override
    public void add(MetricName name, MetricValueProvider<?> value) {
        metrics.addMetric(name, value);
    }

    @Override
    public Sensor addSensor(String name) {
        return metrics.addSensor(name);
    }

    @Override
    public void close() {}
}
