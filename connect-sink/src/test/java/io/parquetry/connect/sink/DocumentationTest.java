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
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/** The table of keys in docs/sink.md is the one of the code, and the examples are good configurations. */
class DocumentationTest {
    private static final Path ROOT = Path.of("..");
    private static final Set<String> KEYS_OF_EVERY_SINK = Set.of(
            "name", "connector.class", "tasks.max", "topics", "topics.regex", "key.converter", "value.converter");

    /** The table as it should stand in the document. */
    private static String table() {
        StringBuilder table = new StringBuilder("| key | default | what it does |\n|---|---|---|\n");
        for (ConfigDef.ConfigKey key : SinkConfig.definition().configKeys().values()) {
            String defaultValue = key.hasDefault() ? "`" + key.defaultValue + "`" : "required";
            table.append("| `")
                    .append(key.name)
                    .append("` | ")
                    .append(key.defaultValue == null ? "none" : key.defaultValue.equals("") ? "empty" : defaultValue)
                    .append(" | ")
                    .append(key.documentation)
                    .append(" |\n");
        }
        return table.toString();
    }

    @Test
    void theTableOfKeysIsUpToDate() throws IOException {
        String document = Files.readString(ROOT.resolve("docs/sink.md"));
        assertThat(document)
                .as("docs/sink.md must end with this table:%n%s", table())
                .endsWith("\n" + table());
    }

    @Test
    void theExamplesAreGood() throws IOException {
        try (Stream<Path> found = Files.list(ROOT.resolve("config-examples"))) {
            List<Path> examples = found.filter(
                            path -> path.getFileName().toString().matches("(archive|sink)-.*\\.json"))
                    .toList();
            assertThat(examples).hasSizeGreaterThanOrEqualTo(4);
            for (Path example : examples) {
                Map<String, String> properties = properties(example);
                assertThat(properties).containsEntry("connector.class", ParquetSinkConnector.class.getName());
                assertThat(SinkSettings.of(properties).connector()).isEqualTo(properties.get("name"));
                assertThat(properties.keySet()).as(example.toString()).allMatch(DocumentationTest::isKnown);
            }
        }
    }

    private static boolean isKnown(String key) {
        return KEYS_OF_EVERY_SINK.contains(key)
                || key.startsWith("errors.")
                || key.startsWith("value.converter.")
                || SinkConfig.definition().names().contains(key);
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
