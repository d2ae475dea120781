package io.parquetry.connect.source.config;

/** What a row is sent as. */
public enum SendMode {
    /** Restored where the file says what Kafka knew about its records; else a record of its own. */
    AUTO,
    /** As the record that it was. */
    RESTORE,
    /** As a record of its own, whatever else the file knows. */
    ROWS
}
