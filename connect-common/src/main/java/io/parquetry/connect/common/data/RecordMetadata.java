package io.parquetry.connect.common.data;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The parts of a record that are stored beside its value. */
public enum RecordMetadata {
    /** Nothing: the file has only the fields of the value. */
    NONE,
    /** Topic, partition, offset, timestamp, key and headers, so that the record can be restored. */
    KAFKA;

    /** The name in configurations and footers. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** All names, for messages and validators. */
    public static List<String> texts() {
        return Arrays.stream(values()).map(RecordMetadata::text).toList();
    }

    /** The constant with this name, if there is one. */
    public static Optional<RecordMetadata> parse(String text) {
        return Arrays.stream(values())
                .filter(value -> value.text().equals(text))
                .findFirst();
    }
}
