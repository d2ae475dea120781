package io.parquetry.connect.sink.config;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.sink.partition.PathFormat;
import io.parquetry.connect.sink.partition.TimestampSource;
import io.parquetry.format.file.WriterOptions;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigException;

/**
 * What a sink is to do; {@link SinkConfig} makes it of a configuration that it has found good.
 *
 * @param connector the connector's name, under which its ledger is kept
 * @param topicsDirectory directory inside the storage below which each topic has one
 * @param decimalPrecision precision of decimals whose schema gives none
 * @param retryBackoffMs pause after the storage has failed
 */
public record SinkSettings(
        String connector,
        String storageUrl,
        String topicsDirectory,
        RecordMetadata recordMetadata,
        int decimalPrecision,
        WriterOptions writerOptions,
        Rotation rotation,
        Partitioning partitioning,
        long retryBackoffMs) {
    public SinkSettings {
        Objects.requireNonNull(connector, "connector");
        Objects.requireNonNull(storageUrl, "storageUrl");
        Objects.requireNonNull(topicsDirectory, "topicsDirectory");
        Objects.requireNonNull(recordMetadata, "recordMetadata");
        Objects.requireNonNull(writerOptions, "writerOptions");
        Objects.requireNonNull(rotation, "rotation");
        Objects.requireNonNull(partitioning, "partitioning");
    }

    /**
     * The settings of a connector or task.
     *
     * @throws ConfigException with key, value and remedy of the first thing that is wrong
     */
    public static SinkSettings of(Map<String, String> properties) {
        Map<String, Object> values = SinkConfig.definition().parse(properties);
        String connector = properties.get("name");
        if (connector == null || connector.isEmpty()) {
            throw new ConfigException("name", connector, "the connector needs a name, under which its ledger is kept");
        }
        SettingsReader reader = new SettingsReader(connector, values);
        for (Map.Entry<String, String> fault : reader.faults().entrySet()) {
            throw new ConfigException(fault.getKey(), values.get(fault.getKey()), fault.getValue());
        }
        return reader.settings();
    }

    /**
     * What does not fit together in a configuration whose values are good one by one: for each key the reason.
     *
     * @param values for each key of {@link SinkConfig#definition} its parsed value
     */
    public static Map<String, String> faults(Map<String, Object> values) {
        return new SettingsReader("", values).faults();
    }

    /**
     * When a file ends; 0 switches a limit off.
     *
     * @param records number of records
     * @param bytes length of the file
     * @param ageMs time since its first record was written
     */
    public record Rotation(long records, long bytes, long ageMs) {}

    /** Into which directories records are sorted. */
    public sealed interface Partitioning {
        /** One directory for each partition of the topic. */
        record ByKafkaPartition() implements Partitioning {}

        /**
         * By time.
         *
         * @param durationMs length of the span that shares a directory
         * @param field dotted path of the field that holds the time; "" where it is not needed
         */
        record ByTime(PathFormat format, long durationMs, TimestampSource source, String field, ZoneId zone)
                implements Partitioning {}
    }
}
