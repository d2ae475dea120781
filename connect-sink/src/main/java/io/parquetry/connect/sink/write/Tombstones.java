package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.sink.config.ErrorSettings.NullValues;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** What becomes of records without value. */
final class Tombstones {
    private final NullValues policy;
    private final RecordMetadata metadata;
    private final SinkTaskMetrics figures;

    Tombstones(SinkSettings settings, SinkTaskMetrics figures) {
        this.policy = settings.errors().nullValues();
        this.metadata = settings.schema().recordMetadata();
        this.figures = figures;
    }

    /**
     * Whether a record goes to a file, as far as that depends on its having a value.
     *
     * @throws DataException when it is a bad record for having none
     */
    boolean admit(SinkRecord record) {
        return record.value() != null || keepsNull(record);
    }

    private boolean keepsNull(SinkRecord record) {
        return switch (policy) {
            case IGNORE -> {
                figures.add(SinkMetric.SKIPPED_RECORDS, 1);
                yield false;
            }
            case WRITE -> {
                if (metadata == RecordMetadata.NONE && !hasColumn(record.valueSchema())) {
                    throw new DataException("the value is null (a tombstone), for which a file of values has no place;"
                            + " set record.metadata=kafka to keep tombstones, or behavior.on.null.values=ignore to"
                            + " pass them over");
                }
                yield true;
            }
            case FAIL -> throw new DataException("the value is null, which behavior.on.null.values=fail forbids");
        };
    }

    /** Whether a file of values has one column for values of the schema, which can be null, and not one for each field. */
    private static boolean hasColumn(Schema schema) {
        return schema != null && schema.type() != Schema.Type.STRUCT;
    }
}
