package io.parquetry.connect.source.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names that the JMX exporter gives to metrics, and the alerts on them, from the files of {@code docker/monitoring/}. */
final class MonitoringRules {
    private static final Path DIRECTORY = Path.of("..", "docker", "monitoring");
    private static final Pattern RULE = Pattern.compile("  - pattern: '([^']+)'\\n    name: (\\S+)");
    private static final Pattern ALERT = Pattern.compile(
            "- alert: (\\w+)\\s+expr: \\|\\n(.*?)\\n(?:        for: \\S+\\n)?        labels:\\s+severity: (\\w+)\\s+"
                    + "annotations:\\s+summary: \"[^\\n]+\"\\s+description: \"([^\\n]+)\"\\s+runbook_url: \\S+#([\\w-]+)",
            Pattern.DOTALL);

    private final List<MatchResult> rules;
    private final List<Alert> alerts;

    MonitoringRules() throws IOException {
        String rulesFile = Files.readString(DIRECTORY.resolve("jmx-exporter.yaml"));
        String alertsFile = Files.readString(DIRECTORY.resolve("alerts.yaml"));
        this.rules = RULE.matcher(rulesFile).results().toList();
        this.alerts = ALERT.matcher(alertsFile)
                .results()
                .map(alert -> new Alert(alert.group(1), alert.group(2), alert.group(3), alert.group(4), alert.group(5)))
                .toList();
        assertThat(alerts).as("alerts that are found").hasSize(alertsFile.split("- alert:", -1).length - 1);
    }

    /** @param anchor of the entry in the runbook */
    record Alert(String name, String expression, String severity, String description, String anchor) {
        boolean reads(String exported) {
            return Pattern.compile("\\b" + exported + "\\b").matcher(expression).find();
        }
    }

    List<Alert> alerts() {
        return alerts;
    }

    /** The name in Prometheus. */
    String exported(String type, String metric, List<String> tags) {
        String tag = tags.isEmpty() ? "" : ", " + tags.get(0) + "=any";
        String attribute = "io.parquetry<type=" + type + ", connector=a, task=0" + tag + "><>" + metric + ":";
        for (MatchResult rule : rules) {
            Matcher matcher = Pattern.compile(rule.group(1)).matcher(attribute);
            if (matcher.lookingAt()) {
                return matcher.replaceFirst(rule.group(2)).strip().replace('-', '_');
            }
        }
        throw new AssertionError("docker/monitoring/jmx-exporter.yaml has no rule for " + metric);
    }
}
