package io.parquetry.connect.sink.partition;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Which times of records are plausible. Microseconds that are given as milliseconds would otherwise make directories of
 * the year 58000.
 *
 * @param earliestMs the earliest plausible time, in milliseconds since the epoch
 * @param aheadMs how far a time may be ahead of the clock
 */
public record TimeBounds(long earliestMs, long aheadMs) {
    /** Every time is plausible. */
    public static final TimeBounds ANY = new TimeBounds(Long.MIN_VALUE, Long.MAX_VALUE);

    /** Engines count microseconds in 64 bits, and refuse the column of a file with a later time. */
    private static final long LATEST_MS = Long.MAX_VALUE / 1_000;

    /** Units in which a time may have been given by mistake. */
    private enum Unit {
        MICROSECONDS("microseconds", 1_000),
        NANOSECONDS("nanoseconds", 1_000_000);

        private final String text;
        private final long perMs;

        Unit(String text, long perMs) {
            this.text = text;
            this.perMs = perMs;
        }
    }

    /** The same times, with a {@link DataException} for those that are not plausible. */
    ToLongFunction<SinkRecord> checked(ToLongFunction<SinkRecord> timeMs, Clock clock) {
        return new Checked(timeMs, clock);
    }

    /**
     * Throws a {@link DataException} for a record whose own timestamp, which becomes a column, is not plausible. A
     * record without timestamp passes.
     */
    public Consumer<SinkRecord> ofTimestamps(Clock clock) {
        Checked checked = new Checked(SinkRecord::timestamp, clock);
        return record -> {
            if (record.timestamp() != null) {
                checked.require(record.timestamp());
            }
        };
    }

    private final class Checked implements ToLongFunction<SinkRecord> {
        private final ToLongFunction<SinkRecord> source;
        private final Clock clock;
        /** Computed again for a time beyond it. */
        private long latestMs = Long.MIN_VALUE;

        Checked(ToLongFunction<SinkRecord> source, Clock clock) {
            this.source = source;
            this.clock = clock;
        }

        @Override
        public long applyAsLong(SinkRecord record) {
            long timeMs = source.applyAsLong(record);
            require(timeMs);
            return timeMs;
        }

        void require(long timeMs) {
            if (timeMs < earliestMs || timeMs > latestMs && timeMs > updatedLatestMs()) {
                throw implausible(timeMs, updatedLatestMs());
            }
        }

        private long updatedLatestMs() {
            long nowMs = clock.millis();
            latestMs = nowMs > LATEST_MS - aheadMs ? LATEST_MS : nowMs + aheadMs;
            return latestMs;
        }
    }

    private DataException implausible(long timeMs, long latestMs) {
        return new DataException("the time " + timeMs + " ms, which is " + Instant.ofEpochMilli(timeMs)
                + ", is not plausible: it must be from " + Instant.ofEpochMilli(earliestMs)
                + " (timestamp.earliest) to " + Instant.ofEpochMilli(latestMs)
                + " (timestamp.ahead.max.ms=" + aheadMs + " after now)"
                + guess(timeMs, latestMs).orElse("") + ". Correct the time, or change these bounds");
    }

    private Optional<String> guess(long timeMs, long latestMs) {
        for (Unit unit : Unit.values()) {
            long corrected = timeMs / unit.perMs;
            if (corrected >= earliestMs && corrected <= latestMs && timeMs > latestMs) {
                return Optional.of("; " + unit.text + " may have been given as milliseconds: as " + unit.text
                        + " it is " + Instant.ofEpochMilli(corrected));
            }
        }
        return Optional.empty();
    }
}
