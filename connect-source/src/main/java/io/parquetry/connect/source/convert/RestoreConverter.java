package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRecord.KafkaMetadata;
import io.parquetry.connect.common.schema.InferredValues;
import io.parquetry.connect.source.config.AllowedTopics;
import io.parquetry.connect.source.config.RestoreSettings;
import io.parquetry.connect.source.config.RestoreSettings.PartitionMapping;
import io.parquetry.connect.source.config.SendSettings;
import io.parquetry.connect.source.offset.SentRecord;
import io.parquetry.connect.source.offset.SourceOffset;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Headers;

/**
 * Restores the original record of a row: topic (through the mapping), partition, key, timestamp and headers, its value
 * without schema where the sink has inferred that, and, if configured, the original offset as one more header.
 */
final class RestoreConverter {
    private final RestoreSettings settings;
    private final AllowedTopics topics;
    private final TargetTopics targets;
    private final boolean keepsPartition;
    private final Optional<TopicResolver> ownTopic;
    private final boolean rowsNameTopics;
    private int lastPartition;
    private String lastTopic;
    private String lastTarget;
    private String lastOwnTopic;

    RestoreConverter(SendSettings send, TargetTopics targets) {
        this.settings = send.restore();
        this.topics = send.topics();
        this.targets = targets;
        this.keepsPartition = settings.partitionMapping() == PartitionMapping.KEEP;
        this.ownTopic = send.rows().topic().map(TopicResolver::new);
        this.rowsNameTopics = send.rowsNameTopics();
    }

    /**
     * Restores a record.
     *
     * @param path of the row's file
     * @param number of the row, from 0
     */
    SentRecord convert(String path, long number, StoredRecord row, KafkaMetadata kafka, SourceOffset offset) {
        boolean goesToItsTopic = rowsNameTopics || settings.topicMapping().lists(kafka.topic());
        String topic = goesToItsTopic ? target(kafka.topic(), kafka.partition()) : ownTopic(path, row);
        Headers headers = kafka.headers();
        if (settings.offsetHeader().isPresent()) {
            // The row is compared with those of other files that have its offset.
            headers = headers.duplicate();
            headers.add(settings.offsetHeader().get(), kafka.offset(), Schema.INT64_SCHEMA);
        }
        if (settings.headersAreBytes()) {
            headers = HeaderBytes.of(headers);
        }
        boolean inferred = InferredValues.isInferred(row.valueSchema());
        return new SentRecord(
                offset,
                topic,
                keepsPartition && goesToItsTopic ? (Integer) kafka.partition() : null,
                new SchemaAndValue(kafka.keySchema(), kafka.key()),
                inferred
                        ? new SchemaAndValue(null, InferredValues.restore(row.valueSchema(), row.value()))
                        : new SchemaAndValue(row.valueSchema(), row.value()),
                timestampMs(kafka).orElse(null),
                headers);
    }

    /** The topic that the user has set, whatever the row names. */
    private String ownTopic(String path, StoredRecord row) {
        String topic = ownTopic.orElseThrow().topic(path, row);
        if (!topic.equals(lastOwnTopic)) {
            RowConverter.requireAllowed(topics, topic);
            lastOwnTopic = topic;
        }
        return topic;
    }

    /** A negative timestamp of Kafka means that there is none. */
    static Optional<Long> timestampMs(KafkaMetadata kafka) {
        return Optional.ofNullable(kafka.timestamp()).filter(timestampMs -> timestampMs >= 0);
    }

    /** Nearly all rows of a file are of one topic-partition, so the last one is cached. */
    private String target(String topic, int partition) {
        if (partition != lastPartition || !topic.equals(lastTopic)) {
            String target = targets.target(topic);
            RowConverter.requireAllowed(topics, target);
            targets.refusalOf(topic, partition).ifPresent(refusal -> {
                throw new DataException(refusal.getMessage());
            });
            lastTarget = target;
            lastTopic = topic;
            lastPartition = partition;
        }
        return lastTarget;
    }
}
