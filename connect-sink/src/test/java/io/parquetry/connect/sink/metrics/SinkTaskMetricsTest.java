package io.parquetry.connect.sink.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.metrics.TaskName;
import io.parquetry.connect.common.metrics.WorkerMetrics;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.junit.jupiter.api.Test;

/** All metrics of a task are registered with the worker, under their names. */
class SinkTaskMetricsTest {
    private final SinkTaskMetrics taskMetrics = new SinkTaskMetrics(List.of("age", "bytes"));
    private final Clock clock = Clock.fixed(Instant.ofEpochMilli(10_000), ZoneOffset.UTC);

    @Test
    void allMetricsAreRegistered() throws IOException {
        try (Metrics metrics = new Metrics();
                PluginMetricsImpl plugin = new PluginMetricsImpl(metrics, Map.of("connector", "archive"))) {
            taskMetrics.register(
                    WorkerMetrics.of(() -> plugin, new TaskName("sink-task", "archive", 0))
                            .orElseThrow(),
                    clock);
            for (SinkMetric metric : SinkMetric.values()) {
                taskMetrics.set(metric, metric.ordinal() + 1);
            }
            taskMetrics.rotated("bytes");
            taskMetrics.uncommittedSince(4_000);
            taskMetrics.committed(20);
            taskMetrics.committed(40);

            for (SinkMetric metric : SinkMetric.values()) {
                assertThat(shown(metrics, plugin, metric.metric(), Map.of()))
                        .as(metric.metric())
                        .isEqualTo(taskMetrics.value(metric));
            }
            assertThat(shown(metrics, plugin, SinkTaskMetrics.AGE, Map.of())).isEqualTo(6_000L);
            assertThat(shown(metrics, plugin, "commit-latency-avg-ms", Map.of()))
                    .isEqualTo(30.0);
            assertThat(shown(metrics, plugin, "commit-latency-max-ms", Map.of()))
                    .isEqualTo(40.0);
            assertThat(shown(metrics, plugin, SinkTaskMetrics.ROTATIONS, Map.of(SinkTaskMetrics.REASON, "bytes")))
                    .isEqualTo(1L);
        }
    }

    private static Object shown(Metrics metrics, PluginMetricsImpl plugin, String metric, Map<String, String> tags) {
        return metrics.metric(plugin.metricName(metric, "", new LinkedHashMap<>(tags)))
                .metricValue();
    }

    @Test
    void nothingUncommittedHasNoAge() {
        assertThat(taskMetrics.uncommittedAgeMs(5)).isZero();
        taskMetrics.uncommittedSince(10);
        assertThat(taskMetrics.uncommittedAgeMs(5))
                .as("a clock that was set back")
                .isZero();
    }
}
