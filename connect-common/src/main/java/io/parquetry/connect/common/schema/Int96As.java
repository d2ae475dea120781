package io.parquetry.connect.common.schema;

/**
 * The Connect type of INT96 timestamps. No number of Connect has both their range and their precision: a value that
 * does not fit is refused, never rounded.
 */
public enum Int96As {
    /** Microseconds, which hold all that Spark writes. */
    MICROS,
    /** Nanoseconds, as Impala and Hive may write, of the years 1677 to 2262. */
    NANOS,
    /** Text in ISO 8601, which holds every value. */
    TEXT
}
