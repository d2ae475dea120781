package io.parquetry.connect.common.metrics;

import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.MetricValueProvider;
import org.apache.kafka.common.metrics.Sensor;

/** Where the metrics of one task are registered. Any method may throw, for example when another task has the name. */
interface MetricsRegistry {
    /** @param tags beside those of the task */
    MetricName name(String metric, String description, Map<String, String> tags);

    void add(MetricName name, MetricValueProvider<?> value);

    /** @param name unique in the worker */
    Sensor addSensor(String name);

    /** Removes what was added here, and only that. */
    void close();
}
