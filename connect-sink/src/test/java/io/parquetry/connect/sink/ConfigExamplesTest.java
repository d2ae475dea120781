package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.connect.sink.config.SinkConfig;
import io.parquetry.connect.sink.config.SinkSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The examples are good configurations. */
class ConfigExamplesTest {
    private static final Path ROOT = Path.of("..");
    private static final Set<String> KEYS_OF_EVERY_SINK = Set.of(
            "name",
            "connector.class",
            "tasks.max",
            "topics",
            "topics.regex",
            "header.converter",
            "key.converter",
            "value.converter");

    @Test
    void theExamplesAreValid() throws IOException {
        try (Stream<Path> found = Files.list(ROOT.resolve("config-examples"))) {
            List<Path> examples = found.filter(
                            path -> path.getFileName().toString().matches("(archive|sink)-.*\\.json"))
                    .toList();
            assertThat(examples).hasSizeGreaterThanOrEqualTo(4);
            for (Path example : examples) {
                Map<String, String> properties = properties(example);
                assertThat(properties).containsEntry("connector.class", ParquetSinkConnector.class.getName());
                assertThat(SinkSettings.of(properties).connector()).isEqualTo(properties.get("name"));
                assertThat(properties.keySet()).as(example.toString()).allMatch(ConfigExamplesTest::isKnown);
            }
        }
    }

    private static boolean isKnown(String key) {
        return KEYS_OF_EVERY_SINK.contains(key)
                || key.startsWith("errors.")
                || key.startsWith("value.converter.")
                || SinkConfig.understands(key);
    }

    private static Map<String, String> properties(Path example) throws IOException {
        JsonNode document = new ObjectMapper().readTree(example.toFile());
        Map<String, String> properties = new HashMap<>();
        document.get("config")
                .properties()
                .forEach(
                        entry -> properties.put(entry.getKey(), entry.getValue().textValue()));
        properties.put("name", document.get("name").textValue());
        return properties;
    }
}
