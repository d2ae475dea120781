package io.parquetry.connect.sink.metrics;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Avg;
import org.apache.kafka.common.metrics.stats.Max;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows a task's figures among the worker's metrics. A worker before 4.1 has no place for them (KIP-877), and the task
 * works without.
 */
public final class WorkerMetrics {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerMetrics.class);

    public static final String AGE = "uncommitted-age-ms";
    public static final String ROTATIONS = "rotations-total";
    public static final String REASON = "reason";
    public static final String LATENCY_AVERAGE = "commit-latency-avg-ms";
    public static final String LATENCY_MOST = "commit-latency-max-ms";

    private WorkerMetrics() {}

    /** @return whether the worker takes metrics */
    public static boolean show(TaskFigures figures, SinkTaskContext context, Clock clock) {
        try {
            return Registration.show(figures, context, clock);
        } catch (NoSuchMethodError | NoClassDefFoundError e) {
            LOG.debug("this worker takes no metrics of plugins, which needs Kafka Connect 4.1: {}", e.toString());
            return false;
        }
    }

    /** Stands by itself, so that nothing of it is loaded where its types are unknown until {@link #show} can catch it. */
    private static final class Registration {
        private final PluginMetrics metrics;

        private Registration(PluginMetrics metrics) {
            this.metrics = metrics;
        }

        static boolean show(TaskFigures figures, SinkTaskContext context, Clock clock) {
            // The type is asked for before the context is: a worker without it has no such method either.
            PluginMetrics metrics = PluginMetrics.class.cast(context.pluginMetrics());
            if (metrics == null) {
                return false;
            }
            new Registration(metrics).show(figures, clock);
            return true;
        }

        private void show(TaskFigures figures, Clock clock) {
            for (Figure figure : Figure.values()) {
                gauge(name(figure.metric(), figure.description(), Map.of()), () -> figures.value(figure));
            }
            for (String reason : figures.rotationReasons()) {
                gauge(
                        name(ROTATIONS, "Files that ended, by reason.", Map.of(REASON, reason)),
                        () -> figures.rotations(reason));
            }
            gauge(
                    name(AGE, "Age of the oldest record that is not committed.", Map.of()),
                    () -> figures.uncommittedAgeMs(clock.millis()));
            Sensor latency = metrics.addSensor("commit-latency");
            latency.add(name(LATENCY_AVERAGE, "Time that commits took on average.", Map.of()), new Avg());
            latency.add(name(LATENCY_MOST, "Time that the longest commit took.", Map.of()), new Max());
            figures.onCommit(latency::record);
        }

        private void gauge(MetricName name, LongSupplier value) {
            metrics.addMetric(name, (Gauge<Long>) (config, nowMs) -> value.getAsLong());
        }

        private MetricName name(String metric, String description, Map<String, String> tags) {
            return metrics.metricName(metric, description, new LinkedHashMap<>(tags));
        }
    }
}
