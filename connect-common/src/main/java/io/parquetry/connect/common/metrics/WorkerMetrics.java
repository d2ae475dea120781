package io.parquetry.connect.common.metrics;

import io.parquetry.connect.common.log.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Avg;
import org.apache.kafka.common.metrics.stats.Max;

/**
 * The metrics of a task in its worker. A worker before 4.1 takes no metrics of plugins (KIP-877); there they are MBeans
 * of our own.
 *
 * <p>Metrics never fail a task. The names of a task are taken while an earlier task of the same number is still
 * closing, so what cannot be registered is tried again by {@link #retry}. Only the task's thread calls the methods.
 */
public final class WorkerMetrics implements AutoCloseable {
    private static final Log LOG = Log.of(WorkerMetrics.class);
    private static final long RETRY_MS = 5_000;

    private final MetricsRegistry registry;
    private final TaskName task;

    /** What could not be registered yet. */
    private final List<Runnable> waiting = new ArrayList<>();

    private boolean warned;
    private long lastTryMs;

    private WorkerMetrics(MetricsRegistry registry, TaskName task) {
        this.registry = registry;
        this.task = task;
    }

    /**
     * The metrics of a task in its worker.
     *
     * @param pluginMetrics calls {@code pluginMetrics()} of the task's context. It must be a lambda: a method reference
     *     would need the type of the result, which an old worker does not have, before the error can be caught
     * @return empty when the worker has no place for metrics
     */
    public static Optional<WorkerMetrics> of(Supplier<Object> pluginMetrics, TaskName task) {
        return registry(pluginMetrics, task).map(registry -> new WorkerMetrics(registry, task));
    }

    private static Optional<MetricsRegistry> registry(Supplier<Object> pluginMetrics, TaskName task) {
        try {
            // Load the type before the call: a worker without the type does not have the method either.
            Class<PluginMetrics> type = PluginMetrics.class;
            return Optional.ofNullable(pluginMetrics.get()).map(type::cast).map(PluginMetricsRegistry::new);
        } catch (NoSuchMethodError | NoClassDefFoundError e) {
            LOG.debug("this worker takes no metrics of plugins, which needs Kafka Connect 4.1: {}", e.toString());
            return Optional.of(new OwnMetricsRegistry(task));
        } catch (RuntimeException e) {
            LOG.warn("{} runs without metrics, because the worker gives no place for them: {}", task, e.toString());
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
        register(() -> registry.add(
                registry.name(metric, description, tags), (Gauge<Long>) (config, nowMs) -> value.getAsLong()));
    }

    /**
     * Registers average and maximum of durations as {@code <what>-avg-ms} and {@code <what>-max-ms}.
     *
     * @param one what is measured, as in "a commit"
     * @return records a duration in milliseconds
     */
    public LongConsumer durations(String what, String one) {
        Durations durations = new Durations(what, one);
        register(durations::register);
        return durations;
    }

    /** Sensors of all tasks of a worker have names in common, so the name is made unique. */
    private final class Durations implements LongConsumer {
        private final String what;
        private final String one;
        /** Null until it is registered. */
        private Sensor sensor;

        Durations(String what, String one) {
            this.what = what;
            this.one = one;
        }

        /** May be called again after a failure: a sensor ignores metrics that it already has. */
        void register() {
            if (sensor == null) {
                sensor = registry.addSensor(what + "-" + UUID.randomUUID());
            }
            sensor.add(registry.name(what + "-avg-ms", "Time that " + one + " took on average.", Map.of()), new Avg());
            sensor.add(registry.name(what + "-max-ms", "Time that " + one + " took at most.", Map.of()), new Max());
        }

        @Override
        public void accept(long ms) {
            if (sensor != null) {
                sensor.record((double) ms);
            }
        }
    }

    private void register(Runnable registration) {
        if (!tryRegister(registration)) {
            waiting.add(registration);
        }
    }

    private boolean tryRegister(Runnable registration) {
        try {
            registration.run();
            return true;
        } catch (RuntimeException e) {
            if (!warned) {
                warned = true;
                LOG.warn(
                        "{}: its metrics cannot be registered now, probably because a task that it replaces is still"
                                + " closing; registering is tried again every {} s: {}",
                        task,
                        RETRY_MS / 1000,
                        e.toString());
            }
            return false;
        }
    }

    /** Tries again to register what could not be registered, every few seconds; called in each turn of the task. */
    public void retry(long nowMs) {
        if (waiting.isEmpty() || Math.abs(nowMs - lastTryMs) < RETRY_MS) {
            return;
        }
        lastTryMs = nowMs;
        waiting.removeIf(this::tryRegister);
        if (waiting.isEmpty()) {
            LOG.info("{}: its metrics are registered", task);
        }
    }

    /** Removes the metrics where the worker does not. */
    @Override
    public void close() {
        waiting.clear();
        registry.close();
    }
}
