package io.parquetry.connect.common.data;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What of a record goes to the file beside its value. */
public enum RecordMetadata {
    /** Nothing: the file has the value's fields and no others. */
    NONE,
    /** Topic, partition, offset, timestamp, key and headers, so that the record can come back as it was. */
    KAFKA;

    /** The word for it in configurations and footers. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** All words, for messages and validators. */
    public static List<String> texts() {
        return Arrays.stream(values()).map(RecordMetadata::text).toList();
    }

    /** What the word stands for, if it stands for anything. */
    public static Optional<RecordMetadata> parse(String text) {
        return Arrays.stream(values())
                .filter(value -> value.text().equals(text))
                .findFirst();
    }
}
