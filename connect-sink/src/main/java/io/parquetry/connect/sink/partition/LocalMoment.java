package io.parquetry.connect.sink.partition;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.kafka.connect.errors.DataException;

/** A time in UTC and in the local time of a zone; one object, set for each record. */
final class LocalMoment {
    private final ZoneId zone;
    private long timeMs;
    private long localMs;
    private ZoneOffset offset = ZoneOffset.UTC;

    LocalMoment(ZoneId zone) {
        this.zone = zone;
    }

    /** @throws DataException when the time is beyond the calendar */
    void set(long newTimeMs) {
        try {
            offset = zone.getRules().getOffset(Instant.ofEpochMilli(newTimeMs));
            localMs = Math.addExact(newTimeMs, offset.getTotalSeconds() * 1000L);
            timeMs = newTimeMs;
        } catch (ArithmeticException | DateTimeException e) {
            throw beyond(newTimeMs, e);
        }
    }

    static DataException beyond(long timeMs, RuntimeException cause) {
        return new DataException("the time " + timeMs + " ms is beyond the calendar: " + cause.getMessage(), cause);
    }

    /** Milliseconds since the epoch. */
    long timeMs() {
        return timeMs;
    }

    /** Milliseconds since the epoch in local time: UTC plus the offset of the zone. */
    long localMs() {
        return localMs;
    }

    ZoneOffset offset() {
        return offset;
    }
}
