package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.connect.sink.config.SinkConfig;
import io.parquetry.connect.sink.config.SinkSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults of a configuration with a table are said at their keys, also those that the catalog finds. */
class IcebergConfigTest {
    @TempDir
    private Path directory;

    private Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>();
        properties.put("name", "lake");
        properties.put("storage.url", directory.toString());
        properties.put("table.format", "iceberg");
        properties.put("table.identifier", "lake.orders");
        properties.put("iceberg.catalog.type", "jdbc");
        properties.put("iceberg.catalog.uri", "jdbc:sqlite:" + directory.resolve("catalog.db"));
        return properties;
    }

    private static List<String> faults(List<ConfigValue> values, String key) {
        return values.stream()
                .filter(value -> value.name().equals(key))
                .flatMap(value -> value.errorMessages().stream())
                .toList();
    }

    @Test
    void aCatalogThatAnswersIsValid() {
        List<ConfigValue> values =
                new ParquetSinkConnector().validate(properties()).configValues();
        assertThat(values).allMatch(value -> value.errorMessages().isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "table.identifier, '', namespace",
        "table.identifier, .., namespace",
        "table.identifier, orders, namespace",
        "table.identifier, lake.TOOLONG_${topic}, more than 255 bytes",
        "table.identifier, ÄÄTOOLONG.orders, more than 255 bytes",
        "table.partition.by, weekday(at), no transform",
        "table.partition.by, 'day(at', cannot be read",
        "table.partition.by, 'id,, at', cannot be read",
        "table.partition.by, 'bucket(0, id)', a number above 0",
        "table.partition.by, 'bucket(9999999999, id)', cannot be read",
        "table.partition.by, 'id; DROP', cannot be read",
        "table.format, delta, none",
        "iceberg.catalog.type, hadoop, rename",
        "iceberg.catalog.type, dynamodb, 'must be one of [bigquery, glue, hive, jdbc, nessie, rest]'",
        "iceberg.catalog.type, '', must be one of",
        "iceberg.catalog.catalog-impl, org.example.Catalog, remove this key or iceberg.catalog.type",
        "iceberg.catalog.uri, '', a catalog of type jdbc is found by its address",
        "iceberg.catalog.io-impl, org.example.Files, remove this key",
        "iceberg.catalog.header.X-Iceberg-Access-Delegation, vended-credentials, the connector's storage",
        "iceberg.catalog.s3.remote-signing-enabled, true, signed by the connector",
        "partitioner.class, daily, remove this key",
        "path.template, a=${topic}, remove this key",
        "table.properties.format-version, 5, '[1, 2, 3, 4]'",
        "table.properties.encryption.key-id, key, plain files",
        "schemaless, infer, as text or as variants"
    })
    void aValueThatCannotBeIsSaidAtItsKey(String key, String value, String said) {
        Map<String, String> properties = properties();
        properties.put(key, value.replace("TOOLONG", "n".repeat(254)));
        assertThat(faults(SinkConfig.validate(properties), key)).anyMatch(fault -> fault.contains(said));
    }

    @Test
    void aKeyOfTablesWithoutATableIsAFault() {
        Map<String, String> properties = properties();
        properties.remove("table.format");
        assertThat(faults(SinkConfig.validate(properties), "table.identifier"))
                .anyMatch(fault -> fault.contains("set table.format"));
    }

    @ParameterizedTest
    @CsvSource({"uri, jdbc:nosuch:db, JDBC driver", "type, hive, put the jars of the catalog's client"})
    void aMissingJarIsSaidAtTheUri(String key, String value, String said) {
        Map<String, String> properties = properties();
        properties.put("iceberg.catalog." + key, value);
        List<ConfigValue> values =
                new ParquetSinkConnector().validate(properties).configValues();
        assertThat(faults(values, "iceberg.catalog.uri")).anyMatch(fault -> fault.contains(said));
    }

    @Test
    void aTableThatMustExistAndDoesNotIsSaidAtItsKey() {
        Map<String, String> properties = properties();
        properties.put("table.create", "false");
        List<ConfigValue> values =
                new ParquetSinkConnector().validate(properties).configValues();
        assertThat(faults(values, "table.identifier")).anyMatch(fault -> fault.contains("there is no table"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc", "on-disk", "rest"})
    void theExamplesAreValid(String catalog) throws IOException {
        Path example = Path.of("..", "config-examples", "table-iceberg-" + catalog + ".json");
        JsonNode document = new ObjectMapper().readTree(example.toFile());
        Map<String, String> properties = new HashMap<>();
        document.get("config")
                .properties()
                .forEach(each -> properties.put(each.getKey(), each.getValue().asText()));
        properties.put("name", document.get("name").asText());
        assertThat(SinkSettings.of(properties).table()).isPresent();
    }
}
