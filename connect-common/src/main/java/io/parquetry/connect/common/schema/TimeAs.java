package io.parquetry.connect.common.schema;

/** The columns of times of day, whichever schema names them. */
public enum TimeAs {
    /** TIME in the unit of the type, for which some engines refuse the whole file. */
    TIME,
    /** The number that the type has, without annotation: milli-, micro- or nanoseconds since midnight. */
    INTEGER,
    /** Text such as {@code 23:59:58.123}, with all digits of the unit, so that it sorts by time. */
    TEXT
}
