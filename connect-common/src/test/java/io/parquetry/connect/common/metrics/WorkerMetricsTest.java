package io.parquetry.connect.common.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
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

/** Metrics are in JMX where the worker takes metrics of plugins, and tasks run without on an older worker. */
class WorkerMetricsTest {
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
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try (Metrics metrics = new Metrics(
                        new MetricConfig(),
                        List.of(new JmxReporter()),
                        Time.SYSTEM,
                        new KafkaMetricsContext("parquetry.test"));
                PluginMetricsImpl plugin = new PluginMetricsImpl(metrics, Map.of("connector", "fruit", "task", "0"))) {
            WorkerMetrics worker = WorkerMetrics.of(() -> plugin).orElseThrow();
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
            assertThat(server.getAttribute(task, "apples-total")).isEqualTo(7L);
            assertThat(server.getAttribute(task, "pears-total")).isEqualTo(5L);
            assertThat(server.getAttribute(task, "bite-avg-ms")).isEqualTo(30.0);
            assertThat(server.getAttribute(task, "bite-max-ms")).isEqualTo(40.0);
            assertThat(server.getAttribute(new ObjectName(task + ",kind=pear"), "ripe"))
                    .isEqualTo(12L);
        }
    }

    @Test
    void aWorkerWithoutMetricsIsAccepted() {
        assertThat(WorkerMetrics.of(() -> null)).isEmpty();
    }

    @Test
    void aContextWithoutTheMethodIsAccepted() {
        Supplier<Object> old = () -> {
            throw new NoSuchMethodError("pluginMetrics");
        };
        assertThat(WorkerMetrics.of(old)).isEmpty();
    }

    /** As a task asks, in code that knows the type. */
    public static final class Asking {
        public static Optional<?> ask(SourceTaskContext context) {
            return WorkerMetrics.of(() -> context.pluginMetrics());
        }
    }

    /** As in Kafka Connect 3.9, whose clients do not have the type. */
    @Test
    void aWorkerWithoutTheTypeIsAccepted() throws ReflectiveOperationException {
        ClassLoader old = new WithoutPluginMetrics();
        Class<?> theirs = old.loadClass(Asking.class.getName());
        assertThat(theirs).isNotEqualTo(Asking.class);
        try {
            Object shown = theirs.getMethod("ask", old.loadClass(SourceTaskContext.class.getName()))
                    .invoke(null, new Object[] {null});
            assertThat(shown).isEqualTo(Optional.empty());
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
