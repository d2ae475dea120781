package io.parquetry.connect.source.config;

/** The partition of a record that comes back. */
public enum RestorePartition {
    /** The one it was in; the topic must have that many. */
    STORED,
    /** The one that the producer gives it, by its key. */
    PRODUCER
}
