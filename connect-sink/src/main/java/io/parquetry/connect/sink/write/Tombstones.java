package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.sink.config.ErrorSettings.NullValues;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Handles records without value as {@code behavior.on.null.values} says. */
final class Tombstones {
    private final NullValues policy;
    private final RecordMetadata metadata;
    private final SinkTaskMetrics metrics;

    Tombstones(SinkSettings settings, SinkTaskMetrics metrics) {
        this.policy = settings.errors().nullValues();
        this.metadata = settings.schema().recordMetadata();
        this.metrics = metrics;
    }

    /**
     * Returns whether a record goes to a file as far as its value decides that; counts a skipped record.
     *
     * @throws DataException when the record is bad because it has no value
     */
    boolean accept(SinkRecord record) {
        return record.value() != null || acceptNull(record);
    }

    private boolean acceptNull(SinkRecord record) {
        return switch (policy) {
            case IGNORE -> {
                metrics.add(SinkMetric.SKIPPED_RECORDS, 1);
                yield false;
            }
            case WRITE -> {
                if (metadata == RecordMetadata.NONE && !hasColumn(record.valueSchema())) {
                    throw new DataException("the value is null (a tombstone), which files of values cannot hold;"
                            + " set record.metadata=kafka to keep tombstones, or behavior.on.null.values=ignore to"
                            + " skip them");
                }
                yield true;
            }
            case FAIL -> throw new DataException("the value is null, which behavior.on.null.values=fail forbids");
        };
    }

    /** Whether values of the schema have one column, which can be null, and not one column for each field. */
    private static boolean hasColumn(Schema schema) {
        return schema != null && schema.type() != Schema.Type.STRUCT;
    }
}
