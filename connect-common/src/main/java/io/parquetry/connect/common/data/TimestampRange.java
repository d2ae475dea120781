package io.parquetry.connect.common.data;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.schema.LogicalType;
import java.time.Instant;
import java.util.Optional;

/**
 * The timestamps that engines can show. Spark and DuckDB count microseconds in 64 bits and refuse the column of the
 * whole file for one value beyond; DuckDB's calendar of local timestamps begins later than that.
 */
record TimestampRange(long least, long most, long perSecond) {
    private static final long PER_MILLI = 1_000;

    /** -290308-12-22T00:00, in microseconds. */
    private static final long LOCAL_LEAST = -9_223_372_022_400_000_000L;

    /** Empty where engines show every number. */
    static Optional<TimestampRange> of(LogicalType.Timestamp type) {
        long least = type.adjustedToUtc() ? Long.MIN_VALUE : LOCAL_LEAST;
        return switch (type.unit()) {
            case MILLIS -> Optional.of(new TimestampRange(least / PER_MILLI, Long.MAX_VALUE / PER_MILLI, 1_000));
            case MICROS ->
                type.adjustedToUtc()
                        ? Optional.empty()
                        : Optional.of(new TimestampRange(least, Long.MAX_VALUE, 1_000_000));
            case NANOS -> Optional.empty();
        };
    }

    /** Returns the timestamp. */
    long require(long timestamp) {
        if (timestamp < least || timestamp > most) {
            throw new InvalidRecordException("the timestamp " + timestamp + " is one that engines cannot show, and they"
                    + " would refuse the column of the whole file; it must be from " + text(least) + " to "
                    + text(most) + ": correct it or its unit");
        }
        return timestamp;
    }

    private String text(long timestamp) {
        return timestamp + " (" + Instant.ofEpochSecond(Math.floorDiv(timestamp, perSecond)) + ")";
    }
}
