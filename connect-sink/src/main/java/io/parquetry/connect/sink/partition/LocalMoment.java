package io.parquetry.connect.sink.partition;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.kafka.connect.errors.DataException;

/** A moment on the clock of a zone; there is one, set for one record after the other. */
final class LocalMoment {
    private final ZoneId zone;
    private long timeMs;
    private long localMs;
    private ZoneOffset offset = ZoneOffset.UTC;

    LocalMoment(ZoneId zone) {
        this.zone = zone;
    }

    /** @throws DataException when the calendar does not reach as far */
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

    /** What they would be if the local clock were the one of UTC. */
    long localMs() {
        return localMs;
    }

    ZoneOffset offset() {
        return offset;
    }
}
