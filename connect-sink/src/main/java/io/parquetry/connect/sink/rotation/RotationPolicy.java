package io.parquetry.connect.sink.rotation;

import io.parquetry.connect.sink.config.RotationSettings;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * When a file is closed, as a function of numbers; 0 switches a limit off.
 *
 * @param records number of records that a file holds at most
 * @param bytes length at which a file is closed
 * @param ageMs time from the first record of a file to its close
 * @param idleMs time from the last record of a file to its close
 * @param spanMs how far the time of a record may be from the time of the file's first record
 * @param schedule when all files are closed; empty when there is no schedule
 */
public record RotationPolicy(
        long records, long bytes, long ageMs, long idleMs, long spanMs, Optional<RotationSchedule> schedule) {
    public static RotationPolicy of(RotationSettings rotation, ZoneId zone) {
        return new RotationPolicy(
                rotation.records(),
                rotation.bytes(),
                rotation.ageMs(),
                rotation.idleMs(),
                rotation.spanMs(),
                rotation.scheduleMs() == 0
                        ? Optional.empty()
                        : Optional.of(new RotationSchedule(rotation.scheduleMs(), zone)));
    }

    /** A moment on the wall clock at which a file is closed, and why. */
    public record Deadline(long atMs, RotationReason reason) {
        public static final Deadline NEVER = new Deadline(Long.MAX_VALUE, RotationReason.AGE);

        public Deadline earlier(Deadline other) {
            return other.atMs < atMs ? other : this;
        }
    }

    /** Whether a file is closed before a record because of the record's time. A late record closes nothing. */
    public boolean isClosedBefore(long firstTimeMs, long timeMs) {
        // The difference of two times may be more than a signed number holds.
        return spanMs > 0 && timeMs > firstTimeMs && Long.compareUnsigned(timeMs - firstTimeMs, spanMs) >= 0;
    }

    /** Whether {@link #isClosedBefore} depends on the times of records. */
    public boolean usesTimes() {
        return spanMs > 0;
    }

    /**
     * Why a file is closed after a record; empty when it stays open.
     *
     * @param hasBytes tells whether the file has so many bytes
     */
    public Optional<RotationReason> afterRecord(long fileRecords, LongPredicate hasBytes) {
        if (records > 0 && fileRecords >= records) {
            return Optional.of(RotationReason.RECORDS);
        }
        if (bytes > 0 && hasBytes.test(bytes)) {
            return Optional.of(RotationReason.BYTES);
        }
        return Optional.empty();
    }

    /** When a file is closed whose first record was written at {@code openedMs}, however many follow. */
    public Deadline afterOpening(long openedMs) {
        Deadline age = ageMs > 0 ? new Deadline(sum(openedMs, ageMs), RotationReason.AGE) : Deadline.NEVER;
        return schedule.map(times -> new Deadline(times.next(openedMs), RotationReason.SCHEDULE))
                .orElse(Deadline.NEVER)
                .earlier(age);
    }

    /** When a file is closed whose last record was written at {@code writtenMs}. */
    public Deadline afterWriting(long writtenMs) {
        return idleMs > 0 ? new Deadline(sum(writtenMs, idleMs), RotationReason.IDLE) : Deadline.NEVER;
    }

    private static long sum(long timeMs, long spanMs) {
        return timeMs > Long.MAX_VALUE - spanMs ? Long.MAX_VALUE : timeMs + spanMs;
    }
}
