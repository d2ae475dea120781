package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.storage.s3.S3ProxyProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;

/** The examples with S3 pass the validation of the sink, which tries the store, and leave nothing there. */
@Tag("slow")
class S3ExamplesTest {
    /** What the store of the test does not have: regions of AWS, roles and keys of KMS. */
    private static final List<String> OF_AWS =
            List.of("s3.region", "s3.role.arn", "s3.role.external.id", "s3.role.session.name", "s3.encryption");

    private static final int ATTEMPTS = 5;

    @Test
    void theExamplesAreAcceptedByAStore(@TempDir Path directory) throws IOException {
        try (S3ProxyProcess store = S3ProxyProcess.start(directory, "my-archive", "their-archive");
                S3Client client = store.client();
                Stream<Path> all = Files.list(Path.of("..", "config-examples"))) {
            List<Path> examples = all.filter(
                            path -> path.getFileName().toString().matches("archive-to-s3.*\\.json"))
                    .sorted()
                    .toList();
            assertThat(examples).hasSize(3);
            for (Path example : examples) {
                assertThat(errors(properties(example, store)))
                        .as(example.toString())
                        .isEmpty();
            }
            for (String bucket : List.of("my-archive", "their-archive")) {
                assertThat(client.listObjectsV2(request -> request.bucket(bucket))
                                .contents())
                        .isEmpty();
            }
        }
    }

    /** The errors of a validation; one that a slow machine has not answered in time is repeated. */
    private static List<String> errors(Map<String, String> properties) {
        List<String> errors = List.of("no answer");
        for (int i = 0; i < ATTEMPTS && errors.toString().contains("no answer"); i++) {
            errors = new ParquetSinkConnector()
                    .validate(properties).configValues().stream()
                            .map(ConfigValue::errorMessages)
                            .flatMap(List::stream)
                            .toList();
        }
        return errors;
    }

    private static Map<String, String> properties(Path example, S3ProxyProcess store) throws IOException {
        JsonNode document = new ObjectMapper().readTree(example.toFile());
        Map<String, String> properties = new HashMap<>();
        document.get("config")
                .properties()
                .forEach(
                        entry -> properties.put(entry.getKey(), entry.getValue().textValue()));
        assertThat(properties.keySet()).containsAnyElementsOf(List.of("s3.region", "s3.endpoint"));
        properties.keySet().removeAll(OF_AWS);
        properties.put("name", document.get("name").textValue());
        properties.putAll(store.keys());
        return properties;
    }
}
