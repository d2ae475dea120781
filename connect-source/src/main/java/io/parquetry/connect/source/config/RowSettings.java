package io.parquetry.connect.source.config;

import io.parquetry.connect.common.template.FieldPath;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a row becomes that is sent as a record of its own.
 *
 * @param topic where it goes; empty only where no such rows are expected
 * @param keyColumns none for a null key, one for its value, several for a struct of them
 * @param timestampColumn when the record was; empty for the time of sending
 * @param headers whether the record says which row of which file it is
 */
public record RowSettings(
        Optional<TopicTemplate> topic,
        List<FieldPath> keyColumns,
        Optional<FieldPath> timestampColumn,
        boolean headers) {
    public RowSettings {
        Objects.requireNonNull(topic, "topic");
        keyColumns = List.copyOf(keyColumns);
        Objects.requireNonNull(timestampColumn, "timestampColumn");
    }
}
