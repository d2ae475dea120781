package io.parquetry.connect.sink.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.metrics.WorkerMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.junit.jupiter.api.Test;

/** All figures of a task are among the worker's metrics, and each is in the documentation. */
class SinkTaskMetricsTest {
    private static final Path PAGE = Path.of("..", "docs", "sink.md");

    private final SinkTaskMetrics figures = new SinkTaskMetrics(List.of("age", "bytes"));
    private final Clock clock = Clock.fixed(Instant.ofEpochMilli(10_000), ZoneOffset.UTC);

    @Test
    void allFiguresAreShown() throws IOException {
        try (Metrics metrics = new Metrics();
                PluginMetricsImpl plugin = new PluginMetricsImpl(metrics, Map.of("connector", "archive"))) {
            figures.register(WorkerMetrics.of(() -> plugin).orElseThrow(), clock);
            for (SinkMetric metric : SinkMetric.values()) {
                figures.set(metric, metric.ordinal() + 1);
            }
            figures.rotated("bytes");
            figures.uncommittedSince(4_000);
            figures.committed(20);
            figures.committed(40);

            for (SinkMetric metric : SinkMetric.values()) {
                assertThat(shown(metrics, plugin, metric.metric(), Map.of()))
                        .as(metric.metric())
                        .isEqualTo(figures.value(metric));
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
    void everyMetricIsInTheDocumentation() throws IOException {
        String page = Files.readString(PAGE);
        for (SinkMetric metric : SinkMetric.values()) {
            assertThat(page).contains("| `" + metric.metric() + "` | " + metric.description() + " |");
        }
        assertThat(page)
                .contains(
                        SinkTaskMetrics.AGE,
                        SinkTaskMetrics.ROTATIONS,
                        SinkTaskMetrics.COMMIT_LATENCY + "-avg-ms",
                        SinkTaskMetrics.COMMIT_LATENCY + "-max-ms");
    }

    @Test
    void nothingUncommittedHasNoAge() {
        assertThat(figures.uncommittedAgeMs(5)).isZero();
        figures.uncommittedSince(10);
        assertThat(figures.uncommittedAgeMs(5)).as("a clock that was set back").isZero();
    }
}
