package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.TemporalType;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.model.RecordWalker.LeafAccess;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.TimeUnit;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.data.Schema;

/**
 * Times in columns of another form than the number of their type, both directions: times of day as text, and timestamps
 * of nanoseconds in microseconds.
 */
final class TemporalLeaves {
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long MICROS_PER_MILLI = 1_000;
    private static final int NANOS_DIGITS = 9;

    private TemporalLeaves() {}

    /** The access to values of {@code type}; empty where the column holds the number of the type. */
    static Optional<LeafAccess> access(TemporalType type, PrimitiveType column) {
        if (column.physicalType() == PhysicalType.BYTE_ARRAY) {
            TimeOfDayText text = new TimeOfDayText(type.unit().orElseThrow());
            ToLongFunction<Object> number = number(type);
            return Optional.of((LeafAccess.OfBytes<Object>) time -> text.write(number.applyAsLong(time)));
        }
        if (isInMicros(type, column)) {
            return Optional.of(inMicros(type, column.logicalType().orElseThrow()));
        }
        LogicalType annotation = column.logicalType().orElse(null);
        if (annotation instanceof LogicalType.Time time && type.carrier() == TemporalType.Carrier.NUMBER) {
            return Optional.of(ofDay(type, time.unit()));
        }
        return annotation instanceof LogicalType.Timestamp stamp
                ? TimestampRange.of(stamp).map(range -> inRange(type, range))
                : Optional.empty();
    }

    /** What is outside of the day would be another time in the eyes of every reader. */
    private static LeafAccess ofDay(TemporalType type, TimeUnit unit) {
        return type.connectType() == Schema.Type.INT32
                ? (LeafAccess.OfInt<Integer>) time -> (int) requireOfDay(time, unit)
                : (LeafAccess.OfLong<Long>) time -> requireOfDay(time, unit);
    }

    private static long requireOfDay(long time, TimeUnit unit) {
        if (!unit.isOfDay(time)) {
            String text = new String(new TimeOfDayText(unit).write(time), StandardCharsets.US_ASCII);
            throw new InvalidRecordException("the time " + time + " (" + text + ") is outside of the day, and a TIME"
                    + " holds none such: set types.as to time:text or time:integer, or correct it");
        }
        return time;
    }

    private static LeafAccess inRange(TemporalType type, TimestampRange range) {
        return type.carrier() == TemporalType.Carrier.JAVA_DATE
                ? (LeafAccess.OfLong<Date>) date -> range.require(date.getTime())
                : (LeafAccess.OfLong<Long>) range::require;
    }

    /** The maker of values of {@code type}; empty where the column holds the number of the type. */
    static Optional<LeafMaker> maker(TemporalType type, PrimitiveType column) {
        if (column.physicalType() == PhysicalType.BYTE_ARRAY) {
            return Optional.of(new Texts(new TimeOfDayText(type.unit().orElseThrow()), value(type)));
        }
        return isInMicros(type, column) ? Optional.of(ofMicros(type)) : Optional.empty();
    }

    /** Whether the column is in microseconds and the values of the type are not. */
    private static boolean isInMicros(TemporalType type, PrimitiveType column) {
        LogicalType annotation = column.logicalType().orElse(null);
        boolean micros = annotation instanceof LogicalType.Timestamp stamp && stamp.unit() == TimeUnit.MICROS
                || annotation instanceof LogicalType.Time time && time.unit() == TimeUnit.MICROS;
        return micros && !type.unit().equals(Optional.of(TimeUnit.MICROS));
    }

    private static LeafAccess inMicros(TemporalType type, LogicalType annotation) {
        boolean millis = type.unit().equals(Optional.of(TimeUnit.MILLIS));
        if (annotation instanceof LogicalType.Timestamp stamp) {
            if (!millis) {
                return (LeafAccess.OfLong<Long>) TemporalLeaves::micros;
            }
            TimestampRange range = TimestampRange.of(new LogicalType.Timestamp(stamp.adjustedToUtc(), TimeUnit.MILLIS))
                    .orElseThrow();
            return type.carrier() == TemporalType.Carrier.JAVA_DATE
                    ? (LeafAccess.OfLong<Date>) date -> range.require(date.getTime()) * MICROS_PER_MILLI
                    : (LeafAccess.OfLong<Long>) time -> range.require(time) * MICROS_PER_MILLI;
        }
        ToLongFunction<Object> number = number(type);
        return millis
                ? (LeafAccess.OfLong<Object>)
                        time -> requireOfDay(number.applyAsLong(time), TimeUnit.MILLIS) * MICROS_PER_MILLI
                : (LeafAccess.OfLong<Object>) time -> micros(requireOfDay(number.applyAsLong(time), TimeUnit.NANOS));
    }

    private static LeafMaker ofMicros(TemporalType type) {
        if (!type.unit().equals(Optional.of(TimeUnit.MILLIS))) {
            return (LeafMaker.OfLong) TemporalLeaves::nanos;
        }
        LongFunction<Object> value = value(type);
        return new LeafMaker.OfLong() {
            @Override
            public Object ofLong(long micros) {
                if (micros % MICROS_PER_MILLI != 0) {
                    throw new CorruptFileException("a time is " + micros
                            + " microseconds, and its schema in the footer has milliseconds, which do not hold it");
                }
                return value.apply(micros / MICROS_PER_MILLI);
            }

            @Override
            public boolean shareable() {
                return false;
            }
        };
    }

    private static ToLongFunction<Object> number(TemporalType type) {
        return switch (type.carrier()) {
            case JAVA_DATE -> time -> LeafAccesses.millisOfDay((Date) time);
            case NUMBER ->
                switch (type.connectType()) {
                    case INT32 -> time -> (Integer) time;
                    case INT64 -> time -> (Long) time;
                    case INT8, INT16, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES, ARRAY, MAP, STRUCT ->
                        throw new IllegalStateException(type + " is no number of 32 or 64 bits");
                };
        };
    }

    private static LongFunction<Object> value(TemporalType type) {
        return switch (type.carrier()) {
            case JAVA_DATE -> type == TemporalType.CONNECT_TIME ? TemporalLeaves::timeOfDay : Date::new;
            case NUMBER ->
                switch (type.connectType()) {
                    case INT32 -> TemporalLeaves::integer;
                    case INT64 -> Long::valueOf;
                    case INT8, INT16, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES, ARRAY, MAP, STRUCT ->
                        throw new IllegalStateException(type + " is no number of 32 or 64 bits");
                };
        };
    }

    /** Converters fail at any other time, without the name of the file. */
    private static Date timeOfDay(long millis) {
        if (millis < 0 || millis > LeafAccesses.DAY_MILLIS) {
            throw new CorruptFileException(
                    "a time of day is " + millis + " ms, and its schema in the footer has no times outside of the day");
        }
        return new Date(millis);
    }

    private static Integer integer(long time) {
        if (time != (int) time) {
            throw new CorruptFileException(
                    "a time of day is " + time + " ms, and its schema in the footer has 32 bits");
        }
        return (int) time;
    }

    /** Not shareable, since a {@link Date} is mutable. */
    private record Texts(TimeOfDayText text, LongFunction<Object> value) implements LeafMaker.OfBytes {
        @Override
        public Object ofBytes(byte[] buffer, int offset, int length) {
            return value.apply(text.read(buffer, offset, length));
        }

        @Override
        public boolean shareable() {
            return false;
        }
    }

    private static long micros(long nanos) {
        long micros = Math.floorDiv(nanos, NANOS_PER_MICRO);
        if (micros * NANOS_PER_MICRO != nanos) {
            throw new InvalidRecordException("the timestamp " + nanos + " (in seconds: "
                    + BigDecimal.valueOf(nanos, NANOS_DIGITS).toPlainString()
                    + ") has digits below microseconds, which types.as=nanos:micros cannot hold; they are not cut:"
                    + " set types.as to nanos:integer or nanos:nanos, or cut them in a transformation");
        }
        return micros;
    }

    private static Long nanos(long micros) {
        long nanos = micros * NANOS_PER_MICRO;
        if (nanos / NANOS_PER_MICRO != micros) {
            throw new CorruptFileException("a timestamp is " + micros
                    + " microseconds, and its schema in the footer has nanoseconds, which do not hold it");
        }
        return nanos;
    }
}
