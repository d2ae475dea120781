package io.parquetry.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files of {@code docker/monitoring/}, and what the expressions of dashboards and alerts name. */
final class MonitoringFiles {
    static final Path ROOT = Path.of("..", "..");
    static final Path DIRECTORY = ROOT.resolve("docker/monitoring");
    static final Path EXPORTER_RULES = DIRECTORY.resolve("jmx-exporter.yaml");
    static final Path ALERTS = DIRECTORY.resolve("alerts.yaml");

    private static final JsonMapper JSON = new JsonMapper();

    /** Prometheus adds these to each sample. */
    private static final Set<String> LABELS_OF_PROMETHEUS = Set.of("job", "instance");

    /** The words of PromQL that our expressions have. */
    private static final Set<String> WORDS = Set.of("and", "or", "unless", "max", "sum", "rate", "increase");

    private static final Pattern SELECTOR = Pattern.compile("(\\w+)\\s*\\{([^}]*)}");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~|=)\"([^\"]*)\"");
    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*), \\w+\\)");

    private MonitoringFiles() {}

    /** A metric with the label values that an expression demands; values of dashboard variables are left out. */
    record Selector(String metric, Map<String, Pattern> labels) {
        boolean selects(ExportedMetrics.Sample sample) {
            return sample.metric().equals(metric)
                    && labels.entrySet().stream()
                            .allMatch(label -> label.getValue()
                                    .matcher(sample.labels().getOrDefault(label.getKey(), ""))
                                    .matches());
        }
    }

    /** @param where the file and the panel, variable or alert */
    record Expression(String where, String promql) {
        /** Each word that is neither PromQL's nor a label. A misspelt function counts as a metric, so it is found. */
        Set<String> metrics() {
            String bare = promql.replaceAll("\"[^\"]*\"", " ")
                    .replaceAll("\\{[^}]*}|\\[[^]]*]", " ")
                    .replaceAll("\\b(by|on|group_left)\\s*\\([^)]*\\)", " ")
                    .replaceAll("\\boffset\\s+\\w+", " ");
            Set<String> metrics = new TreeSet<>();
            Pattern.compile("\\b[a-z_]\\w*")
                    .matcher(bare)
                    .results()
                    .map(MatchResult::group)
                    .filter(word -> !WORDS.contains(word))
                    .forEach(metrics::add);
            return metrics;
        }

        List<Selector> selectors() {
            List<Selector> selectors = new ArrayList<>();
            Matcher selector = SELECTOR.matcher(promql);
            while (selector.find()) {
                Map<String, Pattern> labels = new HashMap<>();
                Matcher matcher = MATCHER.matcher(selector.group(2));
                while (matcher.find()) {
                    boolean isVariable = matcher.group(3).startsWith("$");
                    String value = matcher.group(2).equals("=") ? Pattern.quote(matcher.group(3)) : matcher.group(3);
                    if (!LABELS_OF_PROMETHEUS.contains(matcher.group(1))) {
                        labels.put(matcher.group(1), Pattern.compile(isVariable ? ".+" : value));
                    }
                }
                selectors.add(new Selector(selector.group(1), labels));
            }
            return selectors;
        }
    }

    static JsonNode yaml(Path file) {
        return JSON.valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).load(text(file)));
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    static List<Path> dashboards() {
        try (Stream<Path> files = Files.list(DIRECTORY.resolve("dashboards"))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list the dashboards", e);
        }
    }

    static JsonNode json(Path file) {
        try {
            return JSON.readTree(text(file));
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + file, e);
        }
    }

    /** The panels of a dashboard that show something; rows only group them. */
    static List<JsonNode> panels(Path dashboard) {
        List<JsonNode> panels = new ArrayList<>();
        json(dashboard).get("panels").forEach(panels::add);
        panels.removeIf(panel -> panel.get("type").asText().equals("row"));
        return panels;
    }

    static List<JsonNode> alerts() {
        List<JsonNode> alerts = new ArrayList<>();
        yaml(ALERTS).get("groups").forEach(group -> group.get("rules").forEach(alerts::add));
        return alerts;
    }

    /** All expressions of dashboards and alerts. */
    static List<Expression> expressions() {
        List<Expression> expressions = new ArrayList<>();
        for (JsonNode alert : alerts()) {
            expressions.add(new Expression(
                    alert.get("alert").asText(), alert.get("expr").asText()));
        }
        for (Path dashboard : dashboards()) {
            String file = dashboard.getFileName() + ": ";
            for (JsonNode panel : panels(dashboard)) {
                for (JsonNode target : panel.get("targets")) {
                    expressions.add(new Expression(
                            file + panel.get("title").asText(),
                            target.get("expr").asText()));
                }
            }
            for (JsonNode variable : json(dashboard).get("templating").get("list")) {
                Matcher query = LABEL_VALUES.matcher(variable.path("definition").asText());
                if (query.matches()) {
                    expressions.add(new Expression(file + variable.get("name").asText(), query.group(1)));
                }
            }
        }
        return expressions;
    }
}
