package io.parquetry.connect.common.data;

import io.parquetry.connect.common.data.StoredRecord.KafkaMetadata;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.model.RecordBuilder.FieldMaker;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;

/** The metadata of a row under construction; the meaning of a null is known only at the end of the row. */
final class StoredMetadata {
    private String topic;
    private int partition;
    private long offset;
    private Long timestamp;
    private TimestampType timestampType;
    private Object key;
    private Headers headers;
    private boolean keySchemaless;
    private boolean valueSchemaless;
    private boolean valueIsNull;

    private StoredMetadata() {}

    static FieldMaker<StoredMetadata> maker(KafkaColumns columns) {
        return new Maker(columns);
    }

    /** Whether a row of the flat layout says that its value is null. */
    boolean isValueNull() {
        return valueIsNull;
    }

    /** Requires a row of the flat layout to say of its value what its column says. */
    void requireNull(boolean isNull) {
        if (valueIsNull != isNull) {
            throw new CorruptFileException(
                    "_kafka.valueIsNull is " + valueIsNull + ", but the value is " + (isNull ? "null" : "not null"));
        }
    }

    /**
     * The record of the row.
     *
     * @param ofKey schema of the file's keys, or null
     * @param ofValue schema of the file's values, or null
     */
    StoredRecord record(Schema ofKey, Schema ofValue, Object value, int longest) {
        KafkaMetadata kafka = new KafkaMetadata(
                topic, partition, offset, timestamp, timestampType, schemaOf(key, ofKey, keySchemaless), key, headers);
        return new StoredRecord(Optional.of(kafka), schemaOf(value, ofValue, valueSchemaless), value, longest);
    }

    private static Schema schemaOf(Object value, Schema schema, boolean schemaless) {
        boolean bare = value == null && schema != null && (schemaless || !schema.isOptional());
        return bare ? null : schema;
    }

    private static final class Maker implements FieldMaker<StoredMetadata> {
        /** By their names in Kafka; {@link TimestampType#forName} would copy the array of all types for each record. */
        private static final Map<String, TimestampType> TIMESTAMP_TYPES = Stream.of(TimestampType.values())
                .collect(Collectors.toUnmodifiableMap(type -> type.name, type -> type));

        private final KafkaColumns columns;

        Maker(KafkaColumns columns) {
            this.columns = columns;
        }

        @Override
        public StoredMetadata create() {
            return new StoredMetadata();
        }

        @Override
        public void set(StoredMetadata row, int index, Object value) {
            switch (index) {
                case KafkaColumns.TOPIC -> row.topic = (String) value;
                case KafkaColumns.PARTITION -> row.partition = (Integer) value;
                case KafkaColumns.OFFSET -> row.offset = (Long) value;
                case KafkaColumns.TIMESTAMP -> row.timestamp = columns.timestampMs((Long) value);
                case KafkaColumns.TIMESTAMP_TYPE -> row.timestampType = timestampType((String) value);
                default -> {
                    if (columns.isKey(index)) {
                        row.key = value;
                    } else if (columns.isHeaders(index)) {
                        row.headers = (Headers) value;
                    } else if (columns.isKeySchemaless(index)) {
                        row.keySchemaless = (Boolean) value;
                    } else if (columns.isValueSchemaless(index)) {
                        row.valueSchemaless = (Boolean) value;
                    } else if (columns.isValueNull(index)) {
                        row.valueIsNull = (Boolean) value;
                    }
                }
            }
        }

        private static TimestampType timestampType(String name) {
            TimestampType type = TIMESTAMP_TYPES.get(name);
            if (type == null) {
                throw new CorruptFileException("the timestamp type is '" + name
                        + "'; it must be NoTimestampType, CreateTime or LogAppendTime");
            }
            return type;
        }
    }
}
