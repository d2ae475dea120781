package io.parquetry.connect.common.schema;

/** The columns of timestamps of nanoseconds. */
public enum NanosAs {
    /** TIMESTAMP(NANOS), which some engines refuse or read as a number. */
    NANOS,
    /** TIMESTAMP(MICROS); a value with digits below microseconds is refused, never cut. */
    MICROS,
    /** The number of nanoseconds since 1970, without annotation. */
    INTEGER
}
