package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRecord.KafkaMetadata;
import io.parquetry.connect.source.complete.SentRecord;
import io.parquetry.connect.source.complete.SourceOffset;
import io.parquetry.connect.source.config.PartitionMapping;
import io.parquetry.connect.source.config.RestoreSettings;
import io.parquetry.connect.source.topic.TargetTopics;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;

/**
 * Records that come back as they were: topic (through the mapping), partition, key, timestamp and headers, with the offset
 * as one more header where that is wanted.
 */
final class RestoreConverter {
    private final RestoreSettings settings;
    private final TargetTopics targets;
    private final boolean keepsPartition;
    private int lastPartition;
    private String lastTopic;
    private String lastTarget;

    RestoreConverter(RestoreSettings settings, TargetTopics targets) {
        this.settings = settings;
        this.targets = targets;
        this.keepsPartition = settings.partitionMapping() == PartitionMapping.KEEP;
    }

    SentRecord record(StoredRecord row, KafkaMetadata kafka, SourceOffset offset) {
        String topic = target(kafka.topic(), kafka.partition());
        Headers headers = kafka.headers();
        if (settings.offsetHeader().isPresent()) {
            headers.add(settings.offsetHeader().get(), kafka.offset(), Schema.INT64_SCHEMA);
        }
        return new SentRecord(
                offset,
                topic,
                keepsPartition ? (Integer) kafka.partition() : null,
                kafka.keySchema(),
                kafka.key(),
                row.valueSchema(),
                row.value(),
                timestampMs(kafka).orElse(null),
                headers);
    }

    /** Kafka has numbers below 0 where there is none. */
    static Optional<Long> timestampMs(KafkaMetadata kafka) {
        return Optional.ofNullable(kafka.timestamp()).filter(timestampMs -> timestampMs >= 0);
    }

    /** One topic-partition follows on itself in nearly every file. */
    private String target(String topic, int partition) {
        if (partition != lastPartition || !topic.equals(lastTopic)) {
            targets.require(topic, partition);
            lastTarget = targets.target(topic);
            lastTopic = topic;
            lastPartition = partition;
            targets.sending(lastTarget, partition);
        }
        return lastTarget;
    }
}
