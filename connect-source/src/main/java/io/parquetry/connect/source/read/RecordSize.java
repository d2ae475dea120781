package io.parquetry.connect.source.read;

import io.parquetry.connect.common.data.StoredRecord;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;

/**
 * About how many bytes a record takes: text and bytes by their length, everything else a word. It is for keeping a batch
 * within bounds where records are large, not for accounting.
 */
public final class RecordSize {
    private static final int WORD_BYTES = 8;

    private RecordSize() {}

    public static long of(StoredRecord record) {
        long bytes = of(record.value());
        if (record.kafka().isPresent()) {
            StoredRecord.KafkaMetadata kafka = record.kafka().get();
            bytes += of(kafka.key());
            for (Header header : kafka.headers()) {
                bytes += header.key().length() + of(header.value());
            }
        }
        return bytes;
    }

    private static long of(Object value) {
        if (value instanceof String text) {
            return WORD_BYTES + text.length();
        } else if (value instanceof byte[] array) {
            return WORD_BYTES + array.length;
        } else if (value instanceof ByteBuffer buffer) {
            return WORD_BYTES + buffer.remaining();
        } else if (value instanceof Struct struct) {
            long bytes = WORD_BYTES;
            for (Field field : struct.schema().fields()) {
                bytes += of(struct.get(field));
            }
            return bytes;
        } else if (value instanceof List<?> list) {
            long bytes = WORD_BYTES;
            for (Object element : list) {
                bytes += of(element);
            }
            return bytes;
        } else if (value instanceof Map<?, ?> map) {
            long bytes = WORD_BYTES;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                bytes += of(entry.getKey()) + of(entry.getValue());
            }
            return bytes;
        }
        return WORD_BYTES;
    }
}
