package io.parquetry.connect.source.config;

import java.util.Objects;
import java.util.Optional;

/**
 * How records come back.
 *
 * @param offsetHeader name of the header that holds the offset which a record had
 * @param admin how brokers are asked whether topics have the partitions that records keep; empty where they are not
 */
public record RestoreSettings(
        TopicMapping topicMapping,
        PartitionMapping partitionMapping,
        Optional<String> offsetHeader,
        Optional<AdminSettings> admin) {
    public RestoreSettings {
        Objects.requireNonNull(topicMapping, "topicMapping");
        Objects.requireNonNull(partitionMapping, "partitionMapping");
        Objects.requireNonNull(offsetHeader, "offsetHeader");
        Objects.requireNonNull(admin, "admin");
    }
}
