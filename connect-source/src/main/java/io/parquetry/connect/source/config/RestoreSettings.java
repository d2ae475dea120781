package io.parquetry.connect.source.config;

import java.util.Objects;
import java.util.Optional;

/**
 * How records come back.
 *
 * @param offsetHeader name of the header that holds the offset which a record had
 */
public record RestoreSettings(
        TopicMapping topicMapping, PartitionMapping partitionMapping, Optional<String> offsetHeader) {
    public RestoreSettings {
        Objects.requireNonNull(topicMapping, "topicMapping");
        Objects.requireNonNull(partitionMapping, "partitionMapping");
        Objects.requireNonNull(offsetHeader, "offsetHeader");
    }
}
