package io.parquetry.connect.source.config;

import java.util.Objects;
import java.util.Optional;

/**
 * What becomes of a row.
 *
 * @param topic where rows go that do not know their topic
 * @param offsetHeader name of the header that holds the offset which a record had
 */
public record SendSettings(
        Optional<String> topic,
        TopicMapping topicMapping,
        RestorePartition restorePartition,
        Optional<String> offsetHeader) {
    public SendSettings {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(topicMapping, "topicMapping");
        Objects.requireNonNull(restorePartition, "restorePartition");
        Objects.requireNonNull(offsetHeader, "offsetHeader");
    }
}
