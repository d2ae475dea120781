package io.parquetry.connect.sink.rotation;

import io.parquetry.connect.sink.config.RotationSettings;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** When a file is closed before a record, after a record, and by the clock, as a function of the settings. */
public final class RotationPolicy {
    private static final Traits NOT_COMPARED = new Traits(0);

    private final RotationSettings limits;
    private final Optional<RotationSchedule> schedule;
    private final ToLongFunction<SinkRecord> timeMs;

    /** @param timeMs the time of a record, by the configured timestamp extractor */
    public RotationPolicy(RotationSettings limits, ZoneId zone, ToLongFunction<SinkRecord> timeMs) {
        this.limits = limits;
        this.schedule = limits.scheduleMs() == 0
                ? Optional.empty()
                : Optional.of(new RotationSchedule(limits.scheduleMs(), zone));
        this.timeMs = timeMs;
    }

    /** What of a record is compared with the first record of a file. */
    public record Traits(long timeMs) {}

    /** A moment on the wall clock at which a file is closed, and why. */
    public record Deadline(long atMs, RotationReason reason) {
        public static final Deadline NEVER = new Deadline(Long.MAX_VALUE, RotationReason.AGE);

        public Deadline earlier(Deadline other) {
            return other.atMs < atMs ? other : this;
        }
    }

    /**
     * What {@link #beforeRecord} needs to know of a record.
     *
     * @throws DataException when the record does not have it
     */
    public Traits traits(SinkRecord record) {
        return limits.spanMs() > 0 ? new Traits(timeMs.applyAsLong(record)) : NOT_COMPARED;
    }

    /**
     * Why a file is closed before a record; empty when it stays open. A late record closes nothing.
     *
     * @param first the first record of the file
     */
    public Optional<RotationReason> beforeRecord(Traits first, Traits record) {
        // The difference of two times may be more than a signed number holds.
        return limits.spanMs() > 0
                        && record.timeMs > first.timeMs
                        && Long.compareUnsigned(record.timeMs - first.timeMs, limits.spanMs()) >= 0
                ? Optional.of(RotationReason.SPAN)
                : Optional.empty();
    }

    /**
     * Why a file is closed after a record; empty when it stays open.
     *
     * @param hasBytes tells whether the file has so many bytes
     */
    public Optional<RotationReason> afterRecord(long fileRecords, LongPredicate hasBytes) {
        if (limits.records() > 0 && fileRecords >= limits.records()) {
            return Optional.of(RotationReason.RECORDS);
        }
        if (limits.bytes() > 0 && hasBytes.test(limits.bytes())) {
            return Optional.of(RotationReason.BYTES);
        }
        return Optional.empty();
    }

    /** When a file is closed whose first record was written at {@code openedMs}, however many follow. */
    public Deadline afterOpening(long openedMs) {
        Deadline age =
                limits.ageMs() > 0 ? new Deadline(sum(openedMs, limits.ageMs()), RotationReason.AGE) : Deadline.NEVER;
        return schedule.map(times -> new Deadline(times.next(openedMs), RotationReason.SCHEDULE))
                .orElse(Deadline.NEVER)
                .earlier(age);
    }

    /** When a file is closed whose last record was written at {@code writtenMs}. */
    public Deadline afterWriting(long writtenMs) {
        return limits.idleMs() > 0
                ? new Deadline(sum(writtenMs, limits.idleMs()), RotationReason.IDLE)
                : Deadline.NEVER;
    }

    private static long sum(long timeMs, long spanMs) {
        return timeMs > Long.MAX_VALUE - spanMs ? Long.MAX_VALUE : timeMs + spanMs;
    }
}
