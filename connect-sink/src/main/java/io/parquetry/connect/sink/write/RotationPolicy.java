package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.config.RotationSettings;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * When a file ends, as a function of numbers; 0 switches a limit off.
 *
 * @param records number of records that a file holds at most
 * @param bytes length at which a file ends
 * @param ageMs time since its first record after which a file ends
 * @param idleMs time since its last record after which a file ends
 * @param spanMs how far the time of a record may be from that of the file's first
 * @param schedule when all files end; empty when there is no schedule
 */
record RotationPolicy(long records, long bytes, long ageMs, long idleMs, long spanMs, Optional<Schedule> schedule) {
    static RotationPolicy of(RotationSettings rotation, ZoneId zone) {
        return new RotationPolicy(
                rotation.records(),
                rotation.bytes(),
                rotation.ageMs(),
                rotation.idleMs(),
                rotation.spanMs(),
                rotation.scheduleMs() == 0 ? Optional.empty() : Optional.of(new Schedule(rotation.scheduleMs(), zone)));
    }

    /** A moment on the wall clock at which a file ends, and why. */
    record Deadline(long atMs, RotationReason reason) {
        static final Deadline NEVER = new Deadline(Long.MAX_VALUE, RotationReason.AGE);

        Deadline earlier(Deadline other) {
            return other.atMs < atMs ? other : this;
        }
    }

    /** Asked before each record of a path: whether its file ends without it. A record that is late ends nothing. */
    boolean endsBefore(long firstTimeMs, long timeMs) {
        // The difference of two times may be more than a signed number holds.
        return spanMs > 0 && timeMs > firstTimeMs && Long.compareUnsigned(timeMs - firstTimeMs, spanMs) >= 0;
    }

    /** Whether {@link #endsBefore} has to know the times of records. */
    boolean looksAtTimes() {
        return spanMs > 0;
    }

    /**
     * Asked after each record: whether the file ends with it.
     *
     * @param hasBytes tells whether the file has so many bytes
     */
    Optional<RotationReason> afterRecord(long fileRecords, LongPredicate hasBytes) {
        if (records > 0 && fileRecords >= records) {
            return Optional.of(RotationReason.RECORDS);
        }
        if (bytes > 0 && hasBytes.test(bytes)) {
            return Optional.of(RotationReason.BYTES);
        }
        return Optional.empty();
    }

    /** When a file ends whose first record was written at {@code openedMs}, however many follow. */
    Deadline afterOpening(long openedMs) {
        Deadline age = ageMs > 0 ? new Deadline(sum(openedMs, ageMs), RotationReason.AGE) : Deadline.NEVER;
        return schedule.map(times -> new Deadline(times.next(openedMs), RotationReason.SCHEDULE))
                .orElse(Deadline.NEVER)
                .earlier(age);
    }

    /** When a file ends whose last record was written at {@code writtenMs}. */
    Deadline afterWriting(long writtenMs) {
        return idleMs > 0 ? new Deadline(sum(writtenMs, idleMs), RotationReason.IDLE) : Deadline.NEVER;
    }

    private static long sum(long timeMs, long spanMs) {
        return timeMs > Long.MAX_VALUE - spanMs ? Long.MAX_VALUE : timeMs + spanMs;
    }
}
