package io.parquetry.connect.common.data;

import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;

/**
 * A row of a file as a Connect record.
 *
 * @param kafka its record metadata, in files that have it
 * @param valueSchema null for a value without schema
 * @param value null for a tombstone, or for a null of an optional schema
 * @param longest an upper bound of the length of its text and bytes; headers may come from longer text
 */
public record StoredRecord(Optional<KafkaMetadata> kafka, Schema valueSchema, Object value, int longest) {
    public StoredRecord {
        Objects.requireNonNull(kafka, "kafka");
    }

    /**
     * The metadata of a record.
     *
     * @param timestamp milliseconds since 1970, or null
     * @param keySchema null for a key without schema
     * @param key may be null
     * @param headers in their order, with repetitions
     */
    public record KafkaMetadata(
            String topic,
            int partition,
            long offset,
            Long timestamp,
            TimestampType timestampType,
            Schema keySchema,
            Object key,
            Headers headers) {
        public KafkaMetadata {
            Objects.requireNonNull(topic, "topic");
            Objects.requireNonNull(timestampType, "timestampType");
            Objects.requireNonNull(headers, "headers");
        }
    }
}
