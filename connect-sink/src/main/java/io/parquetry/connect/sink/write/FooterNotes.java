package io.parquetry.connect.sink.write;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** What every file's footer says about its records, beside the Connect schema. */
final class FooterNotes {
    static final String CONNECTOR = "parquetry.connector";
    static final String TOPIC = "parquetry.topic";
    static final String PARTITION = "parquetry.partition";
    static final String FIRST_OFFSET = "parquetry.offset.first";
    static final String LAST_OFFSET = "parquetry.offset.last";
    static final String RECORDS = "parquetry.records";
    /** The smallest timestamp of a record in the file, milliseconds since the epoch; missing when none has one. */
    static final String FIRST_TIMESTAMP = "parquetry.timestamp.first";
    /** The largest. */
    static final String LAST_TIMESTAMP = "parquetry.timestamp.last";

    private FooterNotes() {}

    static Map<String, String> ofOrigin(String connector, String topic, int partition) {
        return Map.of(CONNECTOR, connector, TOPIC, topic, PARTITION, Integer.toString(partition));
    }

    static Map<String, String> ofRecords(
            long firstOffset,
            long lastOffset,
            long records,
            OptionalLong firstTimestampMs,
            OptionalLong lastTimestampMs) {
        Map<String, String> notes = new LinkedHashMap<>();
        notes.put(FIRST_OFFSET, Long.toString(firstOffset));
        notes.put(LAST_OFFSET, Long.toString(lastOffset));
        notes.put(RECORDS, Long.toString(records));
        firstTimestampMs.ifPresent(timestamp -> notes.put(FIRST_TIMESTAMP, Long.toString(timestamp)));
        lastTimestampMs.ifPresent(timestamp -> notes.put(LAST_TIMESTAMP, Long.toString(timestamp)));
        return notes;
    }
}
