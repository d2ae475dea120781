package io.parquetry.connect.source.config;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The configuration of a source, parsed and checked; {@link SourceConfig} says what each setting means.
 *
 * @param topic where rows go that do not know their topic
 * @param offsetHeader name of the header that holds the offset which a record had
 */
public record SourceSettings(
        String storageUrl,
        String scanDirectory,
        Pattern filePattern,
        long scanIntervalMs,
        long incompleteFileTimeoutMs,
        OnChangedFile onChangedFile,
        StreamOrder streamOrder,
        Optional<String> topic,
        TopicMapping topicMapping,
        RestorePartition restorePartition,
        Optional<String> offsetHeader,
        int batchRecordsMax,
        long batchBytesMax) {
    public SourceSettings {
        Objects.requireNonNull(storageUrl, "storageUrl");
        Objects.requireNonNull(scanDirectory, "scanDirectory");
        Objects.requireNonNull(filePattern, "filePattern");
        Objects.requireNonNull(onChangedFile, "onChangedFile");
        Objects.requireNonNull(streamOrder, "streamOrder");
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(topicMapping, "topicMapping");
        Objects.requireNonNull(restorePartition, "restorePartition");
        Objects.requireNonNull(offsetHeader, "offsetHeader");
    }
}
