package io.parquetry.connect.sink.partition;

import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Date;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Where the time comes from that a record is filed under. All give milliseconds since the epoch. */
public enum TimestampSource {
    /** The record's own timestamp. */
    RECORD,
    /** A field of the value. */
    FIELD,
    /** The moment at which the record is written. */
    WALLCLOCK;

    /** The way to the time. */
    ToLongFunction<SinkRecord> extractor(String fieldPath, Clock clock) {
        return switch (this) {
            case RECORD -> TimestampSource::ofRecord;
            case FIELD -> new OfField(fieldPath);
            case WALLCLOCK -> record -> clock.millis();
        };
    }

    private static long ofRecord(SinkRecord record) {
        if (record.timestamp() == null) {
            throw new DataException("the record has no timestamp, by which it is to be filed;"
                    + " set timestamp.extractor to field or wallclock");
        }
        return record.timestamp();
    }

    /** A field at the end of a dotted path: a number of milliseconds, a Connect or Debezium time, or ISO-8601 text. */
    private static final class OfField implements ToLongFunction<SinkRecord> {
        private final String path;
        private final String[] names;

        OfField(String path) {
            this.path = path;
            this.names = path.split("\\.", -1);
        }

        @Override
        public long applyAsLong(SinkRecord record) {
            Object value = record.value();
            Schema schema = record.valueSchema();
            for (String name : names) {
                if (value instanceof Struct struct) {
                    Field field = struct.schema().field(name);
                    if (field == null) {
                        throw fault("there is no such field; the struct at " + name + " has "
                                + Arrays.toString(struct.schema().fields().stream()
                                        .map(Field::name)
                                        .toArray()));
                    }
                    value = struct.get(field);
                    schema = field.schema();
                } else if (value instanceof Map<?, ?> map) {
                    value = map.get(name);
                    schema = null;
                } else {
                    throw fault(
                            value == null
                                    ? "a part of the path is null"
                                    : "a part of the path is no struct and no map");
                }
            }
            return milliseconds(value, schema == null ? null : schema.name());
        }

        private long milliseconds(Object value, String schemaName) {
            if (value instanceof Date date) {
                return date.getTime();
            }
            if (value instanceof Long || value instanceof Integer) {
                return milliseconds(((Number) value).longValue(), schemaName == null ? "" : schemaName);
            }
            if (value instanceof String text) {
                return milliseconds(text);
            }
            throw fault(
                    value == null
                            ? "it is null"
                            : "a value of " + value.getClass().getName()
                                    + " is no time; it must be a timestamp, an integer or ISO-8601 text");
        }

        private static long milliseconds(long number, String schemaName) {
            return switch (schemaName) {
                case "io.debezium.time.MicroTimestamp" -> Math.floorDiv(number, 1_000L);
                case "io.debezium.time.NanoTimestamp" -> Math.floorDiv(number, 1_000_000L);
                case "io.debezium.time.Date" -> Math.multiplyExact(number, 86_400_000L);
                default -> number;
            };
        }

        private long milliseconds(String text) {
            try {
                return text.endsWith("Z")
                        ? Instant.parse(text).toEpochMilli()
                        : OffsetDateTime.parse(text).toInstant().toEpochMilli();
            } catch (DateTimeParseException e) {
                throw fault("the text \"" + (text.length() > 50 ? text.substring(0, 50) + "..." : text)
                        + "\" is no time with a zone in ISO-8601, such as 2026-07-01T12:00:00Z");
            }
        }

        private DataException fault(String reason) {
            return new DataException("timestamp.field " + path + ": " + reason);
        }
    }
}
