package io.parquetry.connect.sink.rotation;

import java.util.Locale;

/** Why a file is closed. */
public enum RotationReason {
    /** It has as many records as it may. */
    RECORDS,
    /** It has as many bytes as it may. */
    BYTES,
    /** Its first record was written long enough ago. */
    AGE,
    /** Its last record was written long enough ago. */
    IDLE,
    /** The time of the next record is too far from the time of its first record. */
    SPAN,
    /** The wall clock shows a time of the rotation schedule. */
    SCHEDULE,
    /** The next record needs a schema that the file can no longer take, or only at too high a cost. */
    SCHEMA,
    /** A record needs another file, and the number of open files has reached its limit. */
    PATHS,
    /** The open files hold too much memory. */
    MEMORY,
    /** Files that are not uploaded yet take too much of the local disk. */
    STAGING,
    /** It delays the committed position: too many later offsets are published, or offsets too far ahead. */
    LEDGER,
    /** The partition is given back, or the task stops. */
    CLOSE;

    /** The name in metrics and logs. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
