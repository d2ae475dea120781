package io.parquetry.connect.sink.write;

import java.util.Locale;

/** Why a file ends. */
enum RotationReason {
    /** It has as many records as it may. */
    RECORDS,
    /** It has as many bytes as it may. */
    BYTES,
    /** Its first record was written long enough ago. */
    AGE,
    /** Its last record was written long enough ago. */
    IDLE,
    /** The time of the next record is too far from that of its first. */
    SPAN,
    /** The clock on the wall shows the time at which files end. */
    SCHEDULE,
    /** The next record has a schema that the file should have, and it is too late or too costly for that. */
    SCHEMA,
    /** A record needs another file, and as many as may be open are. */
    PATHS,
    /** It and others take as much memory as they may. */
    MEMORY,
    /** It holds up the position: too many later offsets are published, or too far ahead. */
    LEDGER,
    /** The partition goes to another task, or the task ends. */
    CLOSE;

    /** As metrics and logs have it. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
