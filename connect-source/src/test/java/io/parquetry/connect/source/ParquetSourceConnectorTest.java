package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.TaskAssignment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.source.ConnectorTransactionBoundaries;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract with the framework: the connector is found, checks its configuration, and configures its tasks. */
class ParquetSourceConnectorTest {
    private static final Map<String, String> CONFIG = Map.of(StorageKeys.STORAGE_URL, "/data");

    @TempDir
    Path empty;

    private final ParquetSourceConnector connector = new ParquetSourceConnector();

    @Test
    void aWorkerFindsTheConnector() {
        assertThat(ServiceLoader.load(SourceConnector.class).stream()
                        .map(ServiceLoader.Provider::type)
                        .anyMatch(ParquetSourceConnector.class::equals))
                .isTrue();
        assertThat(connector.version()).matches("\\d+\\.\\d+.*");
        assertThat(new ParquetSourceTask().version()).isEqualTo(connector.version());
    }

    @Test
    void everyTaskGetsItsAssignment() {
        connector.start(CONFIG);

        List<Map<String, String>> tasks = connector.taskConfigs(3);

        assertThat(tasks)
                .extracting(TaskAssignment::fromMap)
                .containsExactly(new TaskAssignment(0, 3), new TaskAssignment(1, 3), new TaskAssignment(2, 3));
        assertThat(tasks).allMatch(task -> task.get(StorageKeys.STORAGE_URL).equals("/data"));
    }

    @Test
    void aRestartedConnectorMakesTheSameAssignments() {
        connector.start(CONFIG);
        List<Map<String, String>> tasks = connector.taskConfigs(3);
        ParquetSourceConnector again = new ParquetSourceConnector();
        again.initialize(null, tasks);
        again.start(CONFIG);

        assertThat(again.taskConfigs(3)).isEqualTo(tasks);
    }

    @Test
    void theConnectorDoesNotStartWithAnInvalidConfiguration() {
        assertThatThrownBy(() -> connector.start(Map.of())).isInstanceOf(ConfigException.class);
    }

    @Test
    void theConnectorSupportsExactlyOnceAndTransactionBoundaries() {
        assertThat(connector.exactlyOnceSupport(CONFIG)).isEqualTo(ExactlyOnceSupport.SUPPORTED);
        assertThat(connector.canDefineTransactionBoundaries(CONFIG))
                .isEqualTo(ConnectorTransactionBoundaries.SUPPORTED);
    }

    @Test
    void aKeyWithoutAValueIsLikeAKeyThatIsNotGiven() {
        Map<String, String> config = new HashMap<>(CONFIG);
        for (String key : SourceSettings.definition().names()) {
            config.putIfAbsent(key, null);
        }

        assertThat(SourceSettings.validate(config))
                .allSatisfy(value -> assertThat(value.errorMessages()).isEmpty());
        assertThat(SourceSettings.of(config))
                .hasToString(SourceSettings.of(CONFIG).toString());
        connector.start(config);
        assertThat(connector.taskConfigs(1)).allSatisfy(task -> assertThat(task).containsAllEntriesOf(config));
    }

    @Test
    void theExamplesOfTheSourceAreValid() throws IOException {
        try (Stream<Path> found = Files.list(Path.of("..", "config-examples"))) {
            List<Path> examples = found.filter(
                            path -> path.getFileName().toString().matches("(restore|load)-.*\\.json"))
                    .toList();
            assertThat(examples).isNotEmpty();
            for (Path example : examples) {
                assertThat(complaints(example)).as(example.toString()).isEmpty();
            }
        }
    }

    private List<String> complaints(Path example) throws IOException {
        JsonNode json = new ObjectMapper().readTree(example.toFile());
        Map<String, String> config = new HashMap<>();
        json.path("config")
                .properties()
                .forEach(entry -> config.put(entry.getKey(), entry.getValue().asText()));
        assertThat(config).containsEntry("connector.class", ParquetSourceConnector.class.getName());
        for (String key : config.keySet()) {
            boolean ours = SourceSettings.definition().names().contains(key);
            boolean theirs = key.matches(
                    "connector\\.class|tasks\\.max|exactly\\.once\\.support|transaction\\.boundary"
                            + "|topic\\.creation\\.default\\.(partitions|replication\\.factor)|(key|value|header)\\.converter.*|transforms.*");
            assertThat(ours || theirs).as(key).isTrue();
        }
        connector.start(config);
        // Validation connects to the hosts, and the hosts of the examples do not exist.
        config.put("storage.url", empty.toString());
        return connector.validate(config).configValues().stream()
                .flatMap(value -> value.errorMessages().stream())
                .toList();
    }
}
