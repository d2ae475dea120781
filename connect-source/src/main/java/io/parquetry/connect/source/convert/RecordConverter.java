package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRecord.KafkaMetadata;
import io.parquetry.connect.source.config.FindKeys;
import io.parquetry.connect.source.config.RestorePartition;
import io.parquetry.connect.source.config.SendKeys;
import io.parquetry.connect.source.config.SendSettings;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.SourcePartition;
import io.parquetry.connect.source.offset.SourcePosition;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Makes source records of rows. A row that knows what Kafka knew about it comes back as it was: topic (through the
 * mapping), partition, key, timestamp and headers. Any other row is a value for the configured topic.
 */
public final class RecordConverter {
    private final SendSettings settings;
    private String lastTopic;
    private String lastTarget;
    private String lastPath;
    private Map<String, String> lastPartition;

    public RecordConverter(SendSettings settings) {
        this.settings = settings;
    }

    /**
     * The record of a row.
     *
     * @param after the position behind the row
     * @throws ConnectException when there is no topic for it
     */
    public SourceRecord convert(DataFile file, SourcePosition after, StoredRecord row) {
        Map<String, String> partition = partition(file.path());
        return row.kafka()
                .map(kafka -> restored(partition, after, row, kafka))
                .orElseGet(() ->
                        new SourceRecord(partition, after.toMap(), topicFor(file), row.valueSchema(), row.value()));
    }

    private SourceRecord restored(
            Map<String, String> partition, SourcePosition after, StoredRecord row, KafkaMetadata kafka) {
        Headers headers = kafka.headers();
        settings.offsetHeader().ifPresent(name -> headers.add(name, kafka.offset(), Schema.INT64_SCHEMA));
        boolean timed = kafka.timestamp() != null && kafka.timestamp() >= 0;
        return new SourceRecord(
                partition,
                after.toMap(),
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
                        + " to the one that they are to go to, or leave the file out by " + FindKeys.FILE_PATTERN));
    }

    /** One map for all rows of a file; a record each would be waste. */
    private Map<String, String> partition(String path) {
        if (!path.equals(lastPath)) {
            lastPath = path;
            lastPartition = SourcePartition.toMap(path);
        }
        return lastPartition;
    }
}
