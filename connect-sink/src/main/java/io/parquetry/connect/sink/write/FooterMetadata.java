package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.config.SinkSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/** What every file's footer says about its records, beside the Connect schema. */
final class FooterMetadata {
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

    private FooterMetadata() {}

    /** Where the records come from, and what the user wants said. */
    static Map<String, String> of(SinkSettings settings, TopicPartition partition) {
        Map<String, String> notes = new LinkedHashMap<>();
        notes.put(CONNECTOR, settings.connector());
        notes.put(TOPIC, partition.topic());
        notes.put(PARTITION, Integer.toString(partition.partition()));
        notes.putAll(settings.parquet().keyValues());
        return notes;
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
