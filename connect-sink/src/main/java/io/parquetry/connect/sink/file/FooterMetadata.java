package io.parquetry.connect.sink.file;

import io.parquetry.connect.common.ledger.OffsetSet;
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

    /** The largest offset before the first one that a file of the topic-partition holds; -1 where there is none. */
    static final String PREVIOUS_OFFSET = "parquetry.offset.previous";
    /** The offsets between the first and the last that other files hold, as distances from the first. */
    static final String OTHER_OFFSETS = "parquetry.offset.others";
    /** In place of these, where that is shorter, those that no file holds. */
    static final String ABSENT_OFFSETS = "parquetry.offset.absent";

    /** Longer sets are left out: then a reader cannot tell whether a file with offsets between these is missing. */
    private static final int OFFSETS_BYTES_MAX = 1 << 16;

    private FooterMetadata() {}

    /** The same, where it is not known which offsets between those of the file other files will hold. */
    public static Map<String, String> ofPrevious(long previous) {
        return Map.of(PREVIOUS_OFFSET, Long.toString(previous));
    }

    /** Which offsets before and between those of the file are in other files: a reader knows then what is missing. */
    public static Map<String, String> ofNeighbours(long previous, OffsetSet others, OffsetSet absent) {
        Map<String, String> keyValues = new LinkedHashMap<>(ofPrevious(previous));
        boolean writesOthers =
                others.isEmpty() || !absent.isEmpty() && others.serializedBytes() <= absent.serializedBytes();
        OffsetSet shorter = writesOthers ? others : absent;
        if (shorter.isEmpty() || shorter.serializedBytes() <= OFFSETS_BYTES_MAX) {
            keyValues.put(writesOthers ? OTHER_OFFSETS : ABSENT_OFFSETS, shorter.format());
        }
        return keyValues;
    }

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
