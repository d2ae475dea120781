package io.parquetry.connect.sink.config;

import java.util.Objects;

/**
 * When a file ends; 0 switches a limit off.
 *
 * @param records number of records
 * @param bytes length of the file
 * @param ageMs time since its first record was written
 * @param idleMs time since its last record was written
 * @param spanMs span of the times of its records
 * @param scheduleMs files end at multiples of this on the clock of the time zone
 * @param openPathsMax paths that a task writes at the same time
 */
public record RotationSettings(
        long records,
        long bytes,
        long ageMs,
        long idleMs,
        long spanMs,
        long scheduleMs,
        int openPathsMax,
        OnClose onClose) {
    /** What becomes of records that are not committed when a partition is given back. */
    public enum OnClose {
        /** They are committed. */
        COMMIT,
        /** They are left for the next owner to read again. */
        DISCARD
    }

    public RotationSettings {
        Objects.requireNonNull(onClose, "onClose");
    }
}
