package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The files of {@code docker/monitoring/} agree with each other and with the documentation. {@code RoundTripIT} holds
 * them against a running worker.
 */
class MonitoringFilesTest {
    private static final String RUNBOOK = "https://github.com/parquetry/parquetry/blob/main/docs/reference/runbook.md#";

    private static List<String> metricsOf(String connector) {
        String text = MonitoringFiles.text(MonitoringFiles.ROOT.resolve("docs/reference/metrics.md"));
        String section = text.substring(text.indexOf("\n## " + connector + "\n"));
        return groups("(?m)^\\| `([a-z-]+)` \\|", section.substring(0, section.indexOf("\n## ", 1)));
    }

    private static List<String> groups(String regex, String text) {
        return Pattern.compile(regex)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    /** The names that the rules give to an attribute, of which the exporter takes the first. */
    private static List<String> exported(String bean, String metric) {
        String tags = metric.equals("rotations-total") ? ", reason=age" : "";
        String attribute = bean + ", connector=\"a:b\", task=12" + tags + "><>" + metric + ": 7";
        List<String> names = new ArrayList<>();
        for (JsonNode rule :
                MonitoringFiles.yaml(MonitoringFiles.EXPORTER_RULES).get("rules")) {
            Matcher matcher = Pattern.compile(rule.get("pattern").asText()).matcher(attribute);
            if (matcher.lookingAt()) {
                assertThat(matcher.group(1)).isEqualTo("a:b");
                assertThat(matcher.group(2)).isEqualTo("12");
                names.add(matcher.replaceAll(rule.get("name").asText()));
            }
        }
        return names;
    }

    @ParameterizedTest
    @CsvSource({"Sink, sink, 20", "Source, source, 15"})
    void eachMetricOfTheDocumentationHasOneRuleForOldAndNewWorkers(String section, String type, int least) {
        List<String> metrics = metricsOf(section);
        assertThat(metrics).hasSizeGreaterThan(least);
        Set<String> names = new HashSet<>();
        for (String metric : metrics) {
            List<String> name = exported("kafka.connect<type=plugins", metric);
            assertThat(name).as(metric).hasSize(1);
            assertThat(exported("io.parquetry<type=" + type + "-task", metric))
                    .as(metric + " of an old worker")
                    .isEqualTo(name);
            assertThat(names.add(name.get(0)))
                    .as(metric + " has a name of its own")
                    .isTrue();
        }
    }

    @Test
    void eachPanelSaysWhatItShowsAndInWhichUnit() {
        assertThat(MonitoringFiles.dashboards()).hasSize(2);
        for (Path dashboard : MonitoringFiles.dashboards()) {
            List<JsonNode> panels = MonitoringFiles.panels(dashboard);
            assertThat(panels).hasSizeGreaterThan(10).allSatisfy(panel -> {
                assertThat(panel.get("title").asText()).isNotBlank();
                assertThat(panel.get("description").asText()).endsWith(".");
                assertThat(panel.at("/fieldConfig/defaults/unit").asText()).isNotBlank();
                assertThat(panel.get("targets")).isNotEmpty();
            });
        }
    }

    /** A panel with a line for a limit names the alert whose limit that is. */
    @Test
    void theLimitsOfPanelsAreThoseOfTheAlerts() {
        List<String> limits = new ArrayList<>();
        for (Path dashboard : MonitoringFiles.dashboards()) {
            for (JsonNode panel : MonitoringFiles.panels(dashboard)) {
                JsonNode steps = panel.at("/fieldConfig/defaults/thresholds/steps");
                List<String> named = groups(
                        "is where (\\w+) begins", panel.get("description").asText());
                assertThat(steps.isMissingNode())
                        .as(panel.get("title").asText())
                        .isEqualTo(named.isEmpty());
                named.forEach(alert -> limits.add(alert + " > " + steps.get(1).get("value")));
            }
        }
        assertThat(limits).hasSize(3).allSatisfy(limit -> {
            String name = limit.substring(0, limit.indexOf(' '));
            assertThat(MonitoringFiles.alerts())
                    .filteredOn(alert -> alert.get("alert").asText().equals(name))
                    .hasSize(1)
                    .allMatch(alert -> alert.get("expr").asText().strip().endsWith(limit.substring(name.length())));
        });
    }

    @Test
    void dashboardsWorkWithAnyDatasource() {
        for (Path dashboard : MonitoringFiles.dashboards()) {
            JsonNode root = MonitoringFiles.json(dashboard);
            assertThat(root.has("uid")).isFalse();
            assertThat(root.has("id")).isFalse();
            assertThat(root.findValuesAsText("uid")).isNotEmpty().allMatch("${datasource}"::equals);
            assertThat(root.at("/templating/list/0/type").asText()).isEqualTo("datasource");
        }
    }

    @Test
    void eachAlertSaysWhatItMeansAndLinksToItsEntryInTheRunbook() {
        String runbook = MonitoringFiles.text(MonitoringFiles.ROOT.resolve("docs/reference/runbook.md"));
        List<String> entries = groups("<a id=\"([\\w-]+)\">", runbook);
        assertThat(entries).doesNotHaveDuplicates();
        List<String> linked = new ArrayList<>();
        for (JsonNode alert : MonitoringFiles.alerts()) {
            String name = alert.get("alert").asText();
            JsonNode annotations = alert.get("annotations");
            assertThat(annotations.get("summary").asText())
                    .as(name)
                    .contains("{{ $labels.connector }}", "$labels.task");
            assertThat(annotations.get("description").asText()).as(name).endsWith(".");
            assertThat(alert.at("/labels/severity").asText()).as(name).isIn("critical", "warning");
            assertThat(annotations.get("runbook_url").asText()).as(name).startsWith(RUNBOOK);
            linked.add(annotations.get("runbook_url").asText().substring(RUNBOOK.length()));
        }
        assertThat(linked).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(entries);
    }

    @Test
    void metricsAndSelectorsOfAnExpressionAreFound() {
        MonitoringFiles.Expression expression = new MonitoringFiles.Expression(
                "here",
                "increase(a_total{reason=\"memory\", job=~\"$job\"}[15m]) > 0 or on (job) group_left () b offset 5m"
                        + " and sum by (connector) (c{status=~\"$status\"}) == smu(d)");
        assertThat(expression.metrics()).containsExactly("a_total", "b", "c", "d", "smu");
        assertThat(expression.selectors())
                .extracting(MonitoringFiles.Selector::metric)
                .containsExactly("a_total", "c");
        assertThat(expression.selectors().get(0).labels()).containsOnlyKeys("reason");
    }
}
