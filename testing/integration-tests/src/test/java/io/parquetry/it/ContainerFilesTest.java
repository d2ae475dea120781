package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What can be said of the files of {@code docker/} without starting a container. */
class ContainerFilesTest {
    private static final Path DIRECTORY = MonitoringFiles.ROOT.resolve("docker");
    private static final JsonNode COMPOSE = MonitoringFiles.yaml(DIRECTORY.resolve("compose.yaml"));
    private static final String DOCKERFILE = MonitoringFiles.text(DIRECTORY.resolve("Dockerfile"));

    private static final Set<String> KEYS = Set.of("name", "services", "volumes");
    private static final Set<String> KEYS_OF_SERVICES =
            Set.of("image", "build", "restart", "depends_on", "ports", "environment", "volumes", "healthcheck");
    private static final Set<String> KEYS_OF_HEALTHCHECKS =
            Set.of("test", "interval", "timeout", "retries", "start_period");

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    private static List<MatchResult> matches(String regex, String text) {
        return Pattern.compile(regex, Pattern.MULTILINE).matcher(text).results().toList();
    }

    @Test
    void composeFileHasKnownKeysOnly() {
        assertThat(names(COMPOSE)).isSubsetOf(KEYS);
        assertThat(names(COMPOSE.get("services"))).containsExactly("broker", "worker", "prometheus", "grafana");
        for (JsonNode service : COMPOSE.get("services")) {
            assertThat(names(service)).isSubsetOf(KEYS_OF_SERVICES);
            assertThat(names(service.get("healthcheck"))).isSubsetOf(KEYS_OF_HEALTHCHECKS);
        }
    }

    @Test
    void eachServiceStartsAgainAndIsReachableFromThisMachineOnly() {
        for (JsonNode service : COMPOSE.get("services")) {
            assertThat(service.get("restart").asText()).isEqualTo("unless-stopped");
            assertThat(service.at("/healthcheck/test/0").asText()).isEqualTo("CMD");
            assertThat(texts(service.get("ports"))).isNotEmpty().allMatch(port -> port.startsWith("127.0.0.1:"));
        }
    }

    @Test
    void eachServiceWaitsForOneThatExists() {
        List<String> services = names(COMPOSE.get("services"));
        for (JsonNode service : COMPOSE.get("services")) {
            JsonNode waits = service.path("depends_on");
            assertThat(waits.isArray() ? texts(waits) : names(waits)).isSubsetOf(services);
        }
    }

    @Test
    void whateverIsMountedExists() {
        int files = 0;
        for (JsonNode service : COMPOSE.get("services")) {
            for (String mount : texts(service.path("volumes"))) {
                String from = mount.substring(0, mount.indexOf(':'));
                if (from.startsWith(".")) {
                    files++;
                    assertThat(DIRECTORY.resolve(from)).exists();
                    assertThat(mount).endsWith(":ro");
                } else {
                    assertThat(names(COMPOSE.get("volumes"))).contains(from);
                }
            }
        }
        assertThat(files).isEqualTo(5);
    }

    /** Prometheus and Grafana name files as their containers have them. */
    @Test
    void whatConfigurationsNameIsMounted() {
        JsonNode prometheus = MonitoringFiles.yaml(MonitoringFiles.DIRECTORY.resolve("prometheus.yaml"));
        assertThat(texts(COMPOSE.at("/services/prometheus/volumes")))
                .contains("./monitoring/alerts.yaml:"
                        + prometheus.at("/rule_files/0").asText() + ":ro");
        assertThat(prometheus.at("/scrape_configs/0/static_configs/0/targets/0").asText())
                .isEqualTo("worker:9404");

        JsonNode dashboards = MonitoringFiles.yaml(MonitoringFiles.DIRECTORY.resolve("grafana/dashboards.yaml"));
        assertThat(texts(COMPOSE.at("/services/grafana/volumes")))
                .contains("./monitoring/dashboards:"
                        + dashboards.at("/providers/0/options/path").asText() + ":ro");
        JsonNode sources = MonitoringFiles.yaml(MonitoringFiles.DIRECTORY.resolve("grafana/datasources.yaml"));
        assertThat(sources.at("/datasources/0/url").asText()).isEqualTo("http://prometheus:9090");
    }

    @Test
    void theImageHasTheFilesThatItsCommandNames() {
        String sent = MonitoringFiles.text(DIRECTORY.resolve("Dockerfile.dockerignore"));
        String command = DOCKERFILE.substring(DOCKERFILE.indexOf("\nCMD "));
        List<MatchResult> copies = matches("^COPY (\\S+) (\\S+)$", DOCKERFILE);
        assertThat(copies).hasSize(2);
        for (MatchResult copy : copies) {
            assertThat(MonitoringFiles.ROOT.resolve(copy.group(1))).exists();
            assertThat(sent).contains("\n!" + copy.group(1) + "\n");
            assertThat(command).contains(copy.group(2));
        }
        assertThat(command)
                .contains("-javaagent:/opt/jmx-exporter/jmx_prometheus_javaagent.jar=9404:/etc/parquetry/")
                .contains("exec /opt/kafka/bin/connect-distributed.sh");
        assertThat(DOCKERFILE).contains("    /opt/jmx-exporter/jmx_prometheus_javaagent.jar\n", "EXPOSE 8083 9404\n");
    }

    /** The rules are tested with the version of the parent POM. */
    @Test
    void theImageHasTheTestedExporter() {
        List<MatchResult> tested = matches(
                "<jmx-exporter.version>(.+)</jmx-exporter.version>",
                MonitoringFiles.text(MonitoringFiles.ROOT.resolve("pom.xml")));
        assertThat(tested).hasSize(1);
        assertThat(DOCKERFILE)
                .contains("/jmx_prometheus_javaagent-" + tested.get(0).group(1) + ".jar \\")
                .containsPattern("--checksum=sha256:[0-9a-f]{64} ");
    }

    @Test
    void workersFindPluginsByTheirManifests() {
        assertThat(MonitoringFiles.text(DIRECTORY.resolve("worker.properties")))
                .contains("\nplugin.discovery=service_load\n");
        JsonNode strimzi = MonitoringFiles.yaml(DIRECTORY.resolve("strimzi-kafka-connect.yaml"));
        assertThat(strimzi.get("apiVersion").asText()).isEqualTo("kafka.strimzi.io/v1");
        assertThat(strimzi.get("kind").asText()).isEqualTo("KafkaConnect");
        assertThat(strimzi.at("/spec/config/plugin.discovery").asText()).isEqualTo("service_load");
        assertThat(strimzi.at("/spec/build/plugins/0/artifacts/0/type").asText())
                .isEqualTo("zip");
        assertThat(strimzi.at("/spec/metricsConfig/valueFrom/configMapKeyRef/key")
                        .asText())
                .isEqualTo(MonitoringFiles.EXPORTER_RULES.getFileName().toString());
    }

    /** Whoever changes the archive's version changes it in the example too. */
    @Test
    void theExampleForStrimziNamesTheArchiveOfThisVersion() {
        String version = matches(
                        "^  <version>(.+)</version>$", MonitoringFiles.text(MonitoringFiles.ROOT.resolve("pom.xml")))
                .get(0)
                .group(1);
        JsonNode artifact = MonitoringFiles.yaml(DIRECTORY.resolve("strimzi-kafka-connect.yaml"))
                .at("/spec/build/plugins/0/artifacts/0");
        assertThat(artifact.get("url").asText()).contains("/parquetry-kafka-connect-" + version + ".zip");
        assertThat(names(artifact)).containsExactly("type", "url", "sha512sum");
    }
}
