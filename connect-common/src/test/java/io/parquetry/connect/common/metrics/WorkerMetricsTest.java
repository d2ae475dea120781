package io.parquetry.connect.common.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.KafkaMetricsContext;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.junit.jupiter.api.Test;

/** Metrics are in JMX where the worker takes metrics of plugins, and else as MBeans of our own; they never fail a task. */
class WorkerMetricsTest {
    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();
    private static final TaskName TASK = new TaskName("sink-task", "fruit", 1);
    private static final String OWN_BEAN = "io.parquetry:type=sink-task,connector=fruit,task=1";

    private enum Fruit implements Metric {
        APPLES,
        PEARS;

        @Override
        public String metric() {
            return name().toLowerCase(Locale.ROOT) + "-total";
        }

        @Override
        public String description() {
            return "Pieces of fruit.";
        }
    }

    @Test
    void registeredMetricsAreInJmx() throws IOException, JMException {
        try (Metrics metrics = new Metrics(
                        new MetricConfig(),
                        List.of(new JmxReporter()),
                        Time.SYSTEM,
                        new KafkaMetricsContext("parquetry.test"));
                PluginMetricsImpl plugin = new PluginMetricsImpl(metrics, Map.of("connector", "fruit", "task", "0"))) {
            WorkerMetrics worker = WorkerMetrics.of(() -> plugin, TASK).orElseThrow();
            TaskMetrics<Fruit> fruit = new TaskMetrics<>(Fruit.class);
            fruit.register(worker);
            worker.gauge("ripe", "Which are ripe.", Map.of("kind", "pear"), () -> 12);
            LongConsumer bites = worker.durations("bite", "a bite");
            fruit.set(Fruit.APPLES, 7);
            fruit.add(Fruit.PEARS, 2);
            fruit.add(Fruit.PEARS, 3);
            bites.accept(20);
            bites.accept(40);

            ObjectName task = new ObjectName("parquetry.test:type=plugins,connector=fruit,task=0");
            assertThat(SERVER.getAttribute(task, "apples-total")).isEqualTo(7L);
            assertThat(SERVER.getAttribute(task, "pears-total")).isEqualTo(5L);
            assertThat(SERVER.getAttribute(task, "bite-avg-ms")).isEqualTo(30.0);
            assertThat(SERVER.getAttribute(task, "bite-max-ms")).isEqualTo(40.0);
            assertThat(SERVER.getAttribute(new ObjectName(task + ",kind=pear"), "ripe"))
                    .isEqualTo(12L);
        }
    }

    @Test
    void aWorkerWithoutMetricsIsAccepted() {
        assertThat(WorkerMetrics.of(() -> null, TASK)).isEmpty();
    }

    private static WorkerMetrics ofOldWorker() {
        Supplier<Object> old = () -> {
            throw new NoSuchMethodError("pluginMetrics");
        };
        return WorkerMetrics.of(old, TASK).orElseThrow();
    }

    private static Object attribute(String bean, String attribute) throws JMException {
        return SERVER.getAttribute(new ObjectName(bean), attribute);
    }

    @Test
    void aContextWithoutTheMethodHasMBeansOfOurOwn() throws JMException {
        try (WorkerMetrics worker = ofOldWorker()) {
            worker.gauge("ripe", "Which are ripe.", Map.of(), () -> 5);
            worker.gauge("ripe", "Which are ripe.", Map.of("kind", "pear"), () -> 12);
            LongConsumer bites = worker.durations("bite", "a bite");
            bites.accept(20);
            bites.accept(40);
            assertThat(attribute(OWN_BEAN, "ripe")).isEqualTo(5L);
            assertThat(attribute(OWN_BEAN + ",kind=pear", "ripe")).isEqualTo(12L);
            assertThat(attribute(OWN_BEAN, "bite-avg-ms")).isEqualTo(30.0);
            assertThat(attribute(OWN_BEAN, "bite-max-ms")).isEqualTo(40.0);
        }
        assertThat(SERVER.isRegistered(new ObjectName(OWN_BEAN))).isFalse();
    }

    @Test
    void aTaskThatReplacesOneThatIsStillOpenIsShownAfterIt() throws JMException {
        try (WorkerMetrics after = ofOldWorker()) {
            LongConsumer others;
            try (WorkerMetrics before = ofOldWorker()) {
                before.gauge("ripe", "Which are ripe.", Map.of(), () -> 5);
                LongConsumer bites = before.durations("bite", "a bite");
                after.gauge("ripe", "Which are ripe.", Map.of(), () -> 6);
                others = after.durations("bite", "a bite");
                bites.accept(1);
                after.retry(60_000);
                assertThat(attribute(OWN_BEAN, "ripe")).isEqualTo(5L);
                assertThat(attribute(OWN_BEAN, "bite-max-ms")).isEqualTo(1.0);
            }
            after.retry(120_000);
            others.accept(9);
            assertThat(attribute(OWN_BEAN, "ripe")).isEqualTo(6L);
            assertThat(attribute(OWN_BEAN, "bite-max-ms")).isEqualTo(9.0);
        }
        assertThat(SERVER.isRegistered(new ObjectName(OWN_BEAN))).isFalse();
    }

    /** As a worker from 4.1 on does it when a task is replaced: all tasks have one registry. */
    @Test
    void takenNamesOfPluginMetricsAreTriedAgain() throws IOException {
        try (Metrics metrics = new Metrics();
                PluginMetricsImpl second = new PluginMetricsImpl(metrics, Map.of("task", "0"))) {
            WorkerMetrics after;
            TaskMetrics<Fruit> fruit = new TaskMetrics<>(Fruit.class);
            fruit.set(Fruit.PEARS, 8);
            try (PluginMetricsImpl first = new PluginMetricsImpl(metrics, Map.of("task", "0"))) {
                new TaskMetrics<>(Fruit.class)
                        .register(WorkerMetrics.of(() -> first, TASK).orElseThrow());
                after = WorkerMetrics.of(() -> second, TASK).orElseThrow();
                fruit.register(after);
                assertThat(pears(metrics, second)).isEqualTo(0L);
            }
            after.retry(60_000);
            assertThat(pears(metrics, second)).isEqualTo(8L);
        }
    }

    private static Object pears(Metrics metrics, PluginMetricsImpl plugin) {
        return metrics.metric(plugin.metricName("pears-total", "", new LinkedHashMap<>()))
                .metricValue();
    }

    @Test
    void tasksOfOneWorkerDoNotShareTheirDurations() throws IOException {
        try (Metrics metrics = new Metrics();
                PluginMetricsImpl first = new PluginMetricsImpl(metrics, Map.of("task", "0"));
                PluginMetricsImpl second = new PluginMetricsImpl(metrics, Map.of("task", "1"))) {
            WorkerMetrics.of(() -> first, TASK)
                    .orElseThrow()
                    .durations("bite", "a bite")
                    .accept(10);
            WorkerMetrics.of(() -> second, TASK)
                    .orElseThrow()
                    .durations("bite", "a bite")
                    .accept(30);
            assertThat(metrics.metric(first.metricName("bite-max-ms", "", new LinkedHashMap<>()))
                            .metricValue())
                    .isEqualTo(10.0);
        }
    }

    /** As a task asks, in code that knows the type. */
    public static final class Asking {
        public static Optional<?> ask(SourceTaskContext context) {
            return WorkerMetrics.of(() -> context.pluginMetrics(), new TaskName("source-task", "old", 3));
        }
    }

    /** As in Kafka Connect 3.9, whose clients do not have the type. */
    @Test
    void aWorkerWithoutTheTypeHasMBeansOfOurOwn() throws ReflectiveOperationException, JMException {
        ClassLoader old = new WithoutPluginMetrics();
        Class<?> theirs = old.loadClass(Asking.class.getName());
        assertThat(theirs).isNotEqualTo(Asking.class);
        try {
            Object shown = theirs.getMethod("ask", old.loadClass(SourceTaskContext.class.getName()))
                    .invoke(null, new Object[] {null});
            Object metrics = ((Optional<?>) shown).orElseThrow();
            metrics.getClass()
                    .getMethod("gauge", String.class, String.class, Map.class, LongSupplier.class)
                    .invoke(metrics, "ripe", "Which are ripe.", Map.of(), (LongSupplier) () -> 3);
            assertThat(attribute("io.parquetry:type=source-task,connector=old,task=3", "ripe"))
                    .isEqualTo(3L);
            metrics.getClass().getMethod("close").invoke(metrics);
        } catch (InvocationTargetException e) {
            throw new AssertionError("an error was not caught: " + e.getCause(), e.getCause());
        }
    }

    /** Has the classes of this package by itself, and none of the metrics of plugins. */
    private static final class WithoutPluginMetrics extends ClassLoader {
        WithoutPluginMetrics() {
            super(WorkerMetricsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals("org.apache.kafka.common.metrics.PluginMetrics")) {
                throw new ClassNotFoundException(name);
            }
            boolean own = name.startsWith(WorkerMetrics.class.getPackageName())
                    || name.equals(SourceTaskContext.class.getName());
            if (!own) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
