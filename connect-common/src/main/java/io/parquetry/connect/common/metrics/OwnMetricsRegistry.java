package io.parquetry.connect.common.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.KafkaMetricsContext;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.MetricValueProvider;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.utils.Time;

/**
 * MBeans of our own, for workers that take no metrics of plugins: {@code
 * io.parquetry:type=sink-task,connector=NAME,task=0}. Tasks of the plugin share one set of metrics, in which a name is
 * taken until the task that added it is closed.
 */
final class OwnMetricsRegistry implements MetricsRegistry {
    private static final String DOMAIN = "io.parquetry";

    /** Created with the first task that needs it. */
    private static final class Shared {
        static final Metrics METRICS = new Metrics(
                new MetricConfig(), List.of(new JmxReporter()), Time.SYSTEM, new KafkaMetricsContext(DOMAIN));
    }

    private final TaskName task;
    private final List<MetricName> added = new ArrayList<>();
    private final List<String> sensors = new ArrayList<>();

    OwnMetricsRegistry(TaskName task) {
        this.task = task;
    }

    @Override
    public MetricName name(String metric, String description, Map<String, String> tags) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("connector", task.connector());
        all.put("task", Integer.toString(task.index()));
        all.putAll(tags);
        return new MetricName(metric, task.type(), description, all);
    }

    @Override
    public void add(MetricName name, MetricValueProvider<?> value) {
        Shared.METRICS.addMetric(name, value);
        added.add(name);
    }

    @Override
    public Sensor addSensor(String name) {
        Sensor sensor = Shared.METRICS.sensor(name);
        sensors.add(name);
        return sensor;
    }

    @Override
    public void close() {
        added.forEach(Shared.METRICS::removeMetric);
        added.clear();
        sensors.forEach(Shared.METRICS::removeSensor);
        sensors.clear();
    }
}
