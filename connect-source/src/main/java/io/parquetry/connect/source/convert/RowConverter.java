package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.schema.Moments;
import io.parquetry.connect.source.complete.SentRecord;
import io.parquetry.connect.source.complete.SourceOffset;
import io.parquetry.connect.source.config.ConfigMismatchException;
import io.parquetry.connect.source.config.FindKeys;
import io.parquetry.connect.source.config.RowKeys;
import io.parquetry.connect.source.config.RowSettings;
import java.util.Optional;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Headers;

/**
 * Rows as records of their own: the value is the row, and topic, key and timestamp come from its columns and the path of
 * its file. The partition is the producer's choice.
 */
final class RowConverter {
    static final String FILE_HEADER = "parquet.file";
    static final String ROW_HEADER = "parquet.row";

    private final Optional<TopicResolver> topics;
    private final KeyExtractor key;
    private final Optional<FieldAccessor> timestamp;
    private final boolean hasHeaders;

    RowConverter(RowSettings settings) {
        this.topics = settings.topic().map(TopicResolver::new);
        this.key = new KeyExtractor(settings.keyColumns());
        this.timestamp = settings.timestampColumn().map(path -> new FieldAccessor(RowKeys.TIMESTAMP_COLUMN, path));
        this.hasHeaders = settings.headers();
    }

    SentRecord record(String path, long row, StoredRecord stored, SourceOffset offset) {
        if (topics.isEmpty()) {
            throw new ConfigMismatchException(
                    RowKeys.TOPIC,
                    "the rows of " + path + " do not say which topic they belong to; set "
                            + RowKeys.TOPIC + " to the one that they are to go to, or leave the file out by "
                            + FindKeys.PATH_EXCLUDE);
        }
        try {
            String topic = topics.get().of(path, stored);
            SchemaAndValue keyOfRow = key.of(stored);
            Long timestampMs = timestampMs(stored);
            return new SentRecord(
                    offset,
                    topic,
                    null,
                    keyOfRow.schema(),
                    keyOfRow.value(),
                    stored.valueSchema(),
                    stored.value(),
                    timestampMs,
                    hasHeaders ? headers(path, row) : null);
        } catch (DataException e) {
            throw cannotBeSent(path, row, e);
        }
    }

    private static ConnectException cannotBeSent(String path, long row, DataException reason) {
        return new ConnectException("row " + row + " of " + path + " cannot be sent: " + reason.getMessage(), reason);
    }

    /** The timestamp of a row; null when it has none. */
    Long timestampMs(String path, long row, StoredRecord stored) {
        try {
            return timestampMs(stored);
        } catch (DataException e) {
            throw cannotBeSent(path, row, e);
        }
    }

    private Long timestampMs(StoredRecord stored) {
        return timestamp.isEmpty() ? null : timestampMs(timestamp.get(), stored);
    }

    private static Long timestampMs(FieldAccessor column, StoredRecord stored) {
        Object value = column.of(stored);
        if (value == null) {
            return null;
        }
        long timestampMs;
        try {
            timestampMs = Moments.milliseconds(value, column.schema());
        } catch (DataException e) {
            throw new DataException(column + ": " + e.getMessage(), e);
        }
        if (timestampMs < 0) {
            throw new DataException(
                    column + " is " + timestampMs + " ms, before 1970, which Kafka takes for no timestamp;"
                            + " choose another column, or leave such rows out by filter");
        }
        return timestampMs;
    }

    private static Headers headers(String path, long row) {
        return new ConnectHeaders().addString(FILE_HEADER, path).addLong(ROW_HEADER, row);
    }
}
