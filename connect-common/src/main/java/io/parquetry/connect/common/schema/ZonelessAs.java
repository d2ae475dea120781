package io.parquetry.connect.common.schema;

/** The columns of Debezium's times and timestamps, which have no zone. */
public enum ZonelessAs {
    /** Adjusted to UTC, as Connect's own: engines show them as instants. */
    UTC,
    /** Local, as the database has them: engines show the same digits in every session. */
    LOCAL
}
