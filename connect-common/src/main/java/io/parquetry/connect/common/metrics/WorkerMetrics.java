package io.parquetry.connect.common.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Avg;
import org.apache.kafka.common.metrics.stats.Max;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task's place among the worker's metrics. A worker before 4.1 has none (KIP-877), and its tasks work without: nothing
 * of this class is touched there but {@link #of}.
 */
public final class WorkerMetrics {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerMetrics.class);

    private final PluginMetrics metrics;

    private WorkerMetrics(PluginMetrics metrics) {
        this.metrics = metrics;
    }

    /**
     * The place that the worker gives to a task.
     *
     * @param given asks the task's context for its {@code pluginMetrics()}. It must be a lambda: a reference to the method
     *     names the type of its result, which an old worker does not have, where nobody can catch it
     * @return empty when the worker takes no metrics
     */
    public static Optional<WorkerMetrics> of(Supplier<Object> given) {
        try {
            // The type is asked for before the context is: a worker without it has no such method either.
            Class<PluginMetrics> type = PluginMetrics.class;
            return Optional.ofNullable(given.get()).map(type::cast).map(WorkerMetrics::new);
        } catch (NoSuchMethodError | NoClassDefFoundError e) {
            LOG.debug("this worker takes no metrics of plugins, which needs Kafka Connect 4.1: {}", e.toString());
            return Optional.empty();
        }
    }

    /** Shows a figure as whatever {@code value} gives at the moment. */
    public void gauge(Metric figure, LongSupplier value) {
        gauge(figure.metric(), figure.description(), Map.of(), value);
    }

    /** @param tags tell metrics of the same name from each other */
    public void gauge(String metric, String description, Map<String, String> tags, LongSupplier value) {
        Objects.requireNonNull(value, "value");
        metrics.addMetric(name(metric, description, tags), (Gauge<Long>) (config, nowMs) -> value.getAsLong());
    }

    /**
     * Shows the average and the most of what it is told, as {@code <what>-avg-ms} and {@code <what>-max-ms}.
     *
     * @param one names what takes so long, as in "a commit"
     * @return takes milliseconds
     */
    public LongConsumer durations(String what, String one) {
        Sensor sensor = metrics.addSensor(what);
        sensor.add(name(what + "-avg-ms", "Time that " + one + " took on average.", Map.of()), new Avg());
        sensor.add(name(what + "-max-ms", "Time that " + one + " took at most.", Map.of()), new Max());
        return sensor::record;
    }

    private MetricName name(String metric, String description, Map<String, String> tags) {
        return metrics.metricName(metric, description, new LinkedHashMap<>(tags));
    }
}
