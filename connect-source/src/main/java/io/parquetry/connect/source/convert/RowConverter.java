package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.schema.Timestamps;
import io.parquetry.connect.source.config.AllowedTopics;
import io.parquetry.connect.source.config.ConfigMismatchException;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.RowSettings;
import io.parquetry.connect.source.config.SendSettings;
import io.parquetry.connect.source.offset.SentRecord;
import io.parquetry.connect.source.offset.SourceOffset;
import java.util.Optional;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Headers;

/**
 * Makes a new record of a row: the row is the value; topic, key and timestamp come from its columns and the path of its
 * file. The producer chooses the partition.
 */
final class RowConverter {
    static final String FILE_HEADER = "parquet.file";
    static final String ROW_HEADER = "parquet.row";

    private final Optional<TopicResolver> topic;
    private final AllowedTopics topics;
    private String lastTopic;
    private final KeyExtractor key;
    private final Optional<FieldAccessor> timestamp;
    private final boolean hasHeaders;
    private final boolean headersAreBytes;

    RowConverter(SendSettings send) {
        RowSettings settings = send.rows();
        this.topics = send.topics();
        this.topic = settings.topic().map(TopicResolver::new);
        this.key = new KeyExtractor(settings.keyColumns());
        this.timestamp = settings.timestampColumn().map(path -> new FieldAccessor(RowSettings.TIMESTAMP_COLUMN, path));
        this.hasHeaders = settings.headers();
        this.headersAreBytes = send.restore().headersAreBytes();
    }

    SentRecord convert(String path, long row, StoredRecord stored, SourceOffset offset) {
        if (topic.isEmpty()) {
            throw new ConfigMismatchException(
                    RowSettings.TOPIC,
                    "the rows of " + path + " have no topic; set " + RowSettings.TOPIC
                            + " to the topic for them, or exclude the file by " + DiscoverySettings.PATH_EXCLUDE);
        }
        try {
            String topicName = allowed(topic.get().topic(path, stored));
            return new SentRecord(
                    offset,
                    topicName,
                    null,
                    key.key(stored),
                    new SchemaAndValue(stored.valueSchema(), stored.value()),
                    timestampMs(stored),
                    hasHeaders ? headers(path, row) : null);
        } catch (DataException e) {
            throw withRow(path, row, e);
        }
    }

    /** Most rows have the topic of the row before. */
    private String allowed(String name) {
        if (!name.equals(lastTopic)) {
            requireAllowed(topics, name);
            lastTopic = name;
        }
        return name;
    }

    static void requireAllowed(AllowedTopics topics, String name) {
        try {
            topics.require(name);
        } catch (IllegalArgumentException e) {
            throw new DataException(e.getMessage(), e);
        }
    }

    static ConnectException withRow(String path, long row, DataException reason) {
        // A column that does not exist is no fault of the row.
        return reason instanceof ConfigMismatchException
                ? new ConnectException("row " + row + " of " + path + " cannot be sent: " + reason.getMessage(), reason)
                : new BadRowException(path, row, reason.getMessage(), reason);
    }

    /** The timestamp of a row; null when it has none. */
    Long timestampMs(String path, long row, StoredRecord stored) {
        try {
            return timestampMs(stored);
        } catch (DataException e) {
            throw withRow(path, row, e);
        }
    }

    private Long timestampMs(StoredRecord stored) {
        return timestamp.isEmpty() ? null : timestampMs(timestamp.get(), stored);
    }

    private static Long timestampMs(FieldAccessor column, StoredRecord stored) {
        Object value = column.value(stored);
        if (value == null) {
            return null;
        }
        long timestampMs;
        try {
            timestampMs = Timestamps.milliseconds(value, column.schema());
        } catch (DataException e) {
            throw new DataException(column + ": " + e.getMessage(), e);
        }
        if (timestampMs < 0) {
            throw new DataException(
                    column + " is " + timestampMs + " ms, before 1970, and Kafka has no timestamps before 1970;"
                            + " choose another column, or exclude such rows by filter");
        }
        return timestampMs;
    }

    private Headers headers(String path, long row) {
        Headers headers = new ConnectHeaders().addString(FILE_HEADER, path).addLong(ROW_HEADER, row);
        return headersAreBytes ? HeaderBytes.of(headers) : headers;
    }
}
