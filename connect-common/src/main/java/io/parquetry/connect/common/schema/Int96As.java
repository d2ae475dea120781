package io.parquetry.connect.common.schema;

/**
 * What becomes of INT96 timestamps, whose range and digits together no number of Connect has. A value that does not fit
 * is refused, never rounded.
 */
public enum Int96As {
    /** Microseconds: all that Spark writes. */
    MICROS,
    /** Nanoseconds, as Impala and Hive may write, of the years 1677 to 2262. */
    NANOS,
    /** Text in ISO 8601, which holds every value. */
    TEXT
}
