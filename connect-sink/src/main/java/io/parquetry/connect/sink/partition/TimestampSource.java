package io.parquetry.connect.sink.partition;

import io.parquetry.connect.common.schema.Timestamps;
import io.parquetry.connect.common.template.FieldPath;
import java.time.Clock;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** The source of a record's time, in milliseconds since the epoch. */
public sealed interface TimestampSource {
    /** Extracts the time of a record. */
    ToLongFunction<SinkRecord> extractor(Clock clock);

    /** The record's own timestamp. */
    record OfRecord() implements TimestampSource {
        @Override
        public ToLongFunction<SinkRecord> extractor(Clock clock) {
            return OfRecord::timestampMs;
        }

        private static long timestampMs(SinkRecord record) {
            if (record.timestamp() == null) {
                throw new DataException("the record has no timestamp, which its directory depends on;"
                        + " set timestamp.extractor to field or wallclock");
            }
            return record.timestamp();
        }
    }

    /** The moment at which the record is written. */
    record Wallclock() implements TimestampSource {
        @Override
        public ToLongFunction<SinkRecord> extractor(Clock clock) {
            return record -> clock.millis();
        }
    }

    /**
     * A field of the value: a number of milliseconds, a Connect, Debezium or Confluent time, or ISO-8601 text.
     *
     * @param path dotted path of the field
     */
    record OfField(String path) implements TimestampSource {
        public OfField {
            Objects.requireNonNull(path, "path");
            FieldPath.parse(path);
        }

        @Override
        public ToLongFunction<SinkRecord> extractor(Clock clock) {
            FieldPath fieldPath = FieldPath.parse(path);
            return record -> timestampMs(fieldPath, record);
        }

        private long timestampMs(FieldPath fieldPath, SinkRecord record) {
            try {
                FieldPath.Found found = fieldPath.in(record.value(), record.valueSchema());
                return Timestamps.milliseconds(found.value(), found.schema());
            } catch (DataException e) {
                throw new DataException("timestamp.field " + path + ": " + e.getMessage(), e);
            }
        }
    }
}
