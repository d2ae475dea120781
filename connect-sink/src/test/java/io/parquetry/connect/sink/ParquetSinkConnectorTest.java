package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.sink.config.RotationSettings;
import io.parquetry.connect.sink.config.RoutingSettings;
import io.parquetry.connect.sink.config.SinkConfig;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.format.metadata.CompressionCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.sink.SinkConnector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A configuration is good, or each wrong key is told with what it may be; what the worker loads is there to be found. */
class ParquetSinkConnectorTest {
    @TempDir
    private Path directory;

    private final Map<String, String> properties = new HashMap<>();

    @BeforeEach
    void minimalConfiguration() {
        properties.put("name", "archive");
        properties.put("storage.url", directory.resolve("data").toUri().toString());
    }

    private Map<String, List<String>> errors() {
        Map<String, List<String>> errors = new HashMap<>();
        for (ConfigValue value : new ParquetSinkConnector().validate(properties).configValues()) {
            if (!value.errorMessages().isEmpty()) {
                errors.put(value.name(), value.errorMessages());
            }
        }
        return errors;
    }

    @Test
    void theWorkerFindsTheConnector() {
        List<String> found = new ArrayList<>();
        ServiceLoader.load(SinkConnector.class)
                .forEach(connector -> found.add(connector.getClass().getName()));
        assertThat(found).contains(ParquetSinkConnector.class.getName());
        assertThat(new ParquetSinkConnector().taskClass()).isEqualTo(ParquetSinkTask.class);
    }

    @Test
    void theVersionIsTheOneOfTheBuild() {
        assertThat(new ParquetSinkConnector().version())
                .matches("\\d+\\.\\d+\\.\\d+.*")
                .isEqualTo(new ParquetSinkTask().version());
    }

    @Test
    void everyTaskGetsTheWholeConfiguration() {
        ParquetSinkConnector connector = new ParquetSinkConnector();
        connector.start(properties);
        assertThat(connector.taskConfigs(3)).containsExactly(properties, properties, properties);
    }

    @Test
    void twoKeysAreEnough() {
        assertThat(errors()).isEmpty();
        SinkSettings settings = SinkSettings.of(properties);
        assertThat(settings.routing().topicsDirectory()).isEqualTo("topics");
        assertThat(settings.rotation()).isEqualTo(new RotationSettings(0, 128L << 20, 600_000));
        assertThat(settings.routing().partitioning()).isEqualTo(new RoutingSettings.Partitioning.ByKafkaPartition());
        assertThat(settings.parquet().codec()).isEqualTo(CompressionCodec.ZSTD);
    }

    @Test
    void everythingThatIsSetIsInTheSettings() {
        properties.putAll(Map.of(
                "topics.dir", "lake/raw",
                "record.metadata", "kafka",
                "parquet.codec", "gzip",
                "parquet.codec.level", "9",
                "flush.size", "1000",
                "partitioner.class", "time",
                "path.format", "'dt'=yyyy-MM-dd",
                "timestamp.extractor", "field",
                "timestamp.field", "meta.at",
                "timezone", "Europe/Berlin"));
        assertThat(errors()).isEmpty();
        SinkSettings settings = SinkSettings.of(properties);
        assertThat(settings.routing().topicsDirectory()).isEqualTo("lake/raw");
        assertThat(settings.parquet().compressionLevel()).hasValue(9);
        assertThat(settings.rotation().records()).isEqualTo(1_000);
        assertThat(settings.routing().partitioning())
                .isInstanceOfSatisfying(RoutingSettings.Partitioning.ByTime.class, time -> {
                    assertThat(time.field()).isEqualTo("meta.at");
                    assertThat(time.zone()).isEqualTo(ZoneId.of("Europe/Berlin"));
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "record.metadata | all | none, kafka",
                "parquet.codec | lzo | snappy",
                "parquet.codec.level | 23 | -7 to 22",
                "partitioner.class | hour | default, time",
                "timestamp.extractor | clock | record, field, wallclock",
                "timezone | Mars/Olympus | Europe/Berlin",
                "locale | _ | de-AT",
                "flush.size | -1 | at least 0",
                "rotate.max.age.ms | soon | soon",
                "topics.dir | ../other | must not leave",
                "topics.dir | _hidden | begins with '_'",
                "storage.url | s3://bucket | file:",
                "decimal.precision | 39 | no more than 38",
                "parquet.page.bytes | 1 | at least 64"
            })
    void aWrongValueIsAnErrorOfItsKeyThatSaysWhatIsAllowed(String key, String value, String hint) {
        properties.put(key, value);
        assertThat(errors()).containsOnlyKeys(key);
        assertThat(String.join(" ", errors().get(key))).contains(hint);
        assertThatThrownBy(() -> SinkSettings.of(properties))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key);
    }

    @Test
    void whatDoesNotFitTogetherIsAnErrorOfTheKeyToMend() {
        properties.put("partitioner.class", "time");
        properties.put("timestamp.extractor", "field");
        properties.put("path.format", "year=yyyy");
        properties.put("parquet.codec", "snappy");
        properties.put("parquet.codec.level", "3");
        properties.put("file.size.bytes", "0");
        properties.put("rotate.max.age.ms", "0");
        assertThat(errors())
                .containsOnlyKeys("timestamp.field", "path.format", "parquet.codec.level", "rotate.max.age.ms");
    }

    @Test
    void aPatternThatIsNotUsedIsNotJudged() {
        properties.put("path.format", "year=yyyy");
        assertThat(errors()).isEmpty();
    }

    @Test
    void aMissingStorageIsAnErrorOfItsKeyAndNothingElse() {
        properties.remove("storage.url");
        assertThat(errors()).containsOnlyKeys("storage.url");
    }

    @Test
    void validatingTriesTheStorageAndLeavesNoFile() throws IOException {
        assertThat(errors()).isEmpty();
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile)).isEmpty();
        }
    }

    @Test
    void aStorageThatCannotBeWrittenIsAnErrorOfItsKey() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "in the way");
        properties.put("storage.url", file.toString());
        assertThat(errors()).containsOnlyKeys("storage.url");
        assertThat(errors().get("storage.url").get(0)).contains(file.toString());
    }

    @Test
    void everyKeyHasDocumentationGroupWidthAndDisplayName() {
        for (ConfigDef.ConfigKey key : SinkConfig.definition().configKeys().values()) {
            assertThat(key.documentation).as(key.name).endsWith(".").hasSizeGreaterThan(20);
            assertThat(key.group).as(key.name).isNotBlank();
            assertThat(key.displayName).as(key.name).isNotBlank();
            assertThat(key.width).as(key.name).isNotEqualTo(ConfigDef.Width.NONE);
        }
    }

    @Test
    void aConnectorWithoutNameIsRefused() {
        properties.remove("name");
        assertThatThrownBy(() -> SinkSettings.of(properties)).isInstanceOf(ConfigException.class);
    }
}
