package io.parquetry.connect.sink.config;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.sink.table.TableSettings;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;

/**
 * The checked settings of a sink, one part for each group of keys.
 *
 * @param connector the connector's name, under which its ledger is kept
 * @param table that the files go to; empty where they are files only
 */
public record SinkSettings(
        String connector,
        StorageSettings storage,
        RoutingSettings routing,
        RotationSettings rotation,
        PollSettings poll,
        LedgerSettings ledger,
        MemorySettings memory,
        FileSchemaSettings schema,
        ErrorSettings errors,
        ParquetSettings parquet,
        Optional<TableSettings> table) {
    public SinkSettings {
        Objects.requireNonNull(connector, "connector");
        Objects.requireNonNull(storage, "storage");
        Objects.requireNonNull(routing, "routing");
        Objects.requireNonNull(rotation, "rotation");
        Objects.requireNonNull(poll, "poll");
        Objects.requireNonNull(ledger, "ledger");
        Objects.requireNonNull(memory, "memory");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(errors, "errors");
        Objects.requireNonNull(parquet, "parquet");
        Objects.requireNonNull(table, "table");
    }

    /**
     * The settings of a connector or task.
     *
     * @throws ConfigException with key, value and remedy of the first fault
     */
    public static SinkSettings of(Map<String, String> properties) {
        ConfigValues values = SinkConfig.parse(properties);
        String connector = properties.get("name");
        if (connector == null || connector.isEmpty()) {
            throw new ConfigException("name", connector, "the connector needs a name, under which its ledger is kept");
        }
        Optional<TableSettings> table = SinkConfig.TABLE.read(values);
        FileSchemaSettings schema = SinkConfig.SCHEMA.read(values);
        return new SinkSettings(
                connector,
                SinkConfig.STORAGE.read(values),
                SinkConfig.ROUTING.read(values),
                SinkConfig.ROTATION.read(values),
                SinkConfig.POLL.read(values),
                SinkConfig.LEDGER.read(values),
                SinkConfig.MEMORY.read(values),
                table.map(each -> schema.in(each.columns())).orElse(schema),
                SinkConfig.ERRORS.read(values),
                SinkConfig.PARQUET.read(values),
                table);
    }
}
