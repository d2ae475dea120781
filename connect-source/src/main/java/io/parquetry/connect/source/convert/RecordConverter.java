package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRecord.KafkaMetadata;
import io.parquetry.connect.source.complete.Mark;
import io.parquetry.connect.source.complete.SentRecord;
import io.parquetry.connect.source.config.FindKeys;
import io.parquetry.connect.source.config.RestorePartition;
import io.parquetry.connect.source.config.SendKeys;
import io.parquetry.connect.source.config.SendSettings;
import io.parquetry.connect.source.discover.DataFile;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.Headers;

/**
 * Makes source records of rows. A row that knows what Kafka knew about it comes back as it was: topic (through the
 * mapping), partition, key, timestamp and headers. Any other row is a value for the configured topic.
 */
public final class RecordConverter {
    private final SendSettings settings;
    private String lastTopic;
    private String lastTarget;

    public RecordConverter(SendSettings settings) {
        this.settings = settings;
    }

    /**
     * The record of a row.
     *
     * @param mark what the record carries beside the row
     * @throws ConnectException when there is no topic for it
     */
    public SentRecord convert(DataFile file, Mark mark, StoredRecord row) {
        return row.kafka()
                .map(kafka -> restored(mark, row, kafka))
                .orElseGet(() -> new SentRecord(
                        mark, topicFor(file), null, null, null, row.valueSchema(), row.value(), null, null));
    }

    private SentRecord restored(Mark mark, StoredRecord row, KafkaMetadata kafka) {
        Headers headers = kafka.headers();
        settings.offsetHeader().ifPresent(name -> headers.add(name, kafka.offset(), Schema.INT64_SCHEMA));
        boolean timed = kafka.timestamp() != null && kafka.timestamp() >= 0;
        return new SentRecord(
                mark,
                target(kafka.topic()),
                settings.restorePartition() == RestorePartition.STORED ? (Integer) kafka.partition() : null,
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

    private String topicFor(DataFile file) {
        return settings.topic()
                .orElseThrow(() -> new ConnectException("the rows of " + file.path()
                        + " do not say which topic they belong to; set " + SendKeys.TOPIC
                        + " to the one that they are to go to, or leave the file out by " + FindKeys.PATH_EXCLUDE));
    }
}
