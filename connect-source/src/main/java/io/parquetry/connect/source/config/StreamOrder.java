package io.parquetry.connect.source.config;

/** How far the files of a topic-partition that our sink writes are sent. */
public enum StreamOrder {
    /** Up to the offset below which the sink's ledger says that all is published; so the order can be kept. */
    LEDGER,
    /** All that is there; what comes late is sent late. */
    FILES
}
