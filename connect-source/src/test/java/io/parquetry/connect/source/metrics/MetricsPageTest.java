package io.parquetry.connect.source.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.config.GeneratedPage;
import io.parquetry.connect.common.metrics.TaskName;
import io.parquetry.connect.common.metrics.WorkerMetrics;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import io.parquetry.connect.sink.rotation.RotationReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.junit.jupiter.api.Test;

/**
 * docs/reference/metrics.md has each metric that a task of either connector registers with its worker, and each alert
 * of {@code docker/monitoring/alerts.yaml}. With {@code -Dwrite.docs=true} the page is written; without, it is
 * compared.
 */
class MetricsPageTest {
    private static final GeneratedPage PAGE = GeneratedPage.of("metrics.md", "connect-source", MetricsPageTest.class);

    private static final String OPENING = """
            # Metrics and alerts

            Generated from the code and from `docker/monitoring/`: `%s`.

            Each task of a connector has these metrics. [monitoring.md](../how-to/monitoring.md) says how Prometheus and Grafana
            get them.

            - **In JMX**, on workers from Kafka Connect 4.1 on, they are attributes of `kafka.connect:type=plugins`, with the
              tags of the task.
            - **On older workers** they have the same names, in MBeans of the plugin's own:
              `io.parquetry:type=sink-task,connector=NAME,task=0` and `io.parquetry:type=source-task,connector=NAME,task=0`.
            - **A counter** (`-total`) only grows, and begins at 0 with each task. All others are gauges.
            - **While a replaced task is still closing**, its metrics are shown, and the new ones some seconds later.
            """;

    private static final String ALERTS = """

            ## Alerts

            The column *alert* links to what to do. The rules are in `docker/monitoring/alerts.yaml`; adjust their thresholds
            there. A worker that does not answer has no metrics, so no alert fires: let Prometheus' `up` tell that. An alert on
            single events (bad records, missing files) is on for 15 minutes after the last event.
            """;

    private final MonitoringRules monitoring;

    MetricsPageTest() throws IOException {
        this.monitoring = new MonitoringRules();
    }

    /** @param tags beside those of the task */
    private record Row(String metric, String description, List<String> tags) {}

    /** What a task registers, by the order of the names; metrics that differ only in a tag are one row. */
    private static List<Row> registered(String type, Consumer<WorkerMetrics> register) throws IOException {
        TaskName task = new TaskName(type, "any", 0);
        try (Metrics metrics = new Metrics();
                PluginMetricsImpl plugin = new PluginMetricsImpl(metrics, Map.of("connector", "any", "task", "0"))) {
            register.accept(WorkerMetrics.of(() -> plugin, task).orElseThrow());
            Map<String, Row> rows = new TreeMap<>();
            for (MetricName name : metrics.metrics().keySet()) {
                if (name.tags().containsKey("connector")) {
                    List<String> tags = name.tags().keySet().stream()
                            .filter(tag -> !List.of("connector", "task").contains(tag))
                            .toList();
                    rows.put(name.name(), new Row(name.name(), name.description(), tags));
                }
            }
            return List.copyOf(rows.values());
        }
    }

    private String table(String type, List<Row> rows) {
        StringBuilder table =
                new StringBuilder("| metric | what it says | in Prometheus | alert |\n|---|---|---|---|\n");
        for (Row row : rows) {
            String exported = monitoring.exported(type, row.metric(), row.tags());
            String alerts = monitoring.alerts().stream()
                    .filter(alert -> alert.reads(exported))
                    .map(MetricsPageTest::link)
                    .collect(Collectors.joining(", "));
            table.append("| `%s` | %s | `%s` | %s |\n".formatted(row.metric(), row.description(), exported, alerts));
        }
        return table.toString();
    }

    private static String link(MonitoringRules.Alert alert) {
        return "[`%s`](runbook.md#%s), %s".formatted(alert.name(), alert.anchor(), alert.severity());
    }

    private String page() throws IOException {
        List<String> reasons =
                Stream.of(RotationReason.values()).map(RotationReason::text).toList();
        SinkTaskMetrics sink = new SinkTaskMetrics(reasons);
        SourceTaskMetrics source = new SourceTaskMetrics(() -> 0, () -> 0);
        StringBuilder page = new StringBuilder(OPENING.formatted(PAGE.command()));
        page.append("\n## Sink\n\n");
        page.append(table("sink-task", registered("sink-task", worker -> sink.register(worker, Clock.systemUTC()))));
        page.append("\n`rotations-total` has a tag `reason`: ")
                .append(reasons.stream().map(reason -> "`" + reason + "`").collect(Collectors.joining(", ")))
                .append(". [sink.md](sink.md#when-a-file-is-closed) has their meaning.\n");
        page.append("\n## Source\n\n").append(table("source-task", registered("source-task", source::show)));
        String others = monitoring.alerts().stream()
                .filter(alert -> page.indexOf("`" + alert.name() + "`") < 0)
                .map(MetricsPageTest::link)
                .collect(Collectors.joining("; "));
        return page.append(ALERTS)
                .append("\nOn the state of Connect: ")
                .append(others)
                .append(".\n")
                .toString();
    }

    @Test
    void thePageIsUpToDate() throws IOException {
        PAGE.assertUpToDate(page());
    }

    @Test
    void thePageOfTheSinkHasARowForEachReasonToCloseAFile() throws IOException {
        assertThat(Files.readString(Path.of("..", "docs", "reference", "sink.md")))
                .contains(Stream.of(RotationReason.values())
                        .map(reason -> "\n| `" + reason.text() + "` |")
                        .toList());
    }
}
