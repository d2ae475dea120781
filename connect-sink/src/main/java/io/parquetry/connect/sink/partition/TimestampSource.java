package io.parquetry.connect.sink.partition;

import io.parquetry.connect.common.schema.TemporalType;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Date;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Where the time comes from that a record is filed under. All give milliseconds since the epoch. */
public sealed interface TimestampSource {
    /** The way to the time. */
    ToLongFunction<SinkRecord> extractor(Clock clock);

    /** The record's own timestamp. */
    record OfRecord() implements TimestampSource {
        @Override
        public ToLongFunction<SinkRecord> extractor(Clock clock) {
            return OfRecord::timestampMs;
        }

        private static long timestampMs(SinkRecord record) {
            if (record.timestamp() == null) {
                throw new DataException("the record has no timestamp, by which it is to be filed;"
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
                return milliseconds(found.value(), found.schema());
            } catch (DataException e) {
                throw new DataException("timestamp.field " + path + ": " + e.getMessage(), e);
            }
        }

        private static long milliseconds(Object value, Schema schema) {
            if (value instanceof Date date) {
                return date.getTime();
            }
            if (value instanceof Long || value instanceof Integer) {
                return milliseconds(((Number) value).longValue(), schema);
            }
            if (value instanceof String text) {
                return milliseconds(text);
            }
            throw new DataException(
                    value == null
                            ? "it is null"
                            : "a value of " + value.getClass().getName()
                                    + " is no time; it must be a timestamp, an integer or ISO-8601 text");
        }

        private static long milliseconds(long number, Schema schema) {
            Optional<TemporalType> type = schema == null ? Optional.empty() : TemporalType.of(schema);
            return type.isEmpty() ? number : milliseconds(number, type.get());
        }

        private static long milliseconds(long number, TemporalType type) {
            return switch (type) {
                case DEBEZIUM_MICRO_TIMESTAMP, MICRO_TIMESTAMP -> Math.floorDiv(number, 1_000L);
                case DEBEZIUM_NANO_TIMESTAMP, CONFLUENT_NANO_TIMESTAMP -> Math.floorDiv(number, 1_000_000L);
                case DEBEZIUM_DATE -> Math.multiplyExact(number, 86_400_000L);
                case DEBEZIUM_TIMESTAMP, CONNECT_TIMESTAMP, CONNECT_DATE -> number;
                case CONNECT_TIME, DEBEZIUM_TIME, DEBEZIUM_MICRO_TIME, DEBEZIUM_NANO_TIME ->
                    throw new DataException("a time of day (" + type.schemaName() + ") does not say the day");
            };
        }

        private static long milliseconds(String text) {
            try {
                return text.endsWith("Z")
                        ? Instant.parse(text).toEpochMilli()
                        : OffsetDateTime.parse(text).toInstant().toEpochMilli();
            } catch (DateTimeParseException | ArithmeticException e) {
                throw new DataException(
                        "the text \"" + (text.length() > 50 ? text.substring(0, 50) + "..." : text)
                                + "\" is no time with a zone in ISO-8601, such as 2026-07-01T12:00:00Z",
                        e);
            }
        }
    }
}
