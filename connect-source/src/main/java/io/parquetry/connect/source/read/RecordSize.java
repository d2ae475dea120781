package io.parquetry.connect.source.read;

import io.parquetry.connect.common.data.StoredRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Header;

/**
 * About how many bytes a record takes, as {@link ValueSize} counts. It is for keeping a batch within bounds where records
 * are large, not for accounting.
 */
public final class RecordSize {
    private static final ValueSize OF_HEADER = ValueSize.of(null);

    private final Sizes values = new Sizes();
    private final Sizes keys = new Sizes();

    /** Records of one schema follow on each other. */
    private static final class Sizes {
        private Schema schema;
        private ValueSize size = ValueSize.of(null);

        ValueSize of(Schema wanted) {
            if (wanted != schema) {
                schema = wanted;
                size = ValueSize.of(wanted);
            }
            return size;
        }
    }

    public long of(StoredRecord record) {
        long bytes = values.of(record.valueSchema()).of(record.value());
        if (record.kafka().isPresent()) {
            StoredRecord.KafkaMetadata kafka = record.kafka().get();
            bytes += keys.of(kafka.keySchema()).of(kafka.key());
            for (Header header : kafka.headers()) {
                bytes += header.key().length() + OF_HEADER.of(header.value());
            }
        }
        return bytes;
    }
}
