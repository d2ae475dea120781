package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.rest.ConnectClient;
import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The connector configurations of the README, on a real worker: they are accepted unchanged, and all their tasks run.
 */
@ExtendWith(SharedStack.class)
class ReadmeIT {
    private static final Path PAGE = Path.of("..", "..", "README.md");
    private static final Pattern CONFIGURATION = Pattern.compile("```json\\n(.*?)```", Pattern.DOTALL);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void aWorkerTakesAndRunsBothConfigurations(KafkaStack stack) throws IOException {
        List<JsonNode> connectors = configurations();
        assertThat(connectors).hasSize(2);
        String root = SharedStack.directory(stack, ReadmeIT.class).toUri().toString();
        ConnectClient worker = stack.worker().rest();
        try (Topics topics = new Topics(stack.bootstrapServers())) {
            topics.create("orders", 2);
            for (JsonNode connector : connectors) {
                Map<String, String> config = JSON.convertValue(connector.get("config"), new TypeReference<>() {});
                config.put("name", connector.get("name").asText());
                assertThat(worker.validate(config).errors()).isEmpty();

                config.put("storage.url", root);
                worker.create(config.get("name"), config);
                assertThat(worker.awaitRunning(config.get("name"), PATIENCE).tasks())
                        .isNotEmpty();
            }
        }
    }

    private static List<JsonNode> configurations() throws IOException {
        List<JsonNode> found = new ArrayList<>();
        Matcher blocks = CONFIGURATION.matcher(Files.readString(PAGE));
        while (blocks.find()) {
            found.add(JSON.readTree(blocks.group(1)));
        }
        return found;
    }
}
