package io.parquetry.connect.sink.file;

import io.parquetry.connect.sink.config.SinkSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/** Key-value metadata of a file about its records, beside the Connect schema. */
public final class FooterMetadata {
    static final String CONNECTOR = "parquetry.connector";
    static final String TOPIC = "parquetry.topic";
    static final String PARTITION = "parquetry.partition";
    static final String FIRST_OFFSET = "parquetry.offset.first";
    static final String LAST_OFFSET = "parquetry.offset.last";
    static final String RECORDS = "parquetry.records";
    /** The smallest timestamp of a record in the file, milliseconds since the epoch; missing when no record has one. */
    static final String FIRST_TIMESTAMP = "parquetry.timestamp.first";
    /** The largest timestamp. */
    static final String LAST_TIMESTAMP = "parquetry.timestamp.last";

    private FooterMetadata() {}

    /** Where the records come from, and the metadata that the user configured. */
    public static Map<String, String> of(SinkSettings settings, TopicPartition partition) {
        Map<String, String> keyValues = new LinkedHashMap<>();
        keyValues.put(CONNECTOR, settings.connector());
        keyValues.put(TOPIC, partition.topic());
        keyValues.put(PARTITION, Integer.toString(partition.partition()));
        keyValues.putAll(settings.parquet().keyValues());
        return keyValues;
    }

    public static Map<String, String> ofRecords(
            long firstOffset,
            long lastOffset,
            long records,
            OptionalLong firstTimestampMs,
            OptionalLong lastTimestampMs) {
        Map<String, String> keyValues = new LinkedHashMap<>();
        keyValues.put(FIRST_OFFSET, Long.toString(firstOffset));
        keyValues.put(LAST_OFFSET, Long.toString(lastOffset));
        keyValues.put(RECORDS, Long.toString(records));
        firstTimestampMs.ifPresent(timestamp -> keyValues.put(FIRST_TIMESTAMP, Long.toString(timestamp)));
        lastTimestampMs.ifPresent(timestamp -> keyValues.put(LAST_TIMESTAMP, Long.toString(timestamp)));
        return keyValues;
    }
}
