package io.parquetry.connect.source.config;

/** The partition of a record that comes back. */
public enum PartitionMapping {
    /** The one it was in; the topic must have that many. */
    KEEP,
    /** The one that the producer gives it, by its key. */
    BY_KEY
}
