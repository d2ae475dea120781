package io.parquetry.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.local.KafkaDistribution;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.rest.ConfigValidation;
import io.parquetry.local.rest.ConnectorPlugin;
import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Broker and worker start, records are produced and read, and the worker has found both connectors in the plugin
 * archive.
 */
@ExtendWith(SharedStack.class)
class StackSmokeIT {
    private static KafkaStack stack;

    @BeforeAll
    static void start(KafkaStack shared) {
        stack = shared;
    }

    @Test
    void theWorkerHasLoadedBothConnectors() {
        assertThat(stack.worker().rest().plugins())
                .extracting(ConnectorPlugin::className)
                .containsExactlyInAnyOrder(
                        "io.parquetry.connect.sink.ParquetSinkConnector",
                        "io.parquetry.connect.source.ParquetSourceConnector");
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquetry-sink.properties", "parquetry-source.properties"})
    void theConfigurationsThatComeWithThePluginAreValid(String file) throws IOException {
        Map<String, String> config = pluginConfiguration(file);
        config.put(
                "storage.url",
                SharedStack.directory(stack, StackSmokeIT.class).toUri().toString());

        assertThat(stack.worker().rest().validate(config)).isEqualTo(new ConfigValidation(0, Map.of()));
    }

    @Test
    void recordsComeBackPerPartitionInOrder() {
        try (Topics topics = new Topics(stack.bootstrapServers())) {
            topics.create("smoke", 2);
            topics.produce(List.of(
                    new ProducerRecord<>("smoke", 0, null, "a".getBytes(UTF_8)),
                    new ProducerRecord<>("smoke", 1, null, "b".getBytes(UTF_8)),
                    new ProducerRecord<>("smoke", 0, null, "c".getBytes(UTF_8))));

            var records = topics.readCommitted("smoke");

            assertThat(records.get(0))
                    .extracting(record -> new String(record.value(), UTF_8))
                    .containsExactly("a", "c");
            assertThat(records.get(1))
                    .extracting(record -> new String(record.value(), UTF_8))
                    .containsExactly("b");
        }
    }

    private static Map<String, String> pluginConfiguration(String file) throws IOException {
        Path pluginPath = Path.of(System.getProperty(KafkaDistribution.PLUGIN_PATH_PROPERTY));
        try (Stream<Path> plugins = Files.list(pluginPath)) {
            Path plugin = plugins.findFirst().orElseThrow();
            Properties properties = new Properties();
            properties.load(
                    new StringReader(Files.readString(plugin.resolve("etc").resolve(file))));
            Map<String, String> config = new HashMap<>();
            properties.stringPropertyNames().forEach(name -> config.put(name, properties.getProperty(name)));
            return config;
        }
    }
}
