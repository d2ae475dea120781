package io.parquetry.connect.sink.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.KafkaMetricsContext;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.junit.jupiter.api.Test;

/**
 * All figures stand in JMX where the worker takes metrics of plugins, each is in the documentation, and a worker that is
 * too old for them is none the worse.
 */
class WorkerMetricsTest {
    private static final Path PAGE = Path.of("..", "docs", "sink.md");

    private final TaskFigures figures = new TaskFigures(List.of("age", "bytes"));
    private final Clock clock = Clock.fixed(Instant.ofEpochMilli(10_000), ZoneOffset.UTC);

    private static SinkTaskContext context(Object metrics) {
        return (SinkTaskContext) Proxy.newProxyInstance(
                WorkerMetricsTest.class.getClassLoader(),
                new Class<?>[] {SinkTaskContext.class},
                (proxy, method, arguments) -> method.getName().equals("pluginMetrics") ? metrics : null);
    }

    @Test
    void theFiguresAreInJmx() throws IOException, JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        JmxReporter reporter = new JmxReporter();
        try (Metrics metrics = new Metrics(
                        new MetricConfig(), List.of(reporter), Time.SYSTEM, new KafkaMetricsContext("parquetry.test"));
                PluginMetricsImpl plugin =
                        new PluginMetricsImpl(metrics, Map.of("connector", "archive", "task", "0"))) {
            assertThat(WorkerMetrics.show(figures, context(plugin), clock)).isTrue();
            figures.set(Figure.OPEN_FILES, 7);
            figures.add(Figure.FILES_COMMITTED, 3);
            figures.rotated("bytes");
            figures.uncommittedSince(4_000);
            figures.committed(20);
            figures.committed(40);

            ObjectName task = new ObjectName("parquetry.test:type=plugins,connector=archive,task=0");
            for (Figure figure : Figure.values()) {
                assertThat(server.getAttribute(task, figure.metric()))
                        .as(figure.metric())
                        .isEqualTo(figures.value(figure));
            }
            assertThat(server.getAttribute(task, "open-files")).isEqualTo(7L);
            assertThat(server.getAttribute(task, "files-committed-total")).isEqualTo(3L);
            assertThat(server.getAttribute(task, WorkerMetrics.AGE)).isEqualTo(6_000L);
            assertThat(server.getAttribute(task, WorkerMetrics.LATENCY_AVERAGE)).isEqualTo(30.0);
            assertThat(server.getAttribute(task, WorkerMetrics.LATENCY_MOST)).isEqualTo(40.0);
            ObjectName bytes = new ObjectName(task + ",reason=bytes");
            assertThat(server.getAttribute(bytes, WorkerMetrics.ROTATIONS)).isEqualTo(1L);
        }
    }

    @Test
    void everyMetricIsInTheDocumentation() throws IOException {
        String page = Files.readString(PAGE);
        for (Figure figure : Figure.values()) {
            assertThat(page).contains("| `" + figure.metric() + "` | " + figure.description() + " |");
        }
        assertThat(page)
                .contains(
                        WorkerMetrics.AGE,
                        WorkerMetrics.ROTATIONS,
                        WorkerMetrics.LATENCY_AVERAGE,
                        WorkerMetrics.LATENCY_MOST);
    }

    @Test
    void nothingUncommittedHasNoAge() {
        assertThat(figures.uncommittedAgeMs(5)).isZero();
        figures.uncommittedSince(10);
        assertThat(figures.uncommittedAgeMs(5)).as("a clock that was set back").isZero();
    }

    @Test
    void aWorkerThatGivesNoMetricsIsFine() {
        assertThat(WorkerMetrics.show(figures, context(null), clock)).isFalse();
    }

    @Test
    void aContextWithoutTheMethodIsFine() {
        SinkTaskContext old = (SinkTaskContext) Proxy.newProxyInstance(
                WorkerMetricsTest.class.getClassLoader(),
                new Class<?>[] {SinkTaskContext.class},
                (proxy, method, arguments) -> {
                    throw new NoSuchMethodError(method.toString());
                });
        assertThat(WorkerMetrics.show(figures, old, clock)).isFalse();
    }

    /** As in Kafka Connect 3.9, whose clients do not have the type. */
    @Test
    void aWorkerWithoutTheTypeIsFine() throws ReflectiveOperationException {
        ClassLoader old = new WithoutPluginMetrics();
        Class<?> metrics = old.loadClass(WorkerMetrics.class.getName());
        Class<?> theirFigures = old.loadClass(TaskFigures.class.getName());
        Class<?> contextType = old.loadClass(SinkTaskContext.class.getName());
        assertThat(metrics).isNotEqualTo(WorkerMetrics.class);
        try {
            Object shown = metrics.getMethod("show", theirFigures, contextType, Clock.class)
                    .invoke(null, theirFigures.getConstructor(List.class).newInstance(List.of()), null, clock);
            assertThat(shown).isEqualTo(false);
        } catch (InvocationTargetException e) {
            throw new AssertionError("it is not caught: " + e.getCause(), e.getCause());
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
                    || name.equals(SinkTaskContext.class.getName());
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
