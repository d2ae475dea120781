package io.parquetry.connect.common.metrics;

import io.parquetry.connect.common.log.Log;
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

/**
 * The metrics of a task in its worker. A worker before 4.1 takes no metrics of plugins (KIP-877), and its tasks run
 * without: only {@link #of} of this class is called there.
 */
public final class WorkerMetrics {
    private static final Log LOG = Log.of(WorkerMetrics.class);

    private final PluginMetrics metrics;

    private WorkerMetrics(PluginMetrics metrics) {
        this.metrics = metrics;
    }

    /**
     * The metrics of a task in its worker.
     *
     * @param pluginMetrics calls {@code pluginMetrics()} of the task's context. It must be a lambda: a method reference
     *     would need the type of the result, which an old worker does not have, before the error can be caught
     * @return empty when the worker takes no metrics
     */
    public static Optional<WorkerMetrics> of(Supplier<Object> pluginMetrics) {
        try {
            // Load the type before the call: a worker without the type does not have the method either.
            Class<PluginMetrics> type = PluginMetrics.class;
            return Optional.ofNullable(pluginMetrics.get()).map(type::cast).map(WorkerMetrics::new);
        } catch (NoSuchMethodError | NoClassDefFoundError e) {
            LOG.debug("this worker takes no metrics of plugins, which needs Kafka Connect 4.1: {}", e.toString());
            return Optional.empty();
        }
    }

    /** Registers a metric whose current value {@code value} gives. */
    public void gauge(Metric metric, LongSupplier value) {
        gauge(metric.metric(), metric.description(), Map.of(), value);
    }

    /** @param tags distinguish metrics of the same name */
    public void gauge(String metric, String description, Map<String, String> tags, LongSupplier value) {
        Objects.requireNonNull(value, "value");
        metrics.addMetric(name(metric, description, tags), (Gauge<Long>) (config, nowMs) -> value.getAsLong());
    }

    /**
     * Registers average and maximum of durations as {@code <what>-avg-ms} and {@code <what>-max-ms}.
     *
     * @param one what is measured, as in "a commit"
     * @return records a duration in milliseconds
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
