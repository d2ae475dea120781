package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.config.RotationSettings;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When a file ends, as a function of numbers; 0 switches a limit off.
 *
 * @param records number of records that a file holds at most
 * @param bytes length at which a file ends
 * @param ageMs time since its first record after which a file ends
 */
record RotationPolicy(long records, long bytes, long ageMs) {
    static RotationPolicy of(RotationSettings rotation) {
        return new RotationPolicy(rotation.records(), rotation.bytes(), rotation.ageMs());
    }

    /** Asked after each record: whether the file ends with it. */
    Optional<RotationReason> afterRecord(long fileRecords, long fileBytes) {
        if (records > 0 && fileRecords >= records) {
            return Optional.of(RotationReason.RECORDS);
        }
        if (bytes > 0 && fileBytes >= bytes) {
            return Optional.of(RotationReason.BYTES);
        }
        return Optional.empty();
    }

    /** Whether what began at {@code sinceMs} is old enough. A clock that was set back makes nothing older. */
    boolean isDue(long sinceMs, long nowMs) {
        return ageMs > 0 && nowMs - sinceMs >= ageMs;
    }

    /** When what began at {@code sinceMs} will be old enough. */
    OptionalLong dueAtMs(long sinceMs) {
        return ageMs > 0 ? OptionalLong.of(sinceMs + ageMs) : OptionalLong.empty();
    }
}
