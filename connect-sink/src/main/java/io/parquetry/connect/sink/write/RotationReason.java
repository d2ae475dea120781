package io.parquetry.connect.sink.write;

/** Why a file ends. */
enum RotationReason {
    /** It has as many records as it may. */
    RECORDS,
    /** It has as many bytes as it may. */
    BYTES,
    /** Its first record was written long enough ago. */
    AGE,
    /** The next record has another schema. */
    SCHEMA,
    /** It holds up the position: too many later offsets are published, or too far ahead. */
    LEDGER,
    /** The partition goes to another task, or the task ends. */
    CLOSE
}
