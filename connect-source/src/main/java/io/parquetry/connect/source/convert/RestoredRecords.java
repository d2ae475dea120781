package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRecord.KafkaMetadata;
import io.parquetry.connect.source.complete.Mark;
import io.parquetry.connect.source.complete.SentRecord;
import io.parquetry.connect.source.config.PartitionMapping;
import io.parquetry.connect.source.config.RestoreSettings;
import java.util.function.Supplier;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.Headers;

/**
 * Records that come back as they were: topic (through the mapping), partition, key, timestamp and headers, with the offset
 * as one more header where that is wanted.
 */
final class RestoredRecords {
    private final RestoreSettings settings;
    private final boolean keepsPartition;
    private String lastTopic;
    private String lastTarget;

    RestoredRecords(RestoreSettings settings) {
        this.settings = settings;
        this.keepsPartition = settings.partitionMapping() == PartitionMapping.KEEP;
    }

    SentRecord record(StoredRecord row, KafkaMetadata kafka, Supplier<Mark> mark) {
        String topic = target(kafka.topic());
        Headers headers = kafka.headers();
        if (settings.offsetHeader().isPresent()) {
            headers.add(settings.offsetHeader().get(), kafka.offset(), Schema.INT64_SCHEMA);
        }
        boolean timed = kafka.timestamp() != null && kafka.timestamp() >= 0;
        return new SentRecord(
                mark.get(),
                topic,
                keepsPartition ? (Integer) kafka.partition() : null,
                kafka.keySchema(),
                kafka.key(),
                row.valueSchema(),
                row.value(),
                timed ? kafka.timestamp() : null,
                headers);
    }

    /** One topic follows on itself in nearly every file. */
    private String target(String topic) {
        if (topic.equals(lastTopic)) {
            return lastTarget;
        }
        try {
            lastTarget = settings.topicMapping().target(topic);
            lastTopic = topic;
            return lastTarget;
        } catch (IllegalArgumentException e) {
            throw new ConnectException(e.getMessage(), e);
        }
    }
}
